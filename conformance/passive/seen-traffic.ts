import { type Exchange, queryOf, startOf } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import type { SeenFacts, SeenKey } from '../session/seen.ts'
import { isAccepted } from '../session/assertions.ts'
import {
  credentialIndices,
  credentialOf,
  keyInPath,
  keyWithId,
  knownCredential,
} from '../calibrate/caller.ts'
import { History, type HistoryIndex } from '../calibrate/history.ts'
import { pageNumber, parseMoment } from '../calibrate/response.ts'
import { isCall } from '../calibrate/request.ts'
import { readClaim } from '../../contract/jwt.ts'
import { conversationInBody, pathOf } from '../../contract/exchange.ts'
import { isTurnStream } from '../stream/judging.ts'
import { readTokens } from '../setup/credentials.ts'
import { conversationId } from '../setup/conversations.ts'
import { findFullKey, findKeyRecord, keyCreations } from '../setup/keys.ts'
import { idOf, idsOn, itemsOf, lists } from '../setup/lists.ts'
import type { JsonObject } from '../../contract/json.ts'

/** Milliseconds after which a change must show; the same as the default of a run. */
const graceMs = 3000

const endOf = (exchange: Exchange): number => (startOf(exchange) ?? 0) + exchange.ms

/** The key records in an accepted response. */
const keyRecordsIn = (exchange: Exchange): readonly JsonObject[] =>
  isAccepted(exchange) && exchange.request.path.startsWith(lists.keys)
    ? [findKeyRecord(exchange.json), ...(itemsOf(exchange) ?? [])].filter(
        (one) => one !== undefined,
      )
    : []

/** The state of an API key. `since` is when the state was first known, in ms since 1970. */
type KeyState = { readonly state: 'active' | 'disabled' | 'deleted'; readonly since: number }

const keyStates: HistoryIndex<KeyState> = {
  *changes(exchange, before) {
    const deletedId = keyInPath(exchange, before)?.id
    if (exchange.request.method === 'DELETE' && isAccepted(exchange) && deletedId !== undefined)
      yield [deletedId, { state: 'deleted', since: endOf(exchange) }]
    for (const record of keyRecordsIn(exchange)) {
      const id = idOf(record) ?? ''
      const isActive = record['is_active']
      if (keyWithId(id, before) === undefined || typeof isActive !== 'boolean') continue
      const lastState = before.get(keyStates, id)?.state ?? 'active'
      const state = isActive ? 'active' : 'disabled'
      if (lastState !== 'deleted' && lastState !== state)
        yield [id, { state, since: endOf(exchange) }]
    }
  },
}

/** The highest `total_requests` that responses showed for each API key, by record id. */
const requestCounts: HistoryIndex<number> = {
  *changes(exchange, before) {
    for (const record of keyRecordsIn(exchange)) {
      const [id, total] = [idOf(record), record['total_requests']]
      if (id !== undefined && typeof total === 'number')
        yield [id, Math.max(total, before.get(requestCounts, id) ?? 0)]
    }
  },
}

/** The user of each token and each API key. The index key is the full token or API key. */
const users: HistoryIndex<string> = {
  *changes(exchange, before) {
    if (!isAccepted(exchange)) return
    const sender = userOf(exchange, before)
    const tokens = exchange.request.path.startsWith('/api/auth/') ? readTokens(exchange) : undefined
    // A claim comes first, because tokens that were issued before the traffic show nothing else.
    const user = userInToken(tokens?.accessToken) ?? idOf(member(tokens?.body, 'user')) ?? sender
    if (tokens !== undefined && user !== undefined) yield [tokens.accessToken, user]
    const key = keyCreations([exchange]).length > 0 ? findFullKey(exchange.json)?.value : undefined
    if (typeof key === 'string' && sender !== undefined) yield [key, sender]
  },
}

/** The user who sent a request, from earlier traffic or from the claims of the token. */
function userOf(exchange: Exchange, before: History): string | undefined {
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
    const [id, user] = [conversationId(exchange.json), userOf(exchange, before)]
    return id === undefined || user === undefined ? [] : [[id, user]]
  },
}

/** The title of a conversation, the title before it, and the time of the change (ms since 1970). */
type Title = { readonly title: string; readonly old: string | undefined; readonly since: number }

