import { type Exchange, operationOf, queryOf, startOf } from '../session/exchange.ts'
import { formatValue, member } from '../session/json.ts'
import type { SeenConversation, SeenFacts, SeenKey, SeenUsage } from '../session/seen.ts'
import { isAccepted } from '../session/assertions.ts'
import { credentialIndices, knownCredential } from '../history/credentials.ts'
import { credentialOf, isCall } from '../session/request.ts'
import { History, type HistoryIndex } from '../history/history.ts'
import { pageNumber, parseMoment } from '../history/response.ts'
import type { JsonObject } from '../../contract/json.ts'
import { readClaim } from '../../contract/jwt.ts'
import { conversationInBody, pathOf } from '../../contract/exchange.ts'
import { isTurnStream } from '../stream/judging.ts'
import { readTokens } from '../setup/credentials.ts'
import { conversationId } from '../setup/conversations.ts'
import { findFullKey, keyCreations } from '../setup/keys.ts'
import { encodeId, idOf, idsOn, isPage, itemsOf, lists } from '../setup/lists.ts'
import {
  administered,
  conversations,
  deletions,
  endOf,
  keyBirths,
  keyFields,
  keyStates,
  keyUsages,
  nameOfKey,
  requestCounts,
  shownUses,
  titles,
} from './seen-records.ts'

/**
 * Maps each access token and API key to its user. The `owner` of a credential is no substitute: it
 * can be the email address of a login form, while responses contain the user id.
 */
const users: HistoryIndex<string> = {
  *changes(exchange, before) {
    if (!isAccepted(exchange)) return
    const sender = knownUser(exchange, before)
    const tokens = exchange.request.path.startsWith('/api/auth/') ? readTokens(exchange) : undefined
    // Prefers the id in the token: a token issued before the traffic shows no other id of its user.
    const user = userInToken(tokens?.accessToken) ?? idOf(member(tokens?.body, 'user')) ?? sender
    if (tokens !== undefined && user !== undefined) yield [tokens.accessToken, user]
    const key = keyCreations([exchange]).length > 0 ? findFullKey(exchange.json)?.value : undefined
    if (typeof key === 'string' && sender !== undefined) yield [key, sender]
  },
}

/** The user who sent a request, from earlier traffic or from the claims of the token. */
function knownUser(exchange: Exchange, before: History): string | undefined {
  const credential = credentialOf(exchange)
  return before.get(users, credential) ?? userInToken(credential)
}

/** The user in the claims of an access token; `undefined` for any other credential. */
const userInToken = (credential: string | undefined): string | undefined =>
  ['sub', 'user_id', 'email']
    .map((name) => readClaim(credential, name))
    .find((claim) => claim !== undefined)

/** The users who created conversations, by conversation id. */
const conversationOwners: HistoryIndex<string> = {
  changes(exchange, before) {
    if (!isAccepted(exchange) || !isCall(exchange, 'POST', lists.conversations)) return []
    const [id, user] = [conversationId(exchange.json), knownUser(exchange, before)]
    return id === undefined || user === undefined ? [] : [[id, user]]
  },
}

/** The pairs of a user and an operation that has accepted a request of the user. */
const reachedOperations: HistoryIndex<true> = {
  changes(exchange, before) {
    const user = knownUser(exchange, before)
    return isAccepted(exchange) && user !== undefined ? [[reachName(exchange, user), true]] : []
  },
}

const reachName = ({ request }: Exchange, user: string) => `${user}\n${operationOf(request)}`

/** Maximum number of stored streams per conversation. */
const maxStreams = 4

/** The last streams of each conversation, oldest first. */
const streams: HistoryIndex<readonly Exchange[]> = {
  changes(exchange, before) {
    const id = conversationInBody(exchange)
    if (id === undefined || !isTurnStream(exchange)) return []
    return [[id, [...(before.get(streams, id) ?? []), exchange].slice(-maxStreams)]]
  },
  bytesOf: (exchanges) =>
    exchanges.flatMap(({ events }) => events).reduce((sum, { data }) => sum + data.length + 100, 0),
}

