import { isResponse } from '../../contract/realm-safe.ts'
import { recordIn } from '../../contract/body-form.ts'
import { toMoment } from '../../contract/canonical-date.ts'
import { parseJson, isObject, type JsonObject } from '../../contract/json.ts'
import { toOperationPattern } from '../../contract/operations/operation-pattern.ts'
import { decodeSegment } from '../../contract/operations/path-table.ts'
import { machineClock } from '../proxy/clock.ts'
import { credentialOf, headerOf, withoutHeaders } from '../proxy/raw-headers.ts'
import { type Substitute, type SubstitutableCall, substituteHeader } from '../proxy/substitute.ts'
import {
  Callers,
  readingHeaders,
  LruMap,
  holderOfMessages,
  readJson,
  readAgent,
  readConversation,
} from './callers.ts'
import type { TurnFake } from '../journal/turn-fake.ts'
import { idText } from '../replay/id-map.ts'

/** Options of `createFakeTurns`. */
export type FakeTurnsOptions = {
  /** Whether the fake plays turns. Default: true. */
  readonly turns?: boolean
  /**
   * Further operations that the fake answers, such as `GET /api/agents*` or `agents.*`. Their
   * responses have ids of the fake, which the deployment does not know.
   */
  readonly unsafe?: readonly string[]
  /** The maximum number of stored conversations; the longest unused are dropped. Default: 500. */
  readonly maxConversations?: number
  /** Returns a monotonic time in milliseconds. */
  readonly now?: () => number
}

/** A conversation of the deployment that the fake knows. */
type KnownConversation = {
  readonly userId: string
  /** Whether the fake played a turn in the conversation, and so answers requests about the turn. */
  readonly isPlayed: boolean
  /** The ids of the messages that come from the deployment. */
  readonly deploymentMessageIds: ReadonlySet<string>
}

const turnOperations: ReadonlySet<string> = new Set(['chat.react', 'chat.dag', 'chat.auto'])
const turnPartOperations: ReadonlySet<string> = new Set([
  'chat.resume',
  'chat.inject',
  'chat.inject-recall',
])
const confirmationOperations: ReadonlySet<string> = new Set([
  'confirmations.read',
  'confirmations.respond',
])

const maxAgents = 500

/**
 * Lets a fake play the turns of a deployment, for the option `substitute` of `startProxy`. The fake
 * answers all requests of a turn: its stream, resume, inject, and confirmations. The deployment
 * answers everything else. It also decides who the caller is and which conversations exist.
 *
 * @example
 * const substitute = createFakeTurns(createTurnFake(createFake({ fixture })))
 * const proxy = await startProxy({ to: 'https://staging.example.com', substitute })
 */
export function createFakeTurns(fake: TurnFake, options: FakeTurnsOptions = {}): Substitute {
  return new FakeTurns(fake, options)
}

class FakeTurns implements Substitute {
  readonly #fake: TurnFake
  readonly #playsTurns: boolean
  readonly #unsafe: readonly ReturnType<typeof toOperationPattern>[]
  readonly #callers: Callers
  readonly #conversations: LruMap<KnownConversation>
  readonly #agents: LruMap<true>

