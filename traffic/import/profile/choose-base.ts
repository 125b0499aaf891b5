import { type OperationId, operations } from '../../../contract/operations.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import type { Profile } from '../../../contract/picks.ts'
import { shapedOperations } from '../../../contract/profile/shaped-operations.ts'
import { shapeProblems } from '../../../contract/profile/shape-problems.ts'
import type { Shape } from '../../../contract/profile/shape.ts'
import { contentOf, contractFields } from './one-body.ts'
import type { BaseProfile, BaseScore } from './imported-profile.ts'
import { mergeRoutes } from './merge-routes.ts'
import { isSuccess, type RecordedRoute, type Sample } from './recorded-route.ts'
import { createRouteTable, type KnownRoute, type RouteTable } from './route-table.ts'

/** A base profile with its operations, and the routes of the recording as it reads their paths. */
export type ChosenBase = {
  readonly profile: Profile
  readonly table: RouteTable
  readonly routes: readonly RecordedRoute[]
  readonly score: BaseScore
}

/** The bases with their scores, the best first. Of equal ones, the first given one wins. */
export function rankBases(
  bases: readonly BaseProfile[],
  recorded: readonly RecordedRoute[],
): readonly ChosenBase[] {
  return bases
    .map((base) => scored(base, recorded))
    .toSorted((a, b) => valueOf(b.score) - valueOf(a.score))
}

const valueOf = ({ known, sameShape }: BaseScore) => known + sameShape

function scored(base: BaseProfile, recorded: readonly RecordedRoute[]): ChosenBase {
  const { profile } = base
  const table = createRouteTable(profile)
  const isKnown = (method: string, pattern: readonly string[]) =>
    table.find(method, pattern) !== undefined
  const routes = mergeRoutes(recorded, isKnown)
  const shapes = shapesByRoute(profile)
  let [known, sameShape, of] = [0, 0, 0]
  for (const route of routes) {
    const successes = route.entries.filter(isSuccess).length
    of += successes
    const found = table.find(route.method, route.pattern)
    if (found === undefined) continue
    known += successes
    const { samples } = route
    if (samples.length === 0) continue
    const fitting = samples.filter((sample) => hasShape(found, sample, shapes)).length
    sameShape += Math.round((successes * fitting) / samples.length)
  }
  return { profile, table, routes, score: { name: base.name, known, sameShape, of } }
}

type Shapes = ReadonlyMap<string, ReadonlyMap<number, Shape>>

/** The declared shapes of the operations of a profile, by method and path. */
export const shapesByRoute = (profile: Profile): Shapes =>
  new Map(
    shapedOperations(profile).map(({ method, path, shapes }) => [`${method} ${path}`, shapes]),
  )

/** Whether a body has the shape that a profile declares, or else the fields of the contract. */
function hasShape(
  { method, path, operation }: KnownRoute,
  sample: Sample,
  shapes: Shapes,
): boolean {
  const shape = shapes.get(`${method} ${path}`)?.get(sample.status)
  if (shape !== undefined && shape.kind !== 'any')
    return shapeProblems(shape, sample.json ?? null).length === 0
  return operation === undefined || hasContractFields(operation, sample)
}

function hasContractFields(id: OperationId, { json }: Sample): boolean {
  const fields = contractFields(operations[id])
  const { answer }: Operation = operations[id]
  const content = contentOf(answer, json)
  if (fields === undefined || content === undefined) return true
  return content.records.every(
    (record) =>
      Object.keys(record).every((name) => fields.has(name)) &&
      [...fields].every(([name, isOptional]) => isOptional || Object.hasOwn(record, name)),
  )
}
