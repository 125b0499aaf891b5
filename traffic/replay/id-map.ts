import { recordsIn } from '../../contract/body-form.ts'
import { isObject } from '../../contract/json.ts'
import { isSecretField } from './credentials.ts'

const uuidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const wholeUuid = new RegExp(`^${uuidPattern.source}$`, 'i')

/** Whether a value looks like an id: a UUID, long hexadecimal text, or prefix and random text. */
export function isIdLike(value: string): boolean {
  if (value.length > 80) return false
  if (wholeUuid.test(value) || /^[0-9a-f]{12,}$/i.test(value)) return true
  return /^[a-z]{1,12}[_-][0-9A-Za-z]{8,}$/.test(value) && /\d/.test(value)
}

/** An id as text (some deployments use numbers); `undefined` if the value is no id. */
export const idText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? String(value)
      : undefined

/**
 * How certain it is that two ids mean the same record, in rising order: the same position in a
 * list, the same name, the same place in a record, or a creation during the replay.
 */
type Certainty = 'position' | 'name' | 'place' | 'created'

const certaintyOrder: readonly Certainty[] = ['position', 'name', 'place', 'created']

/** Maps the ids of a recording to ids of the target. */
export type IdMap = ReturnType<typeof createIdMap>

/** Creates the id map of one recording. */
export function createIdMap() {
  const fresh = new Map<string, { readonly id: string; readonly certainty: Certainty }>()
  const lists = new Map<string, string | undefined>()

  return {
    /** Maps a recorded id to `id` of the target, unless a more certain pair is known. */
    learn(recorded: string, id: string, certainty: Certainty): void {
      const known = fresh.get(recorded)
      const isSurer =
        known === undefined ||
        certaintyOrder.indexOf(certainty) > certaintyOrder.indexOf(known.certainty)
      if (isSurer || certainty === 'created') fresh.set(recorded, { id, certainty })
    },
    get: (recorded: string): string | undefined => fresh.get(recorded)?.id,
    /** Whether a recorded id was only matched by its position in a list. */
    isVague: (recorded: string): boolean => fresh.get(recorded)?.certainty === 'position',
    /** Notes an id of a recorded response, and the path of its list on the target. */
    note(recorded: string, list?: string): void {
      if (list !== undefined || !lists.has(recorded)) lists.set(recorded, list)
    },
    /** Whether a recorded response contains this id. A client may also generate ids. */
    isNoted: (recorded: string): boolean => lists.has(recorded) || fresh.has(recorded),
    /** The path of the list on the target that a recorded id belongs to. */
    listOf: (recorded: string): string | undefined => lists.get(recorded),
    /** Finds the ids in a text of the recording. */
    idsIn: (text: string): readonly string[] =>
      isIdLike(text) ? [text] : (text.match(uuidPattern) ?? []),
    /** Replaces the recorded ids in a text by ids of the target. */
    replaceIn: (text: string): string =>
      fresh.get(text)?.id ?? text.replaceAll(uuidPattern, (id) => fresh.get(id)?.id ?? id),
  }
}

/** The maps that store the ids and the secrets of paired responses. */
export type LearnedMaps = {
  readonly ids: IdMap
  readonly learnSecret: (recorded: string, fresh: string) => void
}

/**
 * Compares a recorded and a new response, and stores ids and secrets from equal places. Items of
 * lists are paired by known ids, then by name, then by position.
 */
export function pairValues(
  recorded: unknown,
  fresh: unknown,
  learned: LearnedMaps,
  certainty: Certainty,
  field = '',
): void {
  if (Array.isArray(recorded) && Array.isArray(fresh)) {
    pairItems(recorded, fresh, learned, certainty, field)
  } else if (isObject(recorded) && isObject(fresh)) {
    for (const [key, value] of Object.entries(recorded)) {
      // Records at the same list position are rarely the same, so their references are not paired.
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
  { ids, learnSecret }: LearnedMaps,
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

/** Stores the ids of a recorded response that has no counterpart. */
export function noteIds(value: unknown, ids: IdMap): void {
  if (typeof value === 'string') {
    if (isIdLike(value)) ids.note(value)
  } else if (Array.isArray(value)) for (const item of value) noteIds(item, ids)
  else if (isObject(value)) for (const item of Object.values(value)) noteIds(item, ids)
}

function pairItems(
  recorded: readonly unknown[],
  fresh: readonly unknown[],
  learned: LearnedMaps,
  certainty: Certainty,
  field: string,
): void {
  const free = new Set(fresh)
  const open: unknown[] = []
  const pair = (item: unknown, other: unknown, how: Certainty) => {
    free.delete(other)
    pairValues(item, other, learned, how, field)
  }
  const [byId, byName] = [indexByKey(fresh, recordIdOf), indexByKey(fresh, recordNameOf)]
  for (const item of recorded) {
    const id = recordIdOf(item) ?? ''
    const known = byId.get(learned.ids.get(id) ?? '')
    const same = known ?? byName.get(recordNameOf(item) ?? '')
    if (same === undefined || !free.has(same)) open.push(item)
    // A pair that was found by position stays uncertain, even if it is seen again.
    else if (same === known && learned.ids.isVague(id)) pair(item, same, 'position')
    else pair(item, same, certainty === 'created' ? 'created' : 'name')
  }
  const rest = [...free]
  for (const [at, item] of open.entries()) {
    if (at < rest.length) pair(item, rest[at], 'position')
    else noteIds(item, learned.ids)
  }
}

function indexByKey(items: readonly unknown[], keyOf: (item: unknown) => string | undefined) {
  const found = new Map<string, unknown>()
  for (const item of items) {
    const key = keyOf(item)
    if (key !== undefined && !found.has(key)) found.set(key, item)
  }
  return found
}

function recordIdOf(item: unknown): string | undefined {
  return isObject(item) ? idText(item['id']) : undefined
}

const nameFields = ['email', 'slug', 'key', 'name', 'filename', 'title']

function recordNameOf(item: unknown): string | undefined {
  if (!isObject(item)) return undefined
  const field = nameFields.find((name) => typeof item[name] === 'string' && item[name] !== '')
  return field === undefined ? undefined : `${field}:${String(item[field])}`
}

/** The ids of the records in a list; for a single record, its id. */
export const recordIds = (body: unknown): readonly string[] =>
  recordsIn(body).flatMap((item) => recordIdOf(item) ?? [])