  constructor(fake: TurnFake, options: FakeTurnsOptions) {
    const { turns: playsTurns = true, unsafe = [], maxConversations = 500 } = options
    this.#fake = fake
    this.#playsTurns = playsTurns
    this.#unsafe = unsafe.map(toOperationPattern)
    this.#conversations = new LruMap(maxConversations, (id) => fake.forget('conversations', id))
    this.#agents = new LruMap(maxAgents, (id) => fake.forget('agents', id))
    this.#callers = new Callers(fake, options.now ?? machineClock.now, (userId) => {
      for (const [id, one] of this.#conversations.entries())
        if (one.userId === userId) this.#conversations.delete(id)
    })
  }

  mayAnswer(called: Parameters<Substitute['mayAnswer']>[0]): boolean {
    if (this.#unsafe.some((fits) => fits(called))) return true
    if (!this.#playsTurns || called.id === undefined) return false
    if (
      turnOperations.has(called.id) ||
      turnPartOperations.has(called.id) ||
      called.id === 'chat.ticket'
    )
      return true
    if (called.id === 'conversations.read')
      return this.#playedConversation(lastPathSegment(called.path)) !== undefined
    return (
      confirmationOperations.has(called.id) &&
      this.#fake.hasConfirmation(lastPathSegment(called.path.replace(/\/respond\/?$/, '')))
    )
  }

  async answer(call: SubstitutableCall): Promise<Response | undefined> {
    const { id } = call
    if (this.#unsafe.some((fits) => fits(call))) return this.#answerUnsafe(call)
    if (id === undefined) return undefined
    if (turnOperations.has(id)) return this.#play(call)
    if (turnPartOperations.has(id)) return this.#answerFollowUp(call)
    if (id === 'chat.ticket') return this.#passTicket(call)
    if (id === 'conversations.read') return this.#readConversation(call)
    return this.#sendForCaller(call)
  }

  async #play(call: SubstitutableCall): Promise<Response> {
    // Asks the deployment each time, because a key may have been disabled since the last turn.
    const callers = await identifyCallers(this.#callers, call, false)
    if ('refusal' in callers) return callers.refusal
    const { userId, credential } = callers
    const reading = { ask: call.ask, headers: readingHeaders(call.headers, credential) }
    const { conversation_id: id, agent_id: wished } = jsonBodyOf(call)
    if (typeof id !== 'string' || id === '') {
      await this.#readAgent(reading, wished)
      return this.#send(call, callers)
    }
    const found = await readConversation(reading, id)
    if (isResponse(found)) return found
    const before = this.#conversations.get(id)
    // Only the owner can have turns in a conversation: the fake refuses other users.
    if (before === undefined || before.userId === userId) {
      this.#fake.putConversation(userId, found.record, found.messages)
      const deploymentMessageIds = new Set([
        ...(before?.deploymentMessageIds ?? []),
        ...found.messages.map((one) => one.id),
      ])
      this.#conversations.set(id, { userId, isPlayed: false, ...before, deploymentMessageIds })
    }
    await this.#readAgent(reading, wished ?? found.record['agent_id'])
    const response = await this.#send(call, callers)
    const known = this.#conversations.get(id)
    if (response.ok && known !== undefined)
      this.#conversations.set(id, { ...known, isPlayed: true })
    return response
  }

  /** Finds a conversation by id, if the fake played a turn in it. */
  #playedConversation(id: unknown): KnownConversation | undefined {
    const known = typeof id === 'string' ? this.#conversations.get(id) : undefined
    return known?.isPlayed === true ? known : undefined
  }

  async #readAgent(reading: Parameters<typeof readAgent>[0], id: unknown): Promise<void> {
    if (typeof id !== 'string' || id === '') return
    const agent = await readAgent(reading, id)
    if (agent === undefined) return
    this.#fake.putAgent(agent)
    this.#agents.set(id, true)
  }

  /** Answers requests about a turn of the fake. All others go to the deployment. */
  async #answerFollowUp(call: SubstitutableCall): Promise<Response | undefined> {
    const { conversation_id: id } = jsonBodyOf(call)
    const played = this.#playedConversation(id)
    if (played === undefined) return undefined
    const callers = await identifyCallers(this.#callers, call)
    // A request of another user goes to the deployment, which refuses it.
    if ('refusal' in callers || callers.userId !== played.userId) return undefined
    // The deployment may have deleted the conversation since its turn.
    const headers = readingHeaders(call.headers, callers.credential)
    const found = await readConversation({ ask: call.ask, headers }, String(id))
    return isResponse(found) ? found : this.#send(call, callers)
  }

  /** Forwards the request for a ticket, and remembers the caller of the ticket. */
  async #passTicket({ method, url, headers, body, ask }: SubstitutableCall): Promise<Response> {
    const answer = await ask({ method, path: url, headers, body })
    const ticket = answer.ok ? recordIn(await readJson(answer.clone()))?.['ticket'] : undefined
    if (typeof ticket === 'string') this.#callers.addTicket(ticket, credentialOf(headers))
    return answer
  }

  /** Reads a conversation from the deployment, and appends the messages from the fake. */
  async #readConversation(call: SubstitutableCall): Promise<Response> {
    const { method, url, headers, path, ask } = call
    const answer = await ask({ method, path: url, headers })
    const played = this.#playedConversation(lastPathSegment(path))
    if (!answer.ok || played === undefined) return answer
    const callers = await identifyCallers(this.#callers, call)
    if ('refusal' in callers || callers.userId !== played.userId) return answer
    const text = await answer.text()
    const json: unknown = parseJson(text)
    const holder = holderOfMessages(json)
    if (holder === undefined) return new Response(text, answer)
    const own = await this.#fake.fetch(
      new Request(fakeOrigin + path, {
        headers: { authorization: `Bearer ${this.#fake.tokenOf(played.userId)}` },
      }),
    )
    const messages = own.ok ? (holderOfMessages(await readJson(own))?.messages ?? []) : []
    const theirs = holder.messages
    holder.messages = [
      ...theirs,
      ...formatLikeDeployment(
        withoutDeploymentMessages(messages, played.deploymentMessageIds),
        theirs,
      ),
    ]
    const merged = new Response(JSON.stringify(json), answer)
    // Removes the etag, because the deployment's etag does not cover the messages of the fake.
    for (const name of ['etag', 'last-modified']) merged.headers.delete(name)
    merged.headers.set(substituteHeader, 'fake-messages')
    return merged
  }

  /** Lets the fake answer an operation of `unsafe`. The fake may refuse a missing credential. */
  async #answerUnsafe(call: SubstitutableCall): Promise<Response> {
    return hasCredential(call) ? this.#sendForCaller(call) : this.#send(call, undefined)
  }

  /** Lets the fake answer as the user whom the deployment accepts. */
  async #sendForCaller(call: SubstitutableCall): Promise<Response> {
    const callers = await identifyCallers(this.#callers, call)
    return 'refusal' in callers ? callers.refusal : this.#send(call, callers)
  }

  async #send(call: SubstitutableCall, callers: RequestCallers | undefined): Promise<Response> {
    const request = toFakeRequest(call, callers, (userId) => this.#fake.tokenOf(userId))
    const response = await this.#fake.fetch(request)
    const marked = new Response(response.body, response)
    marked.headers.set(substituteHeader, 'fake')
    return marked
  }
}