const titles: HistoryIndex<Title> = {
  *changes(exchange, before) {
    const path = pathOf(exchange)
    if (!isAccepted(exchange) || !path.startsWith(lists.conversations)) return
    const [, changed] = /\/conversations\/([^/]+)$/.exec(path) ?? []
    const title = member(exchange.request.body, 'title')
    const since = endOf(exchange)
    if (exchange.request.method === 'PATCH' && changed !== undefined && typeof title === 'string')
      yield [changed, { title, old: before.get(titles, changed)?.title, since }]
    for (const item of itemsOf(exchange) ?? []) {
      const [id, shown] = [idOf(item), item['title']]
      if (id === undefined || typeof shown !== 'string') continue
      const lastTitle = before.get(titles, id)
      // A list may still show the old title after a change, so the old title is ignored.
      if (shown !== lastTitle?.title && shown !== lastTitle?.old)
        yield [id, { title: shown, old: undefined, since }]
    }
  },
}

/** Maximum number of stored streams per conversation. */
const mostStreams = 4

/** The last streams of each conversation, oldest first. */
const streams: HistoryIndex<readonly Exchange[]> = {
  changes(exchange, before) {
    const id = conversationInBody(exchange)
    if (id === undefined || !isTurnStream(exchange)) return []
    return [[id, [...(before.get(streams, id) ?? []), exchange].slice(-mostStreams)]]
  },
  bytesOf: (exchanges) =>
    exchanges.flatMap(({ events }) => events).reduce((sum, { data }) => sum + data.length + 100, 0),
}

/** A page of a list: the ids of its items, and the number of items in the whole list. */
type Page = { readonly ids: readonly string[]; readonly total: number | undefined }

/** The pages of lists that were read, by the name of the page. */
const pages: HistoryIndex<Page> = {
  changes: (exchange, before) =>
    exchange.request.method === 'GET' && isAccepted(exchange) && itemsOf(exchange) !== undefined
      ? [[pageName(exchange, before), { ids: idsOn(exchange), total: totalIn(exchange) }]]
      : [],
  bytesOf: ({ ids }) => ids.join().length,
}

const totalIn = (exchange: Exchange): number | undefined => pageNumber(exchange, 'total')

/** The name of the requested page of a list, or of the page `step` pages later, for this user. */
function pageName(exchange: Exchange, before: History, step = 0): string {
  const query = queryOf(exchange)
  const page = Number(query.get('page') ?? 1) + step
  query.delete('page')
  query.sort()
  return [userOf(exchange, before) ?? '', pathOf(exchange), String(query), page].join('\n')
}

/** Stores what rules need of earlier traffic: keys, users, conversations, streams and pages. */
export class SeenTraffic implements SeenFacts {
  readonly #history = new History([
    streams,
    pages,
    titles,
    conversationOwners,
    users,
    requestCounts,
    keyStates,
    ...credentialIndices,
  ])
  #hasCredentials = false

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
    return { scopes, state: start >= since + graceMs ? state : 'unsettled' }
  }

  countOf(keyId: string): number | undefined {
    return this.#history.get(requestCounts, keyId)
  }

  userOf(exchange: Exchange): string | undefined {
    return userOf(exchange, this.#history)
  }

  ownerOf(conversation: string): string | undefined {
    return this.#history.get(conversationOwners, conversation)
  }

  renamingOf(conversation: string, exchange: Exchange) {
    const { title, old, since = 0 } = this.#history.get(titles, conversation) ?? {}
    const isSettled = (startOf(exchange) ?? 0) >= since + graceMs
    return isSettled && title !== undefined && old !== undefined && old !== title
      ? { old, title }
      : undefined
  }

  streamsBefore(exchange: Exchange): readonly Exchange[] {
    const id = isTurnStream(exchange) ? conversationInBody(exchange) : undefined
    return this.#history.get(streams, id) ?? []
  }

  pageBefore(exchange: Exchange): readonly string[] | undefined {
    const page = this.#history.get(pages, pageName(exchange, this.#history, -1))
    // A record that was created or deleted since then moved the others to other pages.
    return page?.total === totalIn(exchange) ? page?.ids : undefined
  }

  /** Stores an exchange; called after the rules have judged it. */
  add(exchange: Exchange): void {
    this.#hasCredentials ||= exchange.request.bearer !== undefined
    this.#history.add(exchange)
  }
}
