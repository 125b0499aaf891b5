import { pathOf } from '../../contract/exchange.ts'
import { type Scope, scopes } from '../../contract/scopes.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { findFullKey, postKey, scopedKey } from '../setup/keys.ts'
import { callOperation, type OperationName } from '../setup/operations.ts'
import { bearerOf, isResume } from '../session/request.ts'
import { knownCredential } from '../history/credentials.ts'
import type { History, HistoryIndex } from '../history/history.ts'
import { type Observers, sendEach } from './observer.ts'
import { isCredentialAccepted, reachesConversation } from '../history/response.ts'
import { sendUnstartedTurn } from './survey.ts'

/** Pairs of a scope and an operation that a key with only this scope may not call. */
const deniedCalls = [
  ['chat', 'agents'],
  ['chat', 'agent'],
  ['chat', 'connectors'],
  ['chat', 'administration'],
  ['agents', 'knowledge bases'],
  ['agents', 'retrieve'],
  ['agents', 'inject'],
] as const

/** The scope that each operation needs, from the table of scopes in the specification. */
const neededScopes: readonly (readonly [RegExp, Scope])[] = [
  [/^GET \/api\/agents(?:\/[^/]+)?$/, 'agents'],
  [/^GET \/api\/knowledge-bases$/, 'kb'],
  [/^POST \/api\/knowledge-bases\/[^/]+\/retrieve$/, 'kb'],
  [/^POST \/api\/(?:react|dag|chat\/inject)$/, 'chat'],
  [/^GET \/api\/connectors$/, 'connectors'],
  [/^GET \/api\/admin\/users$/, 'admin'],
]

const callName = (exchange: Exchange): string => `${exchange.request.method} ${pathOf(exchange)}`

const neededScope = (exchange: Exchange): Scope | undefined =>
  neededScopes.find(([call]) => call.test(callName(exchange)))?.[1]

/** Operations of the chat family that the table of scopes does not list. */
const unlistedChat = /^POST \/api\/(?:auto|chat\/resume)$/
const unlistedNonChat =
  /^(?:GET \/api\/(?:conversations|me\/api-keys|auth\/verify)|PATCH \/api\/(?:conversations\/[^/]+|me\/api-keys\/[^/]+\/active))$/

/**
 * Reads the scope of a request's API key; `undefined` unless the key is valid and has one scope.
 */
function scopeOf(exchange: Exchange, before: History): Scope | undefined {
  const key = knownCredential(bearerOf(exchange), before)
  return key?.kind === 'key' && key.state === 'valid'
    ? scopes.find((scope) => scope === key.scopes)
    : undefined
}

const separators = { comma: ',', space: ' ', semicolon: ';' } as const

/** Operations outside the chat family that the table of scopes does not list. */
const unlistedOperations = [
  'conversations',
  'update conversation',
  'keys',
  'enable key',
  'verify',
] as const

async function callWithScope(
  session: TestSession,
  scope: Scope,
  name: OperationName,
): Promise<Exchange> {
  const exchange = await callOperation(session, name, await scopedKey(session, scope))
  return exchange ?? skip(`there is no resource for ${name}`)
}

