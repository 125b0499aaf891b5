import { isObject, type JsonObject } from '../../../contract/json.ts'
import { type ImportedKind, importedKinds, parentOf } from './kinds.ts'
import type { NonRecordParts, DocumentTexts } from './further-parts.ts'
import type { RecordedExchange } from '../../../contract/exchange.ts'
import { readJwt } from '../../../contract/jwt.ts'

/** A recorded record, in the form of the contract. */
export type KnownRecord = {
  readonly kind: ImportedKind
  readonly id: string
  fields: JsonObject
  /** Fields that the contract lacks. */
  extraFields: JsonObject
  /** The caller who may own the record, if the record does not name its owner. */
  caller: string | undefined
}

/** A reference to a record: its kind and id, and the place of the reference. */
type Reference = {
  readonly kind: ImportedKind
  readonly id: string
  /** The place of the reference, such as `conversations 9a96….agent_id`. */
  readonly because: string
}

/** The kind and id of a record: records of different kinds may have the same number as their id. */
export const recordKey = (kind: ImportedKind, id: string): string => `${kind} ${id}`

/** The maximum number of records of one import, to limit its memory. */
const maxRecords = 100_000

type Observation = {
  /** The fields that the contract lacks. */
  readonly extraFields?: JsonObject
  /** Whether all fields of the record are known. */
  readonly isComplete?: boolean
  readonly caller?: string | undefined
}

/** The latest state of the records of all recordings. */
export class RecordStore {
  readonly #byKind = new Map<ImportedKind, Map<string, KnownRecord>>()
  readonly #names = new Map<string, string>()
  /** The keys of records that a recorded request deleted. */
  readonly deleted = new Set<string>()
  #count = 0

  /** Stores the known fields of a record. Returns false if there are too many records. */
  observe(
    kind: ImportedKind,
    id: string,
    fields: JsonObject,
    { extraFields = {}, isComplete = true, caller }: Observation = {},
  ): boolean {
    const known = this.get(kind, id)
    this.deleted.delete(recordKey(kind, id))
    if (known === undefined) {
      if (this.#count >= maxRecords) return false
      this.#count++
      const records = this.#byKind.get(kind) ?? new Map<string, KnownRecord>()
      this.#byKind.set(
        kind,
        records.set(id, { kind, id, fields, extraFields: isComplete ? extraFields : {}, caller }),
      )
      return true
    }
    // In a summary, null means that the field was omitted.
    const shown = isComplete ? fields : withoutNulls(fields)
    known.fields = { ...known.fields, ...shown }
    if (isComplete) known.extraFields = { ...known.extraFields, ...extraFields }
    known.caller ??= caller
    return true
  }

