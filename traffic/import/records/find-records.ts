import { isObject, type JsonObject } from '../../../contract/json.ts'
import { bodyForm, listIn as listInContent } from '../../../contract/body-form.ts'
import { idOf } from './fit-fields.ts'
import {
  type ImportedKind,
  importedKinds,
  isImportedKind,
  kindNamed,
  parentOf,
  type PlaceKind,
  type Place,
} from './kinds.ts'

/** A record in a recorded answer. */
export type FoundRecord = {
  readonly kind: ImportedKind
  readonly id: string
  readonly raw: JsonObject
  /** Whether it shows all fields of the record, so that further fields belong to the record. */
  readonly isWhole: boolean
}

/** The list in an answer: bare, in a page, or under the name of its kind; `undefined` without one. */
export function listIn(content: unknown, kind: PlaceKind): readonly unknown[] | undefined {
  const names = isObject(content) ? Object.keys(content) : []
  return listInContent(
    content,
    names.filter((name) => kindNamed(name) === kind),
  )?.items
}

/** Words after a kind that make a new record of it. */
const creating = /^(create|new|add|upload)$/

/** Actions of a record that answer with another, new record. */
const copying = /^(fork|duplicate|copy|clone|import)$/

/** Finds the records in a successful answer. */
export function findRecords(place: Place | undefined, body: unknown): readonly FoundRecord[] {
  const { content } = bodyForm(body)
  const found = place === undefined ? [] : atPlace(place, content)
  return [...found, ...found.flatMap(nested), ...namedIn(content, found)]
}

function atPlace(place: Place, content: unknown): readonly FoundRecord[] {
  const { kind, id, action, isWhole } = place
  if (!isImportedKind(kind)) return []
  // The runs of a batch.
  if (kind === 'workflows' && action === 'batch-run' && isObject(content))
    return [content['results']].flat().flatMap((raw) => {
      const run = isObject(raw) ? { ...raw, workflow_id: id } : raw
      return record('workflow_runs', run, false)
    })
  const list = id === undefined ? listIn(content, kind) : undefined
  if (list !== undefined)
    return action === undefined ? list.flatMap((raw) => record(kind, raw, isWhole)) : []
  if (!isObject(content)) return []
  const isNew = id === undefined && creating.test(action ?? '')
  const [single] = record(kind, content, isWhole && (action === undefined || isNew))
  if (single === undefined || (id === undefined && action !== undefined && !isNew)) return []
  if (id === undefined || single.id === id) return [single]
  return action !== undefined && copying.test(action) ? [{ ...single, isWhole }] : []
}

function record(kind: ImportedKind, raw: unknown, isWhole: boolean): readonly FoundRecord[] {
  const id = isObject(raw) ? idOf(kind, raw) : undefined
  return isObject(raw) && id !== undefined ? [{ kind, id, raw, isWhole }] : []
}

/** The records inside a record: messages of a conversation, actions of a connector. */
const nested = ({ kind, id, raw, isWhole }: FoundRecord): readonly FoundRecord[] =>
  importedKinds.flatMap((inner) => {
    const parent = parentOf(inner)
    const list = raw[inner]
    if (parent?.kind !== kind || !Array.isArray(list)) return []
    return list.flatMap((one) =>
      isObject(one) ? record(inner, { ...one, [parent.field]: id }, isWhole) : [],
    )
  })

/** Objects with the data of a user. */
const userNames = /^(user|account|profile|me)$/

/** Records under the name of their kind in another answer, such as the user of a sign-in. */
function namedIn(content: unknown, known: readonly FoundRecord[]): readonly FoundRecord[] {
  if (!isObject(content) || known.length > 0) return []
  return Object.entries(content).flatMap(([name, value]) => {
    if (userNames.test(name) && isObject(value)) return userIn(value, name === 'user')
    const kind = kindNamed(name)
    if (!Array.isArray(value) || kind === undefined || !isImportedKind(kind)) return []
    const found = value.flatMap((raw) => record(kind, raw, false))
    return [...found, ...found.flatMap(nested)]
  })
}

/** A user as sign-in and `me` show it. */
export function userIn(raw: unknown, isWhole = true): readonly FoundRecord[] {
  const isUser =
    isObject(raw) && typeof raw['email'] === 'string' && raw['access_token'] === undefined
  return isUser ? record('users', raw, isWhole) : []
}
