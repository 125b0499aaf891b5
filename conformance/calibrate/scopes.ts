import type { Exchange } from '../session/exchange.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { type Scope, scopes } from '../../contract/scopes.ts'
import type { TestSession } from '../session/test-session.ts'
import { findFullKey, postKey, scopedKey } from '../setup/keys.ts'
import { callOperation, type OperationName } from '../setup/operations.ts'
import { anyErrorCode, observed } from './look.ts'
import type { Observers } from './observer.ts'
import type { SeenTraffic } from './seen-traffic.ts'
import { pathOf } from '../../contract/exchange.ts'
import { bearerOf } from './sender.ts'
import { sendUnstartedTurn } from './survey.ts'

const plan = 'core'

/** Operations that a key with only this scope may not call. */
const lackedBy: Partial<Record<Scope, readonly OperationName[]>> = {
  chat: ['agents', 'agent', 'connectors', 'administration'],
  agents: ['knowledge bases', 'retrieve', 'inject'],
}

const uuid = '[^/]+'

/** The scope that each operation needs, as the specification lists them. */
const neededScopes: readonly (readonly [RegExp, Scope])[] = [
  [new RegExp(`^GET /api/agents(?:/${uuid})?$`), 'agents'],
  [/^GET \/api\/knowledge-bases$/, 'kb'],
  [new RegExp(`^POST /api/knowledge-bases/${uuid}/retrieve$`), 'kb'],
  [/^POST \/api\/(?:react|dag|chat\/inject)$/, 'chat'],
  [/^GET \/api\/connectors$/, 'connectors'],
  [/^GET \/api\/admin\/users$/, 'admin'],
]

const callOf = (exchange: Exchange): string => `${exchange.request.method} ${pathOf(exchange)}`

const neededScope = (exchange: Exchange): Scope | undefined =>
  neededScopes.find(([call]) => call.test(callOf(exchange)))?.[1]

/** Operations that no scope lists: those of the chat family, and some others. */
const unlistedChat = /^POST \/api\/(?:auto|chat\/resume)$/
const unlistedOthers =
  /^(?:GET \/api\/(?:conversations|me\/api-keys|auth\/verify)|PATCH \/api\/(?:conversations\/[^/]+|me\/api-keys\/[^/]+\/active))$/

/** The one scope of the key that a request uses; `undefined` for any other credential. */
function scopeOf(exchange: Exchange, { credentials }: SeenTraffic): Scope | undefined {
  const key = credentials.get(bearerOf(exchange))
  return key?.kind === 'key' && key.state === 'valid'
    ? scopes.find((scope) => scope === key.scopes)
    : undefined
}

/** Requests a turn that cannot start, with a key that has only this scope. */
async function unstartedTurn(session: TestSession, path: string, scope: Scope): Promise<Exchange> {
  const bearer = await scopedKey(session, scope)
  return sendUnstartedTurn(session, path, { bearer, token: bearer })
}

const signs = { comma: ',', space: ' ', semicolon: ';' } as const

/** Operations that no scope lists, outside of the chat family. */
const unlisted = ['conversations', 'update conversation', 'keys', 'enable key', 'verify'] as const

