import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import { conversationId, recordIn } from '../setup/conversations.ts'
import { lists } from '../setup/lists.ts'
import { isTurnStream } from '../stream/judging.ts'
import { BoundedMap } from './bounded-map.ts'
import { anyErrorCode } from './look.ts'
import { callerOf, fieldsOf, isUnset, userOf } from './callers.ts'
import { pathOf } from '../../contract/exchange.ts'

/** What earlier exchanges show of a conversation. */
type KnownConversation = {
  /** Who was the first to reach it: the caller, and the user if the credential shows it. */
  readonly owner: string
  readonly user: string | undefined
  /** Whether it was created without a model and without an agent, and got neither. */
  readonly isPlain: boolean
  /** Whether it has no agent; `undefined` if that is unknown. */
  readonly lacksAgent: boolean | undefined
  /** The title that its creator gave, until somebody changed it. */
  readonly givenTitle: string | undefined
  /** The knowledge bases that a request set. */
  readonly knowledgeBases: readonly unknown[] | undefined
  readonly hasTurn: boolean
}

type Caller = Pick<KnownConversation, 'owner' | 'user'>

const mostConversations = 2000
const mostMissing = 2000

/** The id in the path of a request to one conversation. */
export const conversationInPath = (exchange: Exchange): string | undefined =>
  /^\/api\/conversations\/([^/]+)$/.exec(pathOf(exchange))?.[1]

export const isCreation = (exchange: Exchange): boolean =>
  exchange.request.method === 'POST' && pathOf(exchange) === lists.conversations

/** The conversation in the body of a request. */
export function conversationInBody(exchange: Exchange): string | undefined {
  const { conversation_id: id } = fieldsOf(exchange)
  return typeof id === 'string' ? id : undefined
}

/** The conversations of the traffic, and the records that were missing. */
export class KnownConversations {
  readonly #known = new BoundedMap<string, KnownConversation>(mostConversations)
  readonly #administrators = new BoundedMap<string, true>(mostMissing)
  readonly #missing = new BoundedMap<string, true>(mostMissing)

  get(id: string | undefined): KnownConversation | undefined {
    return id === undefined ? undefined : this.#known.get(id)
  }

  /** Whether a user has called operations of administrators. */
  isAdministrator(user: string): boolean {
    return this.#administrators.has(user)
  }

  /** Whether the caller of an exchange was told that nothing is at this path. */
  isMissing(path: string, exchange: Exchange): boolean {
    return this.#missing.has(`${callerOf(exchange)} ${path}`)
  }

  add(exchange: Exchange): void {
    const caller = callerOf(exchange)
    if (caller === undefined) return
    const from = { owner: caller, user: userOf(exchange) }
    const { method } = exchange.request
    const path = pathOf(exchange)
    // A path that does not exist has an error without a code in many deployments.
    const isMissing = exchange.status === 404 && anyErrorCode(exchange) !== undefined
    if (method === 'GET' && isMissing) this.#missing.set(`${caller} ${path}`, true)
    if (!isAccepted(exchange)) return
    if (path.startsWith('/api/admin/') && from.user !== undefined)
      this.#administrators.set(from.user, true)
    if (isCreation(exchange)) this.#addCreated(from, exchange)
    else if (method === 'DELETE') this.#remove(exchange)
    else if (isTurnStream(exchange)) this.#change(conversationInBody(exchange), from, turned)
    else if (method === 'GET' || method === 'PATCH')
      this.#change(conversationInPath(exchange), from, changeIn(exchange))
  }

  #addCreated(from: Caller, exchange: Exchange): void {
    const id = conversationId(exchange.json)
    if (id === undefined) return
    const { model_name, agent_id, title, kb_ids } = fieldsOf(exchange)
    this.#known.set(id, {
      ...from,
      isPlain: isUnset(model_name) && isUnset(agent_id),
      lacksAgent: isUnset(agent_id),
      givenTitle: storedTitle(exchange, title),
      knowledgeBases: basesIn(kb_ids),
      hasTurn: false,
    })
  }

  #change(id: string | undefined, from: Caller, change: Partial<KnownConversation>): void {
    if (id === undefined) return
    this.#known.set(id, { ...unknown, ...from, ...this.#known.get(id), ...change })
  }

  #remove(exchange: Exchange): void {
    const { ids } = fieldsOf(exchange)
    const one = conversationInPath(exchange)
    for (const id of [one, ...(Array.isArray(ids) ? ids : [])])
      if (typeof id === 'string') this.#known.delete(id)
  }
}

const unknown = {
  isPlain: false,
  lacksAgent: undefined,
  givenTitle: undefined,
  knowledgeBases: undefined,
  hasTurn: false,
}

const turned = { hasTurn: true }

/** What an exchange with one conversation says about it. */
function changeIn(exchange: Exchange): Partial<KnownConversation> {
  const { model_name, agent_id, title, kb_ids } = fieldsOf(exchange)
  const agent = member(recordIn(exchange), 'agent_id')
  return {
    ...(agent !== undefined && { lacksAgent: agent === null }),
    ...((model_name !== undefined || agent_id !== undefined) && { isPlain: false }),
    ...(title !== undefined && { givenTitle: undefined }),
    ...(kb_ids !== undefined && { knowledgeBases: basesIn(kb_ids) }),
  }
}

const basesIn = (ids: unknown): readonly unknown[] | undefined =>
  Array.isArray(ids) && ids.length > 0 ? ids : undefined

/** The title of a creation as the deployment keeps it: it may trim it. */
function storedTitle(exchange: Exchange, given: unknown): string | undefined {
  if (typeof given !== 'string' || given.trim() === '') return undefined
  const stored = member(recordIn(exchange), 'title')
  return typeof stored === 'string' && stored !== '' ? stored : given.trim()
}