/** The id in the last segment of a path. */
const lastPathSegment = (path: string): string =>
  decodeSegment(path.replace(/\/$/, '').split('/').at(-1) ?? '')

/** The base address in requests to the fake. No server listens there. */
const fakeOrigin = 'http://fake.localhost'

/** The users of a request's credentials. One credential may be in a header, another in the body. */
type RequestCallers = {
  /** The user of the turn. */
  readonly userId: string
  /** The accepted credential; `undefined` for a cookie. */
  readonly credential: string | undefined
  /** The user of the credential in the header. */
  readonly headerUserId: string | undefined
  /** The user of the credential in the body. */
  readonly bodyUserId: string | undefined
}

/** The body of a call as an object; empty if the body is not a JSON object. */
function jsonBodyOf({ body }: SubstitutableCall): JsonObject {
  const json = body.length === 0 ? undefined : parseJson(new TextDecoder().decode(body))
  return isObject(json) ? json : {}
}

const bearerOf = ({ headers }: SubstitutableCall): string | undefined =>
  /^\s*bearer\s+(\S+)\s*$/i.exec(headerOf(headers, 'authorization') ?? '')?.[1]

/** The credential in the body of a turn request. */
function tokenOf(call: SubstitutableCall): string | undefined {
  const { token } = call.id?.startsWith('chat.') === true ? jsonBodyOf(call) : {}
  return typeof token === 'string' && token !== '' ? token : undefined
}

/** Whether a call has a credential, or cookies that may contain one. */
const hasCredential = (call: SubstitutableCall): boolean =>
  (bearerOf(call) ?? tokenOf(call) ?? headerOf(call.headers, 'cookie')) !== undefined

