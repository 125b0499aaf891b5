import { isObject, type JsonObject } from '../../contract/json.ts'
import { type Certainty, type IdMap, isIdLike } from './id-map.ts'
import { isSecretField } from './credentials.ts'

/** What pairs of answers teach. */
export type Learned = {
  readonly ids: IdMap
  readonly learnSecret: (recorded: string, fresh: string) => void
}

/**
 * Walks a recorded and a new answer side by side, and learns ids and secrets from equal places. Items
 * of lists are paired by known ids, then by name, then by position.
 */
export function pairValues(
  recorded: unknown,
  fresh: unknown,
  learned: Learned,
  certainty: Certainty,
  field = '',
): void {
  if (Array.isArray(recorded) && Array.isArray(fresh))
    return pairItems(recorded, fresh, learned, certainty, field)
  if (isObject(recorded) && isObject(fresh)) {
    for (const [key, value] of Object.entries(recorded)) {
      if (!Object.hasOwn(fresh, key)) noteIds(value, learned.ids)
      // Two records at the same position are seldom the same: other records that they refer to are
      // left out.
      else if (certainty === 'position' && isReference(key)) noteIds(value, learned.ids)
      else pairValues(value, fresh[key], learned, certainty, key)
    }
    return
  }
  if (typeof recorded === 'number' && typeof fresh === 'number') {
    if (isIdField(field)) learned.ids.learn(String(recorded), String(fresh), certainty)
    return
  }
  if (typeof recorded !== 'string') return
  if (typeof fresh === 'string' && isSecretField(field, recorded))
    learned.learnSecret(recorded, fresh)
  if (!isIdLike(recorded)) return
  if (typeof fresh === 'string' && isIdLike(fresh)) learned.ids.learn(recorded, fresh, certainty)
  else learned.ids.note(recorded)
}

const isIdField = (field: string) => /(^|_)ids?$/.test(field)
const isReference = (field: string) => /._ids?$/.test(field)

/** Notes the ids of an answer that has no counterpart. */
export function noteIds(value: unknown, ids: IdMap): void {
  if (typeof value === 'string') {
    if (isIdLike(value)) ids.note(value)
  } else if (Array.isArray(value)) for (const item of value) noteIds(item, ids)
  else if (isObject(value)) for (const item of Object.values(value)) noteIds(item, ids)
}

function pairItems(
  recorded: readonly unknown[],
  fresh: readonly unknown[],
  learned: Learned,
  certainty: Certainty,
  field: string,
): void {
  const free = new Set(fresh)
  const open: unknown[] = []
  const pair = (item: unknown, other: unknown, how: Certainty) => {
    free.delete(other)
    pairValues(item, other, learned, how, field)
  }
  const [byId, byName] = [indexBy(fresh, idOf), indexBy(fresh, nameOf)]
  for (const item of recorded) {
    const known = learned.ids.get(idOf(item) ?? '')
    const same = byId.get(known ?? '') ?? byName.get(nameOf(item) ?? '')
    if (same === undefined || !free.has(same)) open.push(item)
    else pair(item, same, certainty === 'created' ? 'created' : 'name')
  }
  const rest = [...free]
  const isWhole = certainty !== 'position' && recorded.length === fresh.length
  for (const [at, item] of open.entries()) {
    if (at < rest.length) {
      // The list inside one record has the same items at the same positions, if as many.
      pair(item, rest[at], isWhole && certainty === 'created' ? 'created' : 'position')
    } else noteIds(item, learned.ids)
  }
}

function indexBy(items: readonly unknown[], keyOf: (item: unknown) => string | undefined) {
  const found = new Map<string, unknown>()
  for (const item of items) {
    const key = keyOf(item)
    if (key !== undefined && !found.has(key)) found.set(key, item)
  }
  return found
}

/** The id of a record, as text. */
export function idOf(item: unknown): string | undefined {
  const id = isObject(item) ? item['id'] : undefined
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

function nameOf(item: unknown): string | undefined {
  if (!isObject(item)) return undefined
  const field = nameFields.find((name) => typeof item[name] === 'string' && item[name] !== '')
  return field === undefined ? undefined : `${field}:${String((item as JsonObject)[field])}`
}

const nameFields = ['email', 'slug', 'key', 'name', 'filename', 'title']
