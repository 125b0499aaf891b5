import { bodyForm } from '../../contract/body-form.ts'
import { isObject } from '../../contract/json.ts'
import { isSecretField } from './credentials.ts'
import { type Certainty, type IdMap, idText, isIdLike } from './id-map.ts'

/** Where ids and secrets of paired answers are kept. */
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
  if (Array.isArray(recorded) && Array.isArray(fresh)) {
    pairItems(recorded, fresh, learned, certainty, field)
  } else if (isObject(recorded) && isObject(fresh)) {
    for (const [key, value] of Object.entries(recorded)) {
      // Records at the same position of a list are seldom the same record, so what they refer to is
      // not paired.
      const isPaired = certainty !== 'position' || !/._ids?$/.test(key)
      if (isPaired && Object.hasOwn(fresh, key))
        pairValues(value, fresh[key], learned, certainty, key)
      else noteIds(value, learned.ids)
    }
  } else if (typeof recorded === 'number') {
    if (typeof fresh === 'number' && /^id$|_id$/.test(field))
      learned.ids.learn(String(recorded), String(fresh), certainty)
  } else if (typeof recorded === 'string') {
    pairTexts(recorded, fresh, learned, certainty, field)
  }
}

function pairTexts(
  recorded: string,
  fresh: unknown,
  { ids, learnSecret }: Learned,
  certainty: Certainty,
  field: string,
): void {
  if (isSecretField(field, recorded)) {
    if (typeof fresh === 'string') learnSecret(recorded, fresh)
  } else if (isIdLike(recorded)) {
    ids.note(recorded)
    if (typeof fresh === 'string' && isIdLike(fresh)) ids.learn(recorded, fresh, certainty)
  }
}

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
    const id = idOf(item) ?? ''
    const known = byId.get(learned.ids.get(id) ?? '')
    const same = known ?? byName.get(nameOf(item) ?? '')
    if (same === undefined || !free.has(same)) open.push(item)
    // A pair that was made by position does not become surer by being seen again.
    else if (same === known && learned.ids.isVague(id)) pair(item, same, 'position')
    else pair(item, same, certainty === 'created' ? 'created' : 'name')
  }
  const rest = [...free]
  for (const [at, item] of open.entries()) {
    if (at < rest.length) pair(item, rest[at], 'position')
    else noteIds(item, learned.ids)
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

function idOf(item: unknown): string | undefined {
  return isObject(item) ? idText(item['id']) : undefined
}

const nameFields = ['email', 'slug', 'key', 'name', 'filename', 'title']

function nameOf(item: unknown): string | undefined {
  if (!isObject(item)) return undefined
  const field = nameFields.find((name) => typeof item[name] === 'string' && item[name] !== '')
  return field === undefined ? undefined : `${field}:${String(item[field])}`
}

/** The ids of the records in a list; for a single record, its id. */
export function recordIds(body: unknown): readonly string[] {
  const { content, list } = bodyForm(body)
  return (list?.items ?? [content]).flatMap((item) => idOf(item) ?? [])
}