/** Finds the users of a call's credentials, or the deployment's refusal. */
async function identifyCallers(
  callers: Callers,
  call: SubstitutableCall,
  mayUseCache = true,
): Promise<RequestCallers | { readonly refusal: Response }> {
  const places = [...new Set([tokenOf(call), bearerOf(call)])].filter((one) => one !== undefined)
  const users = new Map<string | undefined, string>()
  let refusal: Response | undefined
  for (const credential of places.length === 0 ? [undefined] : places) {
    const found = await callers.identify(credential, call, mayUseCache)
    if ('refusal' in found) refusal ??= found.refusal
    else users.set(credential, found.userId)
  }
  const [first] = users
  if (first === undefined) return { refusal: refusal ?? Response.error() }
  const [credential, userId] = first
  const userAt = (one: string | undefined) => (one === undefined ? undefined : users.get(one))
  return {
    userId,
    credential,
    headerUserId: userAt(bearerOf(call)),
    bodyUserId: userAt(tokenOf(call)),
  }
}

/** Headers that the fake does not get: they describe the client's connection or its page. */
const droppedHeaders =
  /^(host|connection|keep-alive|content-length|transfer-encoding|expect|accept-encoding|cookie|origin|x-understudy-.*)$/

/**
 * Converts a call to a request to the fake. Tokens of the fake replace credentials that the
 * deployment accepted. Other tokens stay, so the fake refuses them where it checks tokens.
 */
function toFakeRequest(
  call: SubstitutableCall,
  callers: RequestCallers | undefined,
  tokenFor: (userId: string) => string,
): Request {
  const { method, url, headers, body, signal } = call
  const sent = new Headers(withoutHeaders(headers, droppedHeaders))
  const { headerUserId, bodyUserId, userId } = callers ?? {}
  const inHeader = headerUserId ?? (bodyUserId === undefined ? userId : undefined)
  if (inHeader !== undefined) sent.set('authorization', `Bearer ${tokenFor(inHeader)}`)
  const content =
    bodyUserId === undefined
      ? new Uint8Array(body)
      : JSON.stringify({ ...jsonBodyOf(call), token: tokenFor(bodyUserId) })
  const hasBody = method !== 'GET' && method !== 'HEAD' && body.length > 0
  return new Request(fakeOrigin + url, {
    method,
    headers: sent,
    signal,
    ...(hasBody && { body: content }),
  })
}

/** Converts messages of the fake to the form of the deployment's messages, if that is known. */
function formatLikeDeployment(messages: readonly unknown[], theirs: readonly unknown[]): unknown[] {
  const samples = theirs.filter(isObject)
  return messages.filter(isObject).map((message) => {
    const sample = samples.findLast(({ role }) => role === message['role']) ?? samples.at(-1)
    return sample === undefined ? message : formatLikeSample(message, sample)
  })
}

/** The messages in a response of the fake that do not come from the deployment. */
const withoutDeploymentMessages = (
  messages: readonly unknown[],
  read: ReadonlySet<string>,
): unknown[] => messages.filter((one) => isObject(one) && !read.has(idText(one['id']) ?? ''))

/** Keeps only the fields that the sample has, and formats dates as the sample does. */
const formatLikeSample = (message: JsonObject, sample: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(sample).map(([name, theirs]) => {
      const own = message[name] ?? null
      const isDate = name.endsWith('_at') && typeof own === 'string' && typeof theirs === 'string'
      return [name, isDate ? matchDateForm(own, theirs) : own]
    }),
  )

/** Formats a date in UTC with the digits and the zone mark of a sample date. */
function matchDateForm(date: string, sample: string): string {
  const [, digits] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?/.exec(sample) ?? ['']
  const moment = new Date(toMoment(date))
  if (Number.isNaN(moment.getTime()) || !sample.includes('T')) return date
  const iso = moment.toISOString()
  const fraction =
    digits === undefined
      ? ''
      : `.${iso.slice(20, 23).padEnd(digits.length, '0').slice(0, digits.length)}`
  const [mark = ''] = /(z|[+-]\d\d:?\d\d)$/i.exec(sample) ?? []
  return iso.slice(0, 19) + fraction + (/^[+-]/.test(mark) ? '+00:00' : mark)
}
