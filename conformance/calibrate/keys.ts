import { findValue, member } from '../session/json.ts'
import type { Exchange } from '../session/exchange.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { otherUserCredential } from '../setup/credentials.ts'
import { expiringKey } from '../setup/expiring-key.ts'
import { deletedKey, usage } from '../setup/key-lifecycle.ts'
import {
  issuedKey,
  findKeyRecord,
  setActive,
  findFullKey,
  postKey,
  scopedKey,
} from '../setup/keys.ts'
import { type Observers, observed } from './observer.ts'
import type { Scope } from '../../contract/scopes.ts'
import type { TestSession } from '../session/test-session.ts'
import { callOperation, type OperationName } from '../setup/operations.ts'
import { isObject } from '../../contract/json.ts'

const plan = 'core'

const shapes = { key: 'flat', secret: 'wrapped', plain: 'nested' } as const

/** API keys (2.1, 4.1). */
export const keyObservers = {
  'keys.creation-status': {
    plan,
    observe: async ({ session }) => {
      const { exchange } = await issuedKey(session, 'full')
      if (exchange.status === 200 || exchange.status === 201) {
        return observed(exchange, `${exchange.status}`)
      }
      return skip(`unexpected status ${exchange.status}`)
    },
  },
  'keys.creation-shape': {
    plan,
    observe: async ({ session }) => {
      const { exchange, value } = await issuedKey(session, 'full')
      const name = findValue(exchange.json, (place) => place.value === value)?.key ?? ''
      const shape = Object.hasOwn(shapes, name) ? shapes[name as keyof typeof shapes] : undefined
      return shape === undefined
        ? skip(`the full key is in the field ${name}`)
        : observed(exchange, shape)
    },
  },
  'keys.creation-record': {
    plan,
    observe: async ({ session }) => {
      const { exchange } = await issuedKey(session, 'full')
      const record = findKeyRecord(exchange.json) ?? skip('the creation response has no record')
      return observed(exchange, 'is_active' in record ? 'whole' : 'partial')
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
      const { change, after } = await deletedKey(session)
      const byDelete = change?.exchange.request.method === 'DELETE'
      return observed(change?.exchange ?? after, byDelete ? 'present' : 'absent')
    },
  },
  'keys.usage': {
    plan,
    observe: async ({ session }) => {
      const { before, after, exchange } = await usage(session)
      if (!('total_requests' in after)) skip('the record has no total_requests')
      const grown = Number(after['total_requests']) > Number(before['total_requests'])
      return observed(exchange, grown ? 'every' : 'writes')
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
          ? skip('refused with 200')
          : observed(exchange, 'any')
      }
      return observed(exchange, 'own')
    },
  },
} as const satisfies Observers

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
        observed(exchange, isAccepted(exchange) ? 'ignored' : 'enforced'),
      )
    },
  },
  'scopes.unlisted': {
    plan,
    observe: async ({ session }) => {
      const list = await callWithScope(session, 'agents', 'conversations')
      if (list.status === 403) return observed(list, 'full')
      const resume = await callWithScope(session, 'agents', 'resume')
      return observed(resume, resume.status === 403 ? 'chat-family' : 'none')
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
      return observed(exchange, isAccepted(exchange) ? 'all' : 'own')
    },
  },
} as const satisfies Observers