  delete(kind: ImportedKind, id: string): void {
    this.deleted.add(recordKey(kind, id))
    if (this.#byKind.get(kind)?.delete(id) !== true) return
    this.#count--
    for (const inner of importedKinds) {
      const parent = parentOf(inner)
      if (parent?.kind !== kind) continue
      for (const child of this.idsIn(inner, parent.field, id)) this.delete(inner, child)
    }
  }

  /** The ids of the records whose field `field` contains the id of the parent. */
  idsIn(kind: ImportedKind, field: string, parent: unknown): readonly string[] {
    const inside = this.ofKind(kind).filter(({ fields }) => fields[field] === parent)
    return inside.map(({ id }) => id)
  }

  get(kind: ImportedKind, id: string): KnownRecord | undefined {
    return this.#byKind.get(kind)?.get(id)
  }

  has = (kind: ImportedKind, id: string): boolean => this.get(kind, id) !== undefined

  ofKind(kind: ImportedKind): readonly KnownRecord[] {
    return [...(this.#byKind.get(kind)?.values() ?? [])]
  }

  all(): readonly KnownRecord[] {
    return [...this.#byKind.values()].flatMap((records) => [...records.values()])
  }

  /** Stores the names of referenced records, from fields such as `agent_name`. */
  learnNames(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.learnNames(item)
    if (!isObject(value)) return
    for (const [field, id] of Object.entries(value)) {
      const [, prefix] = /^(.+_|)id$/.exec(field) ?? []
      if (prefix === undefined || typeof id !== 'string') continue
      for (const suffix of ['name', 'email', 'display_name', 'title']) {
        const name = value[`${prefix}${suffix}`]
        if (typeof name === 'string' && name !== '') this.#names.set(`${id} ${suffix}`, name)
      }
    }
  }

  nameOf(id: string, suffix: 'name' | 'email' | 'display_name' | 'title'): string | undefined {
    return this.#names.get(`${id} ${suffix}`)
  }
}

const withoutNulls = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

/** Everything that an import collected about records. */
export type Knowledge = {
  readonly store: RecordStore
  readonly callers: Callers
  readonly texts: DocumentTexts
  readonly nonRecordParts: NonRecordParts
  /** The users' passwords from an earlier import, by user id: someone may have edited them. */
  readonly passwords: Map<string, string>
  /** Values that the contract refuses, once per field: `workflows.status is "active"`. */
  readonly misfits: Set<string>
  /** The records that requests use, by kind and id. */
  readonly referenceMap: Map<string, Reference & { readonly caller: string }>
  /** The time of the newest exchange, in milliseconds since 1970. */
  latest: number
}

/** Finds the user of each request. A later request may show who sent an earlier one. */
export class Callers {
  readonly #userOf = new Map<string, string>()
  readonly #userWithEmail = new Map<string, string>()
  readonly #calls = new Map<string, number>()
  #signIns = 0

  /** The caller of a request: its credential, or the session if there is none. */
  callerOf({ request }: RecordedExchange, body: unknown): string {
    const { headers } = request
    const inBody = isObject(body) ? (body['token'] ?? body['ticket']) : undefined
    const credential =
      request.bearer ??
      headers['authorization'] ??
      headers['x-api-key'] ??
      (typeof inBody === 'string' ? inBody : undefined) ??
      headers['cookie']
    const caller = credential === undefined ? `session ${this.#signIns}` : `with ${credential}`
    this.#calls.set(caller, (this.#calls.get(caller) ?? 0) + 1)
    return caller
  }

  /** Notes a sign-in: later requests without credentials belong to this user. */
  noteSignIn(user: string, content: JsonObject): void {
    this.#signIns++
    this.learn(`session ${this.#signIns}`, user)
    for (const token of [content['access_token'], content['refresh_token'], content['token']])
      if (typeof token === 'string') this.learn(`with ${token}`, user)
  }

  /** Stores which user a caller is. */
  learn(caller: string, user: string): void {
    if (!this.#userOf.has(caller)) this.#userOf.set(caller, user)
  }

  learnEmail(email: string, user: string): void {
    this.#userWithEmail.set(email, user)
  }

  /** The user id of a caller; `undefined` if no exchange shows it. */
  userOf(caller: string, isUser: (id: string) => boolean): string | undefined {
    const known = this.#userOf.get(caller)
    if (known !== undefined) return known
    const claims = readJwt(caller.replace(/^with /, '')) ?? {}
    const subject = claims['sub'] ?? claims['user_id'] ?? claims['uid']
    const email = claims['email'] ?? subject
    const user = email === undefined ? undefined : this.#userWithEmail.get(String(email))
    if (user !== undefined) return user
    return subject !== undefined && (isUser(String(subject)) || typeof subject === 'string')
      ? String(subject)
      : undefined
  }

  /** The ids of users, sorted by the number of their requests, highest first. */
  usersByRequests(isUser: (id: string) => boolean): readonly string[] {
    const calls = new Map<string, number>()
    for (const [caller, count] of this.#calls) {
      const user = this.userOf(caller, isUser)
      if (user !== undefined) calls.set(user, (calls.get(user) ?? 0) + count)
    }
    return [...calls].toSorted(([, a], [, b]) => b - a).map(([user]) => user)
  }
}
