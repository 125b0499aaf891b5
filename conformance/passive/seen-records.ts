import { type Exchange, isCallOf, startOf } from '../session/exchange.ts'
import { member, valueAt } from '../session/json.ts'
import type { SeenConversation, SeenUsage } from '../session/seen.ts'
import { isAccepted } from '../session/assertions.ts'
import { credentialOf } from '../session/request.ts'
import { keyInPath, keyWithId, knownCredential } from '../history/credentials.ts'
import type { HistoryIndex } from '../history/history.ts'
import { pathOf } from '../../contract/exchange.ts'
import { decodeSegment } from '../../contract/operations/path-table.ts'
import type { JsonObject } from '../../contract/json.ts'
import { conversationId, conversationInPath, conversationsIn } from '../setup/conversations.ts'
import { constantFields, findKeyRecord, keyCreations } from '../setup/keys.ts'
import { idInPath, idOf, itemsOf, lists } from '../setup/lists.ts'

/** When a response was complete, in ms since 1970. */
export const endOf = (exchange: Exchange): number => (startOf(exchange) ?? 0) + exchange.ms

/** The key records in an accepted response. */
const keyRecordsIn = (exchange: Exchange): readonly JsonObject[] =>
  isAccepted(exchange) && exchange.request.path.startsWith(lists.keys)
    ? [findKeyRecord(exchange.json), ...(itemsOf(exchange) ?? [])].filter(
        (one) => one !== undefined,
      )
    : []

/** The state of an API key. `since` is when the state was first known, in ms since 1970. */
export type KeyState = {
  readonly state: 'active' | 'disabled' | 'deleted' | 'unknown'
  readonly since: number
  /** Whether a request may have changed the scopes or the expiry of the key. */
  readonly isEdited: boolean
  /** When a request last wrote the key, in ms since 1970. */
  readonly writtenAt: number
  /** When the list that showed the state was requested; undefined if a write showed the state. */
  readonly listedAt?: number | undefined
}

export const keyStates: HistoryIndex<KeyState> = {
  *changes(exchange, before) {
    const since = endOf(exchange)
    const deletedId = keyInPath(exchange, before)?.id
    if (exchange.request.method === 'DELETE' && isAccepted(exchange) && deletedId !== undefined)
      yield [deletedId, { state: 'deleted', since, isEdited: false, writtenAt: since }]
    else
      for (const id of writtenIds(exchange))
        // Another route may delete or disable the key, too.
        if (keyWithId(id, before) !== undefined && idInPath(exchange, lists.keys, 'active') !== id)
          yield [id, { state: 'unknown', since, isEdited: true, writtenAt: since }]
    for (const record of keyRecordsIn(exchange)) {
      const id = idOf(record) ?? ''
      const isActive = record['is_active']
      if (keyWithId(id, before) === undefined || typeof isActive !== 'boolean') continue
      const last = before.get(keyStates, id)
      const { state: lastState = 'active', isEdited = false } = last ?? {}
      const state = !isActive ? 'disabled' : isEdited ? 'unknown' : 'active'
      const isSame = lastState === state
      // A list may show an old state, so a later list must confirm the state.
      if (lastState === 'deleted' || (isSame && last?.listedAt === undefined)) continue
      const listedAt = exchange.request.method === 'GET' ? startOf(exchange) : undefined
      yield [
        id,
        {
          state,
          since: isSame ? (last?.since ?? since) : since,
          isEdited,
          writtenAt: listedAt === undefined ? since : (last?.writtenAt ?? 0),
          listedAt,
        },
      ]
    }
  },
}

/** The path segments of an accepted write request. They include the ids of records. */
const writtenIds = (exchange: Exchange): readonly string[] =>
  exchange.request.method === 'GET' || !isAccepted(exchange)
    ? []
    : pathOf(exchange).split('/').slice(3).map(decodeSegment)

/** The ids in paths of administrators' write requests, which may restrict a user. */
export const administered: HistoryIndex<true> = {
  changes: (exchange) =>
    pathOf(exchange).startsWith('/api/admin/')
      ? writtenIds(exchange).map((id) => [id, true] as const)
      : [],
}

/** The highest shown `total_requests`, and when a response showed it first, in ms since 1970. */
type ShownCount = { readonly count: number; readonly at: number }

/** The highest `total_requests` that responses showed for each API key, by record id. */
export const requestCounts: HistoryIndex<ShownCount> = {
  *changes(exchange, before) {
    for (const record of keyRecordsIn(exchange)) {
      const [id, total] = [idOf(record), record['total_requests']]
      const isCount = id !== undefined && typeof total === 'number'
      if (isCount && total > (before.get(requestCounts, id)?.count ?? 0))
        yield [id, { count: total, at: endOf(exchange) }]
    }
  },
}

/** A shown `last_used_at`, and when it was shown, in ms since 1970. */
type ShownUse = { readonly moment: unknown; readonly at: number }