/** A page of a list. `at` is when it was requested, in ms since 1970. */
type Page = {
  readonly ids: readonly string[]
  /** The number of items in the whole list. */
  readonly total: number | undefined
  readonly at: number
}

/** The pages of lists that were read, by the name of the page. */
const pages: HistoryIndex<Page> = {
  changes: (exchange, before) =>
    exchange.request.method === 'GET' && isAccepted(exchange) && itemsOf(exchange) !== undefined
      ? [
          [
            pageKey(exchange, before),
            { ids: idsOn(exchange), total: totalIn(exchange), at: startOf(exchange) ?? 0 },
          ],
        ]
      : [],
  bytesOf: ({ ids }) => ids.join().length,
}

/** After this many milliseconds, another client may have changed the order of a list. */
const maxBetweenPages = 10_000

/**
 * When each user last wrote, in ms since 1970: the newest record may be the first of its list. With
 * the list of API keys: when a read last used a key, which may be the first then.
 */
const reorderings: HistoryIndex<number> = {
  changes(exchange, before) {
    const isKey = knownCredential(credentialOf(exchange), before)?.kind === 'key'
    const isRead = exchange.request.method === 'GET'
    if (isRead && !isKey) return []
    const user = knownUser(exchange, before) ?? ''
    const name = isRead ? user + lists.keys : user
    return [[name, Math.max(endOf(exchange), before.get(reorderings, name) ?? 0)]]
  },
}

const totalIn = (exchange: Exchange): number | undefined => pageNumber(exchange, 'total')

/** Whether a response has all items of a list, and none has this id. */
const isWholeWithout = (id: unknown, exchange: Exchange): boolean =>
  isPage(exchange) &&
  totalIn(exchange) === itemsOf(exchange)?.length &&
  !idsOn(exchange).includes(formatValue(id))

/** Returns the index key of the requested list page, or of the page `step` pages after it. */
function pageKey(exchange: Exchange, before: History, step = 0): string {
  const query = new URLSearchParams(queryOf(exchange))
  const page = Number(query.get('page') ?? 1) + step
  query.delete('page')
  query.sort()
  return [knownUser(exchange, before) ?? '', pathOf(exchange), String(query), page].join('\n')
}

