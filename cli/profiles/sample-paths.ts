import type { StoredRecord } from '../../contract/control/worlds.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import { idParameter } from '../../contract/profile/family-paths.ts'
import type { Families } from '../../contract/profile/own-operations.ts'
import { contractKinds, isContractKind, kindOfFamily, references } from '../../contract/kinds.ts'
import { recordsOf } from '../../mocks/platform/custom/seeded-records.ts'
import { recordFamilyOfKind } from '../../mocks/platform/custom/own-record-family.ts'
import { hasAccess } from '../../mocks/platform/records/contract-kinds.ts'
import { collectionOf } from '../../mocks/world/store.ts'
import type { World } from '../../mocks/world/world.ts'

/** The kinds that parameters name by habit, such as `agent_id`. */
const usualKinds: Readonly<Record<string, string>> = {
  ...Object.fromEntries(contractKinds.map((kind) => [`${kind.replace(/s$/, '')}_id`, kind])),
  ...references,
  server_id: 'mcp_servers',
  run_id: 'workflow_runs',
  key_id: 'api_keys',
}

/** The path of an operation with ids of records of a world; undefined if there is no such record. */
export function samplePath(
  world: World,
  userId: string,
  families: Families,
  name: string,
  { path }: Pick<Operation, 'path'>,
): string | undefined {
  const kinds = kindsOfParameters(families, name)
  const ids = new Map<string, string>()
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter)
  let child: StoredRecord | undefined
  // From the last to the first, because a record names its parents.
  for (const parameter of parameters.toReversed()) {
    const named = child?.[parameter]
    const kind = kinds.get(parameter) ?? usualKinds[parameter]
    if (typeof named === 'string') ids.set(parameter, named)
    else if (kind === undefined) ids.set(parameter, 'example')
    else {
      const record = sampleRecord(world, userId, families, kind)
      if (record === undefined) return undefined
      child ??= record
      ids.set(parameter, record.id)
    }
  }
  return path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(ids.get(parameter) ?? ''),
  )
}

function kindsOfParameters(families: Families, name: string): ReadonlyMap<string, string> {
  const own = Object.entries(families).flatMap(([other, family]) =>
    family.kind === 'collection' || family.kind === 'files'
      ? [[idParameter(other, family), kindOfFamily(other)] as const]
      : [],
  )
  const family = families[name]
  const within =
    family !== undefined && 'within' in family ? Object.entries(family.within ?? {}) : []
  const kinds = new Map([...own, ...within])
  // Two families may have the same name for their ids.
  if (family?.kind === 'collection' || family?.kind === 'files')
    kinds.set(idParameter(name, family), kindOfFamily(name))
  if (family?.kind === 'action' && family.on !== undefined) {
    const last = [...family.path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1]
    const by = family.by ?? last
    if (by !== undefined && family.each === undefined) kinds.set(by, family.on)
  }
  return kinds
}

/** A record of a kind, one of the user if there is one. */
function sampleRecord(
  world: World,
  user: string,
  families: Families,
  kind: string,
): StoredRecord | undefined {
  if (isContractKind(kind)) {
    const records = collectionOf(world.store, kind).inCreationOrder()
    return (
      records.find((record) => hasAccess(world, kind, record, user, 'owner')) ??
      records.find((record) => hasAccess(world, kind, record, user, 'visible')) ??
      records[0]
    )
  }
  const { name, family } = recordFamilyOfKind({ operations: families }, kind) ?? {}
  if (name === undefined || family === undefined) return undefined
  const records = recordsOf(world, name, family).all()
  return records.find(({ user_id }) => user_id === user) ?? records[0]
}