/** The `last_used_at` that was shown last for each API key, by record id. */
export const shownUses: HistoryIndex<ShownUse> = {
  *changes(exchange) {
    for (const record of keyRecordsIn(exchange)) {
      const id = idOf(record)
      if (id !== undefined && 'last_used_at' in record)
        yield [id, { moment: record['last_used_at'], at: endOf(exchange) }]
    }
  },
}

/** How each API key was used, and when it was used last (ms since 1970), by record id. */
export const keyUsages: HistoryIndex<SeenUsage & { readonly since: number }> = {
  changes(exchange, before) {
    const { kind, id } = knownCredential(credentialOf(exchange), before) ?? {}
    if (kind !== 'key' || id === undefined) return []
    if (exchange.request.method === 'GET' || !isAccepted(exchange)) return []
    const { writes = 0 } = before.get(keyUsages, id) ?? {}
    const { moment, at = 0 } = before.get(shownUses, id) ?? {}
    // Within a second, two uses may have the same time.
    const isEarlier = moment === null || (startOf(exchange) ?? 0) - at >= 1000
    const oldMoment = isEarlier ? moment : undefined
    return [[id, { writes: writes + 1, oldMoment, since: endOf(exchange) }]]
  },
}

/** When each API key was created, in ms since 1970, by record id. */
export const keyBirths: HistoryIndex<number> = {
  changes(exchange) {
    const [id] = keyCreations([exchange]).map(({ json }) => idOf(findKeyRecord(json)))
    return id === undefined ? [] : [[id, endOf(exchange)]]
  },
}

/** Identifies an API key without its id: by name, prefix and creation time together. */
export const nameOfKey = ({ name, key_prefix: prefix, created_at: time }: JsonObject): string =>
  [name, prefix, time].join('\n')

/**
 * The fields of API keys that do not change when a key is used, as first shown, by record id and by
 * `nameOfKey`.
 */
export const keyFields: HistoryIndex<JsonObject> = {
  *changes(exchange, before) {
    const { method } = exchange.request
    const edited = idInPath(exchange, lists.keys)
    // Some deployments let users edit a key. What such a call changes is not known.
    if (edited !== undefined && (method === 'PATCH' || method === 'PUT')) {
      const name = nameOfKey(before.get(keyFields, edited) ?? {})
      yield [edited]
      return yield [name]
    }
    for (const record of keyRecordsIn(exchange)) {
      const shown = constantFields.filter((field) => field in record)
      const fields = Object.fromEntries(shown.map((field) => [field, record[field]]))
      const id = idOf(record)
      if (id === undefined) continue
      const first = { ...fields, ...before.get(keyFields, id) }
      yield [id, first]
      if (!before.get(keyFields, nameOfKey(record))) yield [nameOfKey(record), first]
    }
  },
}

/** The title of a conversation, the title before it, and the time of the change (ms since 1970). */
type Title = { readonly title: string; readonly old: string | undefined; readonly since: number }

export const titles: HistoryIndex<Title> = {
  *changes(exchange, before) {
    if (!isAccepted(exchange) || !pathOf(exchange).startsWith(lists.conversations)) return
    const changed = conversationInPath(exchange)
    const title = member(exchange.request.body, 'title')
    const since = endOf(exchange)
    if (exchange.request.method === 'PATCH' && changed !== undefined && typeof title === 'string')
      yield [changed, { title, old: before.get(titles, changed)?.title, since }]
    for (const item of conversationsIn(exchange)) {
      const [id, shown] = [idOf(item), item['title']]
      if (id === undefined || typeof shown !== 'string') continue
      const lastTitle = before.get(titles, id)
      // A list may still show the old title after a change, so the old title is ignored.
      if (shown !== lastTitle?.title && shown !== lastTitle?.old)
        yield [id, { title: shown, old: undefined, since }]
    }
  },
}

/** The title and the star of each conversation, as last shown or set, by conversation id. */
export const conversations: HistoryIndex<SeenConversation> = {
  *changes(exchange, before) {
    if (!isAccepted(exchange)) return
    const shown = [...conversationsIn(exchange), ...createdConversation(exchange)]
    for (const record of shown) {
      const { title, starred } = record
      const id = idOf(record) ?? ''
      yield [
        id,
        {
          ...before.get(conversations, id),
          ...(typeof title === 'string' && { title }),
          ...(typeof starred === 'boolean' && { isStarred: starred }),
        },
      ]
    }
  },
}

/** The conversation that a request created, with the fields of the response. */
function createdConversation(exchange: Exchange): readonly JsonObject[] {
  const isCreation = isCallOf(exchange, `POST ${lists.conversations}`)
  const id = isCreation ? conversationId(exchange.json) : undefined
  const title = valueAt(exchange.json, ['data', 'title'])
  return id === undefined ? [] : [{ id, ...(title !== undefined && { title }) }]
}

/** When records were deleted, in ms since 1970, by the path of the record. */
export const deletions: HistoryIndex<number> = {
  changes: (exchange) =>
    exchange.request.method === 'DELETE' && isAccepted(exchange)
      ? [[pathOf(exchange), endOf(exchange)]]
      : [],
}