/** One observer for each choice about API key scopes (specification, 5.R6 and 5.R8). */
export const scopeObservers = {
  'scopes.enforced': {
    provoke: async ({ session }) => {
      const uses = await sendEach(deniedCalls, async ([scope, name]) =>
        callOperation(session, name, await scopedKey(session, scope)),
      )
      const bearer = await scopedKey(session, 'agents')
      const turns = await sendEach(['/api/react', '/api/dag'], (path) =>
        sendUnstartedTurn(session, path, { bearer, token: bearer }),
      )
      return [...uses, ...turns]
    },
    read: (exchange, before) => {
      const scope = scopeOf(exchange, before)
      // Another choice, `scopes.admin-reach`, decides what the scope `admin` allows.
      if (scope === undefined || scope === 'admin') return undefined
      const needed = neededScope(exchange)
      if (needed === undefined || scope === needed) return undefined
      if (exchange.status === 403) return 'enforced'
      return isCredentialAccepted(exchange) ? 'ignored' : undefined
    },
  },
  'scopes.unlisted': {
    provoke: async ({ session }) => {
      const resume = await callWithScope(session, 'agents', 'resume')
      const isRefused = resume.status === 403
      const chat = isRefused ? [await callWithScope(session, 'chat', 'resume')] : []
      const others = await sendEach(unlistedOperations, (name) =>
        callWithScope(session, 'agents', name),
      )
      // A 404 means that the deployment does not have the operation.
      return [resume, ...chat, ...others.filter(({ status }) => status !== 404)]
    },
    read: (exchange, before) => {
      const scope = scopeOf(exchange, before)
      if (scope === undefined || scope === 'admin') return undefined
      if (unlistedNonChat.test(callName(exchange))) {
        if (exchange.status === 403) return 'full'
        return isAccepted(exchange) ? [] : undefined
      }
      if (!unlistedChat.test(callName(exchange))) return undefined
      if (reachesConversation(exchange)) {
        if (scope !== 'chat') return 'none'
        return before.get(chatFamily, 'refused') ? 'chat-family' : []
      }
      if (exchange.status !== 403) return undefined
      return scope !== 'chat' && before.get(chatFamily, 'reached') ? 'chat-family' : []
    },
  },
  'scopes.separator': {
    provoke: async ({ session }) => {
      const uses = await sendEach(Object.values(separators), async (sign) => {
        const body = { name: session.uniqueName('key'), scopes: ['agents', 'kb'].join(sign) }
        const value = findFullKey((await postKey(session, body)).json)?.value
        return typeof value === 'string'
          ? sendEach(['agents', 'knowledge bases'] as const, (name) =>
              callOperation(session, name, value),
            )
          : []
      })
      // Each key names its scopes with a different separator. An operation that accepts several of
      // these keys does not check the scope.
      const byPath = Map.groupBy(uses.filter(isAccepted), ({ request }) => request.path)
      return [...byPath.values()].flatMap(([first, ...others]) =>
        first === undefined || others.length > 0 ? [] : [first],
      )
    },
    read: (exchange, before) => {
      const key = knownCredential(bearerOf(exchange), before)
      if (key?.kind !== 'key' || !isAccepted(exchange)) return undefined
      const needed = neededScope(exchange)
      const list = key.scopes ?? ''
      if (needed === undefined || list === needed) return undefined
      const names = Object.keys(separators) as (keyof typeof separators)[]
      return names.find((name) => list.split(separators[name]).includes(needed))
    },
  },
  'scopes.admin-reach': {
    provoke: async ({ session }) => {
      const names = ['agents', 'agent', 'knowledge bases', 'retrieve', 'connectors'] as const
      const key = await scopedKey(session, 'admin')
      const uses = await sendEach(names, (name) => callOperation(session, name, key))
      // If a key with `admin` may call operations that need full access, `admin` includes
      // everything.
      const others = await sendEach(unlistedOperations, async (name) => {
        const isRefused = (await callWithScope(session, 'agents', name)).status === 403
        return isRefused ? callWithScope(session, 'admin', name) : undefined
      })
      return [...uses, ...others]
    },
    read: (exchange, before) => {
      if (scopeOf(exchange, before) !== 'admin') return undefined
      const isOpen = unlistedNonChat.test(callName(exchange))
      const needed = neededScope(exchange)
      if (!isOpen && (needed === undefined || needed === 'admin')) return undefined
      const conditions = isOpen ? { 'scopes.unlisted': ['full'] } : {}
      if (isAccepted(exchange)) return { option: 'all', given: conditions }
      return exchange.status === 403 ? { option: 'own', given: conditions } : undefined
    },
  },
} as const satisfies Observers

/** Two entries: `reached` if a chat key could resume, `refused` if another key got 403. */
const chatFamily: HistoryIndex<true> = {
  changes: (exchange, before) => {
    const key = isResume(exchange) ? knownCredential(bearerOf(exchange), before) : undefined
    if (key?.kind !== 'key' || key.state !== 'valid' || key.scopes === null) return []
    const { status } = exchange
    if (key.scopes !== 'chat') return status === 403 ? [['refused', true]] : []
    return isAccepted(exchange) || status === 404 ? [['reached', true]] : []
  },
}

export const scopeIndices = [chatFamily]