/** Stores what rules need of earlier traffic: keys, users, conversations, streams and pages. */
export class SeenTraffic implements SeenFacts {
  readonly #history = new History([
    streams,
    pages,
    reorderings,
    titles,
    conversations,
    deletions,
    administered,
    reachedOperations,
    conversationOwners,
    users,
    keyUsages,
    shownUses,
    requestCounts,
    keyFields,
    keyBirths,
    keyStates,
    ...credentialIndices,
  ])
  #hasCredentials = false
  readonly #graceMs: number

  /** `graceMs`: after this many milliseconds a change must show. */
  constructor(graceMs: number) {
    this.#graceMs = graceMs
  }

  hasCredentials(): boolean {
    return this.#hasCredentials
  }

  keyOf(exchange: Exchange): SeenKey | undefined {
    const key = knownCredential(credentialOf(exchange), this.#history)
    const start = startOf(exchange)
    if (key?.kind !== 'key' || start === undefined) return undefined
    const scopes = key.scopes ?? ''
    const changed = this.#history.get(keyStates, key.id)
    const expiresAt = parseMoment(key.expiresAt) ?? Number.NaN
    const [state, since] =
      changed !== undefined
        ? [changed.state, changed.since]
        : start >= expiresAt
          ? (['expired', expiresAt] as const)
          : (['active', Number.NEGATIVE_INFINITY] as const)
    // A restricted user is refused with any key.
    const isRestricted = this.#history.get(administered, this.userOf(exchange)) ?? false
    const { writtenAt = 0, listedAt = Number.POSITIVE_INFINITY } = changed ?? {}
    const isLate = listedAt < writtenAt + this.#graceMs
    const isKnown = !isLate && state !== 'unknown' && !(isRestricted && state === 'active')
    const isNew = start < (this.#history.get(keyBirths, key.id) ?? 0) + this.#graceMs
    const isSettled = isKnown && start >= since + this.#graceMs
    return { scopes, isNew, state: isSettled ? state : 'unsettled' }
  }

  isFullKey(text: string): boolean {
    return knownCredential(text, this.#history)?.kind === 'key'
  }

  isDeletedKey(keyId: string, exchange: Exchange): boolean {
    const { state, since = 0 } = this.#history.get(keyStates, keyId) ?? {}
    return state === 'deleted' && this.#isSettled(since, exchange)
  }

  keyBefore(record: JsonObject, exchange: Exchange): JsonObject | undefined {
    const known = this.#history.get(keyFields, idOf(record) ?? '')
    const sameName = this.#history.get(keyFields, nameOfKey(record))
    return known ?? (isWholeWithout(sameName?.['id'], exchange) ? sameName : undefined)
  }

  usageOf(keyId: string, exchange: Exchange): SeenUsage | undefined {
    const usage = this.#history.get(keyUsages, keyId)
    return usage !== undefined && this.#isSettled(usage.since, exchange) ? usage : undefined
  }

  hasReached(exchange: Exchange): boolean {
    const user = knownUser(exchange, this.#history) ?? ''
    return this.#history.get(reachedOperations, reachName(exchange, user)) ?? false
  }

  countOf(keyId: string, exchange: Exchange): number {
    const { count, at } = this.#history.get(requestCounts, keyId) ?? { count: 0, at: 0 }
    return this.#isSettled(at, exchange) ? count : 0
  }

  userOf(exchange: Exchange): string | undefined {
    return knownUser(exchange, this.#history)
  }

  isOwn(conversation: string, exchange: Exchange): boolean | undefined {
    const [owner, user] = [
      this.#history.get(conversationOwners, conversation),
      this.userOf(exchange),
    ]
    return owner === undefined || user === undefined ? undefined : owner === user
  }

  conversationBefore(conversation: string): SeenConversation {
    return this.#history.get(conversations, conversation) ?? {}
  }

  isDeleted(exchange: Exchange): boolean {
    const since = this.#history.get(deletions, pathOf(exchange))
    return since !== undefined && this.#isSettled(since, exchange)
  }

  isUsed(conversation: string): boolean {
    const path = `${lists.conversations}/${encodeId(conversation)}`
    const [deleted, turns] = [
      this.#history.get(deletions, path),
      this.#history.get(streams, conversation),
    ]
    return deleted !== undefined || turns !== undefined
  }

  renamingOf(conversation: string, exchange: Exchange) {
    const { title, old, since = 0 } = this.#history.get(titles, conversation) ?? {}
    return this.#isSettled(since, exchange) &&
      title !== undefined &&
      old !== undefined &&
      old !== title
      ? { old, title }
      : undefined
  }

  streamsBefore(exchange: Exchange): readonly Exchange[] {
    const id = isTurnStream(exchange) ? conversationInBody(exchange) : undefined
    return this.#history.get(streams, id) ?? []
  }

  pageBefore(exchange: Exchange): readonly string[] | undefined {
    const page = this.#history.get(pages, pageKey(exchange, this.#history, -1))
    const { at = 0, total, ids } = page ?? {}
    const user = this.userOf(exchange) ?? ''
    const isReordered = [user, user + pathOf(exchange)].some(
      (name) => (this.#history.get(reorderings, name) ?? -1) >= at,
    )
    const isLate = (startOf(exchange) ?? 0) > at + maxBetweenPages
    // After a record was created or deleted, other records may be on other pages.
    return isReordered || isLate || total !== totalIn(exchange) ? undefined : ids
  }

  /** Whether a change at `since` (ms since 1970) had time to show before a request was sent. */
  #isSettled(since: number, exchange: Exchange): boolean {
    return (startOf(exchange) ?? 0) >= since + this.#graceMs
  }

  /** Stores an exchange; called after the rules have judged it. */
  add(exchange: Exchange): void {
    this.#hasCredentials ||= exchange.request.bearer !== undefined
    this.#history.add(exchange)
  }
}