/** Whether a request of the chat family reached its conversation, which may have no turn. */
const reachesConversation = (exchange: Exchange): boolean =>
  isAccepted(exchange) || anyErrorCode(exchange) === 'no_recent_assistant_message'

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
    provoke: async ({ session }) => {
      const uses: (Exchange | undefined)[] = []
      for (const [scope, names] of Object.entries(lackedBy)) {
        const key = await scopedKey(session, scope as Scope)
        for (const name of names) uses.push(await callOperation(session, name, key))
      }
      for (const path of ['/api/react', '/api/dag'])
        uses.push(await unstartedTurn(session, path, 'agents'))
      return uses.filter((exchange) => exchange !== undefined)
    },
    read: (exchange, before) => {
      const [scope, needed] = [scopeOf(exchange, before), neededScope(exchange)]
      if (scope === undefined || needed === undefined || scope === needed) return undefined
      // What `admin` includes is a choice of its own.
      if (scope === 'admin') return undefined
      if (exchange.status === 403) return observed(exchange, 'enforced')
      const isReached = isAccepted(exchange) || exchange.status === 404
      return isReached ? observed(exchange, 'ignored') : undefined
    },
  },
  'scopes.unlisted': {
    plan,
    provoke: async ({ session }) => {
      const resume = await callWithScope(session, 'agents', 'resume')
      const uses = [resume]
      if (resume.status === 403) uses.push(await callWithScope(session, 'chat', 'resume'))
      for (const name of unlisted) {
        const exchange = await callWithScope(session, 'agents', name)
        // Not every deployment has it.
        if (exchange.status !== 404) uses.push(exchange)
      }
      return uses
    },
    read: (exchange, before) => {
      const scope = scopeOf(exchange, before)
      if (scope === undefined || scope === 'admin') return undefined
      const { scopesOfChat } = before.uses
      if (unlistedOthers.test(callOf(exchange))) {
        if (exchange.status === 403) return observed(exchange, 'full')
        return isAccepted(exchange) ? [] : undefined
      }
      if (!unlistedChat.test(callOf(exchange))) return undefined
      if (reachesConversation(exchange)) {
        if (scope !== 'chat') return observed(exchange, 'none')
        return scopesOfChat.isRefused ? observed(exchange, 'chat-family') : []
      }
      if (exchange.status !== 403) return undefined
      return scope !== 'chat' && scopesOfChat.isReached ? observed(exchange, 'chat-family') : []
    },
  },
  'scopes.separator': {
    plan,
    provoke: async ({ session }) => {
      const accepted: Exchange[] = []
      for (const sign of Object.values(signs)) {
        const body = { name: session.uniqueName('key'), scopes: ['agents', 'kb'].join(sign) }
        const value = findFullKey((await postKey(session, body)).json)?.value
        if (typeof value !== 'string') continue
        for (const name of ['agents', 'knowledge bases'] as const) {
          const exchange = await callOperation(session, name, value)
          if (exchange && isAccepted(exchange)) accepted.push(exchange)
        }
      }
      // An operation that accepts every key shows no separator.
      const byPath = Map.groupBy(accepted, ({ request }) => request.path)
      return [...byPath.values()].flatMap(([first, ...others]) =>
        first === undefined || others.length > 0 ? [] : [first],
      )
    },
    read: (exchange, { credentials }) => {
      const needed = neededScope(exchange)
      const key = credentials.get(bearerOf(exchange))
      if (needed === undefined || key?.kind !== 'key' || !isAccepted(exchange)) return undefined
      const list = key.scopes ?? ''
      const names = Object.keys(signs) as (keyof typeof signs)[]
      const found = names.find((name) => list.split(signs[name]).includes(needed))
      return found === undefined || list === needed ? undefined : observed(exchange, found)
    },
  },
  'scopes.admin-reach': {
    plan,
    provoke: async ({ session }) => {
      const uses: (Exchange | undefined)[] = []
      const names = ['agents', 'agent', 'knowledge bases', 'retrieve', 'connectors'] as const
      const key = await scopedKey(session, 'admin')
      for (const name of names) uses.push(await callOperation(session, name, key))
      // Operations that need full access are open to `admin` only if it includes everything.
      for (const name of unlisted) {
        if ((await callWithScope(session, 'agents', name)).status !== 403) continue
        uses.push(await callWithScope(session, 'admin', name))
      }
      return uses.filter((exchange) => exchange !== undefined)
    },
    read: (exchange, before) => {
      if (scopeOf(exchange, before) !== 'admin') return undefined
      const isOpen = unlistedOthers.test(callOf(exchange))
      const needed = neededScope(exchange)
      if (!isOpen && (needed === undefined || needed === 'admin')) return undefined
      const given = isOpen ? { 'scopes.unlisted': ['full'] } : {}
      if (isAccepted(exchange)) return { ...observed(exchange, 'all'), given }
      return exchange.status === 403 ? { ...observed(exchange, 'own'), given } : undefined
    },
  },
} as const satisfies Observers
