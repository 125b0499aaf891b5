import { listNames, recordsIn } from '../../contract/body-form.ts'
import { pathOf, type RecordedExchange } from '../../contract/exchange.ts'
import { isObject, ownField } from '../../contract/json.ts'
import { kindsByWord, references } from '../../contract/kinds.ts'
import { operations } from '../../contract/operations.ts'
import { decodeSegment } from '../../contract/operations/path-table.ts'
import { isUuid, uuids } from '../../contract/uuid.ts'
import { isSecretField } from './credentials.ts'

const ulid = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/i
/** Matches a cuid of either version. A word has no digit between its letters. */
const cuid = /^[a-z](?=[0-9a-z]*\d[a-z])[0-9a-z]{23,24}$/

/**
 * Whether a value looks like an id that only one record has: a UUID, a ULID, a cuid, long
 * hexadecimal text, or prefix and random text.
 */
export function isIdLike(value: string): boolean {
  if (value.length > 80) return false
  if (isUuid(value) || /^[0-9a-f]{12,}$/i.test(value)) return true
  if (ulid.test(value) || cuid.test(value)) return true
  return /^[a-z]{1,12}[_-][0-9A-Za-z]{8,}$/.test(value) && /\d/.test(value)
}

/** Whether a path segment is an id by its form alone: no ordinary word has this form. */
export const isIdByForm = (segment: string): boolean =>
  isIdLike(segment) ||
  /^\d+$/.test(segment) ||
  /^[0-9a-f]{8,}$/i.test(segment) ||
  // Matches random texts: long, with capital letters, small letters and digits.
  (segment.length >= 16 && /\d/.test(segment) && /[A-Z]/.test(segment) && /[a-z]/.test(segment))

/** An id as text (some deployments use numbers); `undefined` if the value is no id. */
export const idText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? String(value)
      : undefined

const toPlural = (word: string) => (word.endsWith('s') ? word : `${word}s`)

/** The kind of the contract that a word in a path or a field means, such as `orgs` or `user`. */
function contractKind(word: string): string | undefined {
  const name = word.toLowerCase().replaceAll('_', '-')
  return ownField(kindsByWord, name) ?? ownField(kindsByWord, toPlural(name))
}

/** The kind that a word means, even if the contract does not have this kind. */
const kindOfWord = (word: string): string => contractKind(word) ?? toPlural(word)

/**
 * The kind of the records below a field; fields of envelopes keep the kind. `undefined` for parts
 * of a record, such as the nodes of a workflow: any field may refer to their ids.
 */
export const kindBelow = (field: string, kind: string | undefined): string | undefined =>
  /^ids?$/.test(field) || listNames.includes(field)
    ? kind
    : (ownField(references, field) ?? contractKind(field))

/**
 * The kind of the records in the value of a field. For a plain value, the kind of its own record.
 */
const kindOfMember = (field: string, value: unknown, kind: string | undefined) =>
  isObject(value) || Array.isArray(value) ? kindBelow(field, kind) : kind

/** The kind of the record whose id a field contains. The field is in a record of `kind`. */
export function kindOfIdField(field: string, kind: string | undefined): string | undefined {
  if (/^ids?$/.test(field)) return kind
  const [, word] = /^(.+)_ids?$/.exec(field) ?? []
  return ownField(references, field) ?? (word === undefined ? undefined : kindOfWord(word))
}

/** A segment of a path. */
type PathPart = {
  readonly segment: string
  readonly text: string
  /** The kind of the record whose id the segment is; `undefined` if the segment is not an id. */
  readonly kind: string | undefined
}

/**
 * The segments of the path of a request. A word is only an id if a response has it as an id of this
 * kind; otherwise it may name an operation that the contract lacks. In a `DELETE`, each parameter
 * is an id, so that no word can delete another record by chance.
 */
