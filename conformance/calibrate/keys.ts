import { findValue, member } from '../session/json.ts'
import type { Exchange } from '../session/exchange.ts'
import { isAccepted, pollUntil, skip } from '../session/assertions.ts'
import { otherUserCredential } from '../setup/credentials.ts'
import { count, deletedKey, expiringKey, usage } from '../setup/key-lifecycle.ts'
import { lists, readList, itemsOf } from '../setup/lists.ts'
import { unknownRoute } from '../setup/unknown-resources.ts'
import {
  issuedKey,
  findKeyRecord,
  setActive,
  findFullKey,
  postKey,
  scopedKey,
} from '../setup/keys.ts'
import { anyErrorCode, byStatus, noOption, type Observers, observed } from './observer.ts'
import type { Scope } from '../../contract/scopes.ts'
import type { TestSession } from '../session/test-session.ts'
import { callOperation, type OperationName } from '../setup/operations.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'

const plan = 'core'

const shapes = { key: 'flat', secret: 'wrapped', plain: 'nested' } as const

/** API keys (2.1, 4.1). */
export const keyObservers = {
  'keys.creation-status': {
    plan,
    observe: async ({ session }) => {
      const { exchange } = await issuedKey(session, 'full')
      return byStatus(exchange, { 200: '200', 201: '201' })
    },
  },
  'keys.creation-shape': {
    plan,
    observe: async ({ session }) => {
      const { exchange, value } = await issuedKey(session, 'full')
      const name = findValue(exchange.json, (place) => place.value === value)?.key ?? ''
      const shape = Object.hasOwn(shapes, name) ? shapes[name as keyof typeof shapes] : undefined
      return shape === undefined
        ? noOption(exchange, `the full key is in the field ${name}`)
        : observed(exchange, shape)
    },
  },
  'keys.creation-record': {
    plan,
    observe: async ({ session }) => {
      const { exchange } = await issuedKey(session, 'full')
      const record = findKeyRecord(exchange.json) ?? skip('the creation response has no record')
      const missing = usageFields.filter((field) => !(field in record))
      if (missing.length === 0) return observed(exchange, 'whole')
      return missing.length === usageFields.length && 'created_at' in record
        ? observed(exchange, 'partial')
        : noOption(exchange, `a record without ${missing.join(', ')}`)
    },
  },
  'keys.expiry-field': {
    plan,
    observe: async ({ session }) => {
      const found = await expiringKey(session)
      const { field, key } = found ?? skip('no known field sets the expiry')
      return field === 'expires_at'
        ? observed(key.exchange, 'expires_at')
        : observed(key.exchange, 'named', field)
    },
  },
  'keys.delete-operation': {
    plan,
    observe: async ({ session }) => {
      const { change, key } = await deletedKey(session)
      if (change?.exchange.request.method === 'DELETE') return observed(change.exchange, 'present')
      const path = `${lists.keys}/${encodeURIComponent(key.id.toWellFormed())}`
      const tried = session.exchanges.find(
        ({ request }) => request.method === 'DELETE' && request.path === path,
      )
      if (tried === undefined) return skip('no `DELETE` was sent')
      const { matches } = await unknownRoute(session)
      return matches(tried) ? observed(tried, 'absent') : noOption(tried)
    },
  },
  'keys.usage': {
    plan,
    observe: async ({ session }) => {
      const { before, after, exchange } = await usage(session)
      if (!('total_requests' in after)) skip('the record has no total_requests')
      if (count(after) > count(before)) return observed(exchange, 'every')
      // Only a use that does count shows that the others do not.
      const written = await recordAfterWrite(session, after)
      return count(written) > count(after)
        ? observed(exchange, 'writes')
        : noOption(exchange, 'neither reads nor writes are counted')
    },
  },
  'keys.ownership': {
    plan,
    observe: async ({ session }) => {
      const { id } = await issuedKey(session, 'second')
      const exchange: Exchange = await setActive(
        session,
        id,
        true,
        await otherUserCredential(session),
      )
      if (isAccepted(exchange) && isObject(exchange.json)) {
        return member(exchange.json, 'success') === false
          ? noOption(exchange, 'a refusal with status 200')
          : observed(exchange, 'any')
      }
      return byStatus(exchange, { 403: 'own', 404: 'own' })
    },
  },
} as const satisfies Observers

/** Fields of a whole record that a partial one lacks. */
const usageFields = ['is_active', 'total_requests'] as const

/** Uses the counted key once more, to write, and returns its record once that shows. */
async function recordAfterWrite(session: TestSession, record: JsonObject) {
  const { value } = await issuedKey(session, 'counted')
  const body = { title: session.uniqueName('conversation') }
  await session.send({ method: 'POST', path: lists.conversations, bearer: value, body })
  const find = (page: Exchange) => itemsOf(page)?.find(({ id }) => id === record['id'])
  const read = () => readList(session, lists.keys, '?size=100')
  const { exchange } = await pollUntil(session, read, (page) => count(find(page)) > count(record))
  return find(exchange)
}

async function callWithScope(
  session: TestSession,
  scope: Scope,
  name: OperationName,
): Promise<Exchange> {
  const exchange = await callOperation(session, name, await scopedKey(session, scope))
  return exchange ?? skip(`there is no resource for ${name}`)
}

/** Scopes (5.R6, 5.R8). */
export const scopeObservers = {
  'scopes.enforced': {
    plan,
    observe: async ({ session }) => {
      const looks = [
        await callWithScope(session, 'chat', 'agents'),
        await callWithScope(session, 'agents', 'knowledge bases'),
      ]
      return looks.map((exchange) =>
        isAccepted(exchange)
          ? observed(exchange, 'ignored')
          : byStatus(exchange, { 403: 'enforced' }),
      )
    },
  },
  'scopes.unlisted': {
    plan,
    observe: async ({ session }) => {
      const list = await callWithScope(session, 'agents', 'conversations')
      if (list.status === 403) return observed(list, 'full')
      if (!isAccepted(list)) return noOption(list)
      const resume = await callWithScope(session, 'agents', 'resume')
      if (resume.status === 403) return observed(resume, 'chat-family')
      // A conversation without a turn has nothing to resume.
      const isReached = isAccepted(resume) || anyErrorCode(resume) === 'no_recent_assistant_message'
      return isReached ? observed(resume, 'none') : noOption(resume)
    },
  },
  'scopes.separator': {
    plan,
    observe: async ({ session }) => {
      const signs = { comma: ',', space: ' ', semicolon: ';' } as const
      const opens = []
      for (const [option, sign] of Object.entries(signs)) {
        const body = { name: session.uniqueName('key'), scopes: ['agents', 'kb'].join(sign) }
        const value = findFullKey((await postKey(session, body)).json)?.value
        if (typeof value !== 'string') continue
        const agents = await callOperation(session, 'agents', value)
        const bases = await callOperation(session, 'knowledge bases', value)
        if (agents && bases && isAccepted(agents) && isAccepted(bases)) {
          opens.push(observed(bases, option as keyof typeof signs))
        }
      }
      return opens
    },
  },
  'scopes.admin-reach': {
    plan,
    observe: async ({ session }) => {
      const exchange = await callWithScope(session, 'admin', 'agents')
      return isAccepted(exchange)
        ? observed(exchange, 'all')
        : byStatus(exchange, { 403: 'own' })
    },
  },
} as const satisfies Observers
