import type { Exchange } from '../session/exchange.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { sendUnstartedTurn } from './survey.ts'
import { findFullKey, postKey, scopedKey } from '../setup/keys.ts'
import { anyErrorCode, byStatus, noOption, type ObservedOption, observed } from './look.ts'
import type { Observers } from './observer.ts'
import type { Scope } from '../../contract/scopes.ts'
import type { TestSession } from '../session/test-session.ts'
import { callOperation, type OperationName } from '../setup/operations.ts'

const plan = 'core'

/** Operations that a key with only this scope may not call. */
const lackedBy: Partial<Record<Scope, readonly OperationName[]>> = {
  chat: ['agents', 'agent', 'connectors', 'administration'],
  agents: ['knowledge bases', 'retrieve', 'inject'],
}

/** Requests a turn that cannot start, with a key that has only this scope. */
async function unstartedTurn(session: TestSession, path: string, scope: Scope): Promise<Exchange> {
  const bearer = await scopedKey(session, scope)
  return sendUnstartedTurn(session, path, { bearer, token: bearer })
}

const signs = { comma: ',', space: ' ', semicolon: ';' } as const

/** Operations that no scope lists, outside of the chat family. */
const unlisted = ['conversations', 'update conversation', 'keys', 'enable key', 'verify'] as const

/** Whether a resume reached its conversation, which may have no turn to resume. */
const reachesConversation = (exchange: Exchange): boolean =>
  isAccepted(exchange) || anyErrorCode(exchange) === 'no_recent_assistant_message'

/** Which scope a resume needs. */
async function unlistedResume(session: TestSession): Promise<ObservedOption<'scopes.unlisted'>> {
  const exchange = await callWithScope(session, 'agents', 'resume')
  if (reachesConversation(exchange)) return observed(exchange, 'none')
  if (exchange.status !== 403) return noOption(exchange)
  const chat = await callWithScope(session, 'chat', 'resume')
  return reachesConversation(chat) ? observed(chat, 'chat-family') : byStatus(chat, { 403: 'full' })
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
      const looks = []
      for (const [scope, names] of Object.entries(lackedBy)) {
        for (const name of names) {
          const exchange = await callOperation(
            session,
            name,
            await scopedKey(session, scope as Scope),
          )
          if (exchange === undefined) continue
          const isReached = isAccepted(exchange) || exchange.status === 404
          looks.push(
            isReached ? observed(exchange, 'ignored') : byStatus(exchange, { 403: 'enforced' }),
          )
        }
      }
      for (const path of ['/api/react', '/api/dag']) {
        const exchange = await unstartedTurn(session, path, 'agents')
        looks.push(
          exchange.status === 404
            ? observed(exchange, 'ignored')
            : byStatus(exchange, { 403: 'enforced' }),
        )
      }
      return looks
    },
  },
  'scopes.unlisted': {
    plan,
    observe: async ({ session }) => {
      const resume = await unlistedResume(session)
      const looks: ObservedOption<'scopes.unlisted'>[] = [resume]
      // Outside of the chat family, the first two options are the same.
      const open = resume.option === 'chat-family' ? 'chat-family' : 'none'
      for (const name of unlisted) {
        const exchange = await callWithScope(session, 'agents', name)
        if (isAccepted(exchange)) looks.push(observed(exchange, open))
        else if (exchange.status !== 404) looks.push(byStatus(exchange, { 403: 'full' }))
      }
      return looks
    },
  },
  'scopes.separator': {
    plan,
    observe: async ({ session }) => {
      const accepted: { exchange: Exchange; sign: keyof typeof signs }[] = []
      for (const sign of Object.keys(signs) as (keyof typeof signs)[]) {
        const body = { name: session.uniqueName('key'), scopes: ['agents', 'kb'].join(signs[sign]) }
        const value = findFullKey((await postKey(session, body)).json)?.value
        if (typeof value !== 'string') continue
        for (const name of ['agents', 'knowledge bases'] as const) {
          const exchange = await callOperation(session, name, value)
          if (exchange && isAccepted(exchange)) accepted.push({ exchange, sign })
        }
      }
      // An operation that accepts every key shows no separator.
      const byPath = Map.groupBy(accepted, ({ exchange }) => exchange.request.path)
      return [...byPath.values()].flatMap(([first, ...others]) =>
        first === undefined || others.length > 0 ? [] : [observed(first.exchange, first.sign)],
      )
    },
  },
  'scopes.admin-reach': {
    plan,
    observe: async ({ session }) => {
      const looks = []
      for (const name of [
        'agents',
        'agent',
        'knowledge bases',
        'retrieve',
        'connectors',
      ] as const) {
        const exchange = await callOperation(session, name, await scopedKey(session, 'admin'))
        if (exchange === undefined) continue
        looks.push(
          isAccepted(exchange) ? observed(exchange, 'all') : byStatus(exchange, { 403: 'own' }),
        )
      }
      // Operations that need full access are open to `admin` only if it includes everything.
      for (const name of unlisted) {
        if ((await callWithScope(session, 'agents', name)).status !== 403) continue
        const exchange = await callWithScope(session, 'admin', name)
        looks.push(
          isAccepted(exchange) ? observed(exchange, 'all') : byStatus(exchange, { 403: 'own' }),
        )
      }
      return looks
    },
  },
} as const satisfies Observers