export function pathParts(
  exchange: RecordedExchange,
  isNoted: IdMap['isNoted'],
): readonly PathPart[] {
  const { operation } = exchange
  const template = operation === undefined ? [] : operations[operation].path.split('/')
  const isDelete = exchange.request.method === 'DELETE'
  const segments = pathOf(exchange).split('/').slice(1)
  return segments.map((segment, at) => {
    const text = decodeSegment(segment)
    const [, parameter] = /^\{(.+)\}$/.exec(template[at + 1] ?? '') ?? []
    const kind =
      ownField(references, parameter ?? '') ?? kindOfWord(decodeSegment(segments[at - 1] ?? ''))
    const isParameter = parameter !== undefined
    const isId =
      isIdLike(text) ||
      isNoted(text, kind) ||
      (isDelete && isParameter) ||
      ((isDelete || isParameter) && isIdByForm(text))
    return { segment, text, kind: isId ? kind : undefined }
  })
}

/** The kind of the records in the bodies of a request whose path has these segments. */
export function kindOfPath(parts: readonly PathPart[]): string {
  const at = parts.findLastIndex(({ kind }) => kind === undefined)
  const [before, last] = [parts[at - 1], parts[at]]
  // The last word can be an action on all records, as in `conversations/batch`.
  return kindOfWord((!isKindWord(last) && isKindWord(before) ? before : last)?.text ?? '')
}

const isKindWord = ({ text, kind }: Partial<PathPart> = {}) =>
  kind === undefined && Object.hasOwn(kindsByWord, text ?? '')

/**
 * How certain it is that two ids mean the same record, in rising order: the same position in a
 * list, the same name, the same place in a record, or a creation during the replay.
 */
type Certainty = 'position' | 'name' | 'place' | 'created'

const certaintyOrder: readonly Certainty[] = ['position', 'name', 'place', 'created']

/** Maps the ids of a recording to ids of the target. */
export type IdMap = ReturnType<typeof createIdMap>

/**
 * The key of an id. Records of different kinds may have the same short id, such as `17`, so the key
 * of a short id includes the kind.
 */
const mapKey = (id: string, kind = ''): string => (isIdLike(id) ? id : `${kind}/${id}`)

/** Creates the id map of one recording. Each `kind` is only used for ids that are not random. */
export function createIdMap() {
  const fresh = new Map<string, { readonly id: string; readonly certainty: Certainty }>()
  const lists = new Map<string, string | undefined>()

  return {
    /** Maps a recorded id to `id` of the target, unless a more certain pair is known. */
    learn(recorded: string, id: string, certainty: Certainty, kind?: string): void {
      const key = mapKey(recorded, kind)
      const known = fresh.get(key)
      // A pair that was found by position stays uncertain, even if a write shows the same pair.
      if (known?.id === id) return
      const isSurer =
        known === undefined ||
        certaintyOrder.indexOf(certainty) > certaintyOrder.indexOf(known.certainty)
      if (isSurer || certainty === 'created') fresh.set(key, { id, certainty })
    },
    get: (recorded: string, kind?: string): string | undefined =>
      fresh.get(mapKey(recorded, kind))?.id,
    /** Whether a recorded id was only matched by its position in a list. */
    isVague: (recorded: string, kind?: string): boolean =>
      fresh.get(mapKey(recorded, kind))?.certainty === 'position',
    /** Notes an id of a recorded response, and the path of its list on the target. */
    note(recorded: string, kind?: string, list?: string): void {
      const key = mapKey(recorded, kind)
      if (list !== undefined || !lists.has(key)) lists.set(key, list)
    },
    /** Whether a recorded response contains this id. A client may also generate ids. */
    isNoted: (recorded: string, kind?: string): boolean =>
      lists.has(mapKey(recorded, kind)) || fresh.has(mapKey(recorded, kind)),
    /** The path of the list on the target that a recorded id belongs to. */
    listOf: (recorded: string, kind?: string): string | undefined =>
      lists.get(mapKey(recorded, kind)),
    /** Finds the ids in a text of the recording. */
    idsIn: (text: string): readonly string[] =>
      isIdLike(text) ? [text] : (text.match(uuids) ?? []),
    /** Replaces the recorded ids in a text by ids of the target. */
    replaceIn: (text: string): string =>
      fresh.get(mapKey(text))?.id ?? text.replaceAll(uuids, (id) => fresh.get(id)?.id ?? id),
  }
}

