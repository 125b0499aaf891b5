import * as z from 'zod/mini'
import { isObject, type JsonObject } from '../../contract/json.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import { type Answer, extraFields } from '../../contract/profile/answers.ts'
import { sampleOf, sampleOfSchema } from '../../contract/sample.ts'
import { collectionOf } from '../../mocks/world/store.ts'
import type { World } from '../../mocks/world/world.ts'
import type { StoredRecord } from '../../contract/control/worlds.ts'
import { hasRecords, idParameter } from '../../contract/profile/family-paths.ts'
import type { Families } from '../../contract/profile/own-operations.ts'
import { toJsonSchema } from '../../contract/profile/shape-json-schema.ts'
import { isContractKind, kindOfFamily, kindsByWord, references } from '../../contract/kinds.ts'
import { safeMatch } from './static-problems.ts'
import { ownRecordsOf } from '../../mocks/platform/custom/expression-scope.ts'
import { recordFamilyOfKind } from '../../mocks/platform/own-records/own-record-family.ts'
import { hasAccess } from '../../mocks/platform/records/contract-kinds.ts'

/** The maximum number of paths to try for one operation. Each has the ids of different records. */
const maxPaths = 12

/**
 * Returns paths of an operation with record ids of a world. Paths whose records belong together
 * come first. Empty if the world has no record for a parameter.
 */
export function samplePaths(
  world: World,
  userId: string,
  { path }: Pick<Operation, 'path'>,
  { families = {}, name = '' }: { readonly families?: Families; readonly name?: string } = {},
): readonly string[] {
  const kinds = kindsOfParameters(families, name)
  let chains: readonly (readonly StoredRecord[])[] = [[]]
  for (const [, word = '', parameter = ''] of path.matchAll(/(?<=([^/]+)\/)\{(\w+)\}/g)) {
    const kind = kinds.get(parameter) ?? references[parameter] ?? kindsByWord[word]
    const records = kind === undefined ? undefined : recordsFor(world, userId, families, kind)
    chains = chains.flatMap((chain) => {
      const parts = chain.at(-1)?.[word]
      const all =
        records ?? (Array.isArray(parts) ? (parts as StoredRecord[]) : [{ id: 'example' }])
      const related = all.filter((record) => isConnectedChain([...chain.slice(-1), record]))
      return (related.length > 0 ? related : all.slice(0, 1)).map((record) => [...chain, record])
    })
  }
  return chains
    .toSorted((one, other) => Number(isConnectedChain(other)) - Number(isConnectedChain(one)))
    .slice(0, maxPaths)
    .map((chain) => {
      const ids = chain.map(({ id }) => encodeURIComponent(id))
      return path.replaceAll(/\{\w+\}/g, () => ids.shift() ?? '')
    })
}

/** Whether each record belongs to the previous record: one of the two contains the other's id. */
const isConnectedChain = (chain: readonly StoredRecord[]): boolean =>
  chain.every((record, at) => {
    const previousRecord = chain[at - 1]
    return (
      previousRecord === undefined ||
      Object.values(record).includes(previousRecord.id) ||
      JSON.stringify(previousRecord).includes(`"${record.id}"`)
    )
  })

function kindsOfParameters(families: Families, name: string): ReadonlyMap<string, string> {
  const ownKinds = Object.entries(families).flatMap(([other, family]) =>
    hasRecords(family) ? [[idParameter(other, family), kindOfFamily(other)] as const] : [],
  )
  const family = families[name]
  const parentKinds =
    family !== undefined && 'within' in family ? Object.entries(family.within ?? {}) : []
  const kinds = new Map([...ownKinds, ...parentKinds])
  // Other families may use the same parameter name, so the kind of this family is set last.
  if (hasRecords(family)) kinds.set(idParameter(name, family), kindOfFamily(name))
  if (family?.kind === 'action' && family.on !== undefined) {
    const last = [...family.path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1]
    const by = family.by ?? last
    if (by !== undefined && family.each === undefined) kinds.set(by, family.on)
  }
  return kinds
}

/** All records of a kind: first the user's own, then those the user may see, then all others. */
function recordsFor(
  world: World,
  user: string,
  families: Families,
  kind: string,
): readonly StoredRecord[] {
  if (isContractKind(kind)) {
    const rank = (record: StoredRecord) =>
      (['owner', 'visible'] as const).findIndex((how) => hasAccess(world, kind, record, user, how))
    const groups = Map.groupBy(collectionOf(world.store, kind).inCreationOrder(), rank)
    return [0, 1, -1].flatMap((group) => groups.get(group) ?? [])
  }
  const family = recordFamilyOfKind({ operations: families }, kind)
  if (family === undefined) return []
  const { key = 'id' } = family
  const all = ownRecordsOf(world, family).all()
  const records = all.map((record) => ({ ...record, id: String(record[key]) }))
  const isOwn = ({ user_id }: StoredRecord) => user_id === user
  return [...records.filter(isOwn), ...records.filter((record) => !isOwn(record))]
}

/**
 * Creates a body that an operation accepts. It takes values from `like` for fields that exist
 * there.
 */
export function bodyFor(schema: z.ZodMiniType, like: JsonObject): unknown {
  const { required = [], ...document } = toJsonSchema(schema, safeMatch)
  const sample = sampleOfSchema({ ...document, required }, 'required')
  if (!isObject(sample)) return sample
  // If all fields are optional, sends only names and types: a number of days, for example, might
  // delete all records.
  const fields = Object.entries(sample).filter(
    ([name]) => required.length > 0 || /name|title|type/.test(name),
  )
  return Object.fromEntries(fields.map(([name, value]) => [name, like[name] ?? value]))
}

/** The required query parameters of an operation, as a query string. */
export function queryFor({ query }: Pick<Operation, 'query'>): string {
  if (query === undefined) return ''
  const schema = toJsonSchema(query, safeMatch)
  const entries = Object.entries(sampleOfSchema(schema, 'required') as object)
    .filter(([name]) => schema.required?.includes(name))
    .map(([name, value]): [string, string] => [name, String(value)])
  return entries.length === 0 ? '' : `?${String(new URLSearchParams(entries))}`
}

/** Returns values for a body: fields of a user, and of a record of the kind that the path names. */
export function recordLike(
  { store, config }: World,
  { path }: Pick<Operation, 'path'>,
): JsonObject {
  const kinds = path.split('/').flatMap((word) => kindsByWord[word] ?? [])
  const [record] = kinds.toReversed().flatMap((kind) => collectionOf(store, kind).inCreationOrder())
  return {
    conversation_id: store.conversations.inCreationOrder()[0]?.id,
    agent_id: store.agents.inCreationOrder()[0]?.id,
    ...config.fixture.showcase.users[0],
    ...record,
  }
}

/**
 * Converts a body to the names and values that the deployment accepts. Adds the required fields
 * that only this deployment has.
 */
export function toSentForm(body: unknown, answer: Answer): unknown {
  if (body !== undefined && !isObject(body)) return body
  const { accepts = {} } = answer
  const names = Object.entries(accepts.body ?? {})
  const sentEntries = Object.entries(body ?? {}).map(([field, value]) => {
    const [name = field] = names.find(([, ours]) => ours === field) ?? []
    const values = Object.entries(accepts.values?.[field] ?? {})
    const [other = value] = values.find(([, ours]) => ours === value) ?? []
    return [name, other]
  })
  const fields = extraFields(answer, 'body')
  if (body === undefined && fields.size === 0) return undefined
  const extra = sampleOf({ kind: 'object', fields }, 'required')
  return { ...(extra as object), ...Object.fromEntries(sentEntries) }
}
