import { type OperationId, operationIds, operations } from '../../contract/operations.ts'
import type { Profile } from '../../contract/picks.ts'
import { operationName } from '../../contract/operations/operation-index.ts'
import type { Families } from '../../contract/profile/own-operations.ts'
import type { ProfileProblem } from '../../contract/profile/profile-error.ts'
import type { MatchesPattern } from '../../contract/profile/shape-problems.ts'
import { ownOperations } from '../../mocks/platform/custom/own-operations.ts'
import { compileProfile } from '../../mocks/server/behaviour/compile.ts'

type OwnPath = { readonly family: string; readonly method: string; readonly path: string }

/** Overlaps of the paths of families with the contract and with each other. */
export function pathProblems(profile: Profile, matches: MatchesPattern): ProfileProblem[] {
  const { operations: families = {} } = profile
  const { absent } = compileProfile(profile).general
  const own = ownOperations(families, matches).map(({ family, row }) => ({
    family,
    method: row.method,
    path: row.path,
  }))
  return [
    ...own.flatMap((one) => contractProblem(one, absent)),
    ...own.flatMap((one, index) => ownProblem(one, own.slice(0, index))),
    ...Object.entries(families).flatMap(([name, family]) => onProblem(name, family)),
  ]
}

const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

const problemOf = ({ family }: OwnPath, says: string): ProfileProblem => ({
  path: ['operations', family, 'path'],
  says,
})

/** An operation of the contract with the same path comes first, unless the deployment leaves it out. */
function contractProblem(own: OwnPath, absent: ReadonlySet<OperationId>): ProfileProblem[] {
  const { method, path } = own
  const found = operationIds.find(
    (id) =>
      operations[id].method === method &&
      shapeOf(path) === shapeOf(operations[id].path) &&
      !absent.has(id),
  )
  if (found === undefined) return []
  return [
    problemOf(
      own,
      `\`${method} ${path}\` is an operation of the contract. Describe it under \`answers\` as \`${operationName(found)}\`, or leave it out with \`only\`.`,
    ),
  ]
}

function ownProblem(own: OwnPath, before: readonly OwnPath[]): ProfileProblem[] {
  const { method, path } = own
  const same = before.filter((other) => shapeOf(other.path) === shapeOf(path))
  const twice = same.find((other) => other.method === method)
  if (twice !== undefined)
    return [
      problemOf(
        own,
        `\`${method} ${path}\` is also an operation of \`${twice.family}\`. Remove one of them; a collection leaves operations out with \`only\`.`,
      ),
    ]
  const renamed = same.find((other) => other.path !== path)
  return renamed === undefined
    ? []
    : [
        problemOf(
          own,
          `\`${path}\` is \`${renamed.path}\` in \`${renamed.family}\`. Use the same names for the parameters.`,
        ),
      ]
}

function onProblem(name: string, family: Families[string]): ProfileProblem[] {
  if (family.kind !== 'action' || family.on === undefined) return []
  if (family.each !== undefined || family.path.includes('{')) return []
  const says = `\`on\` needs a parameter with the id of the record in the path, such as \`${family.path}/{${family.on}_id}\`.`
  return [{ path: ['operations', name, 'path'], says }]
}