/** The maps that store the ids and the secrets of paired responses. */
export type LearnedMaps = {
  readonly ids: IdMap
  readonly learnSecret: (recorded: string, fresh: string) => void
}

/**
 * Compares a recorded and a new response, and stores ids and secrets from equal places. Items of
 * lists are paired by known ids, then by name, then by equal ids, then by position. `kind` is that
 * of the records in the response.
 */
export function pairValues(
  recorded: unknown,
  fresh: unknown,
  learned: LearnedMaps,
  certainty: Certainty,
  kind: string | undefined,
  field = '',
): void {
  if (Array.isArray(recorded) && Array.isArray(fresh)) {
    pairItems(recorded, fresh, learned, certainty, kind, field)
  } else if (isObject(recorded) && isObject(fresh)) {
    for (const [key, value] of Object.entries(recorded)) {
      const below = kindOfMember(key, value, kind)
      // Records at the same list position are rarely the same, so their references are not paired.
      const isPaired = certainty !== 'position' || !/._ids?$/.test(key)
      if (isPaired && Object.hasOwn(fresh, key))
        pairValues(value, fresh[key], learned, certainty, below, key)
      else noteIds(value, learned.ids, below, key)
    }
  } else if (typeof recorded === 'string' && isSecretField(field, recorded)) {
    if (typeof fresh === 'string') learned.learnSecret(recorded, fresh)
  } else {
    noteIds(recorded, learned.ids, kind, field)
    const [id, other, idKind] = [idText(recorded), idText(fresh), kindOfIdField(field, kind)]
    if (id === undefined || other === undefined) return
    // Without an id field, only texts are paired, because a long number can be a time.
    const isText = typeof recorded === 'string' && typeof fresh === 'string'
    if (idKind !== undefined || (isText && isIdLike(id) && isIdLike(other)))
      learned.ids.learn(id, other, certainty, idKind)
  }
}

/**
 * Stores the ids of a recorded response that has no counterpart. Without `kind`, only ids with a
 * recognizable form are stored for the records themselves.
 */
export function noteIds(value: unknown, ids: IdMap, kind?: string, field = ''): void {
  const [id, idKind] = [idText(value), kindOfIdField(field, kind)]
  if (id !== undefined) {
    if (idKind !== undefined || (typeof value === 'string' && isIdLike(id))) ids.note(id, idKind)
  } else if (Array.isArray(value)) for (const item of value) noteIds(item, ids, kind, field)
  else if (isObject(value))
    for (const [key, item] of Object.entries(value))
      noteIds(item, ids, kindOfMember(key, item, kind), key)
}

function pairItems(
  recorded: readonly unknown[],
  fresh: readonly unknown[],
  learned: LearnedMaps,
  certainty: Certainty,
  kind: string | undefined,
  field: string,
): void {
  const free = new Set(fresh)
  const open: unknown[] = []
  const pair = (item: unknown, other: unknown, how: Certainty) => {
    free.delete(other)
    pairValues(item, other, learned, how, kind, field)
  }
  const [byId, byName] = [indexByKey(fresh, recordIdOf), indexByKey(fresh, recordNameOf)]
  for (const item of recorded) {
    const id = recordIdOf(item) ?? ''
    const known = byId.get(learned.ids.get(id, kind) ?? '')
    const same = known ?? byName.get(recordNameOf(item) ?? '')
    if (same === undefined || !free.has(same)) open.push(item)
    // A pair that was found by position stays uncertain, even if it is seen again.
    else if (same === known && learned.ids.isVague(id, kind)) pair(item, same, 'position')
    else pair(item, same, certainty === 'created' ? 'created' : 'name')
  }
  // Equal ids are as uncertain as a position: all deployments may have a record `1`.
  const left = open.filter((item) => {
    const twin = byId.get(recordIdOf(item) ?? '')
    if (twin === undefined || !free.has(twin)) return true
    pair(item, twin, 'position')
    return false
  })
  const rest = [...free]
  for (const [at, item] of left.entries()) {
    if (at < rest.length) pair(item, rest[at], 'position')
    else noteIds(item, learned.ids, kind, field)
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
