import * as z from 'zod/mini'
import { type OperationId, operationIds, operations } from '../../contract/operations.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import { kindsByWord } from '../../contract/kinds.ts'
import type { Profile } from '../../contract/picks.ts'
import { recordSchemas } from '../../contract/record-schemas.ts'
import { operationName } from '../../contract/operations/operation-index.ts'
import { type Answer, extraFields } from '../../contract/profile/answers.ts'
import { hiddenPicks } from '../../contract/profile/hidden-picks.ts'
import type { CollectionFamily, Family } from '../../contract/profile/own-operations.ts'
import { type ProfileProblem, unknownWord } from '../../contract/profile/profile-error.ts'
import { shapeProblems } from '../../contract/profile/shape-problems.ts'
import { readShape } from '../../contract/profile/shape.ts'
import { unusableParts } from '../../mocks/control/unusable-parts.ts'
import { createLinearMatcher } from '../../mocks/platform/chat/pattern-engine.ts'
import { ownOperations } from '../../mocks/platform/custom/own-operations.ts'
import { compileProfile } from '../../mocks/server/behaviour/compile.ts'
import { withoutParameterNames } from '../../contract/operations/path-table.ts'

/** The problems of a profile that can be found without a request. */
export function staticProblems(profile: Profile): readonly ProfileProblem[] {
  const { answers = {}, operations: families = {} } = profile
  return [
    ...hiddenPicks(profile),
    ...unusableParts(profile),
    ...Object.entries(answers).flatMap(([id, answer]) => answerProblems(id as OperationId, answer)),
    ...Object.entries(families).flatMap(([name, family]) =>
      family.kind === 'collection' ? seedProblems(['operations', name], family) : [],
    ),
    ...pathProblems(profile),
  ]
}

function answerProblems(id: OperationId, answer: Answer): ProfileProblem[] {
  const path = ['answers', operationName(id)]
  const row: Operation = operations[id]
  const given = (['record', 'body'] as const).filter((part) => answer[part] !== undefined)
  const useless = given
    .filter((part) => row.answer === 'download' || (row.answer === 'empty' && part === 'record'))
    .map((part) => ({
      path: [...path, part],
      part: 'key' as const,
      says: `\`${part}\` has no effect: ${operationName(id)} answers with ${row.answer === 'empty' ? 'no body' : 'a file'}. Remove it.`,
    }))
  return [
    ...keptProblems(row, answer, path),
    ...useless,
    ...shareProblems(row, answer, path),
    ...acceptProblems(row, answer, path),
  ]
}

/** Finds `shares` where it has no effect. */
function shareProblems(
  row: Operation,
  { shares }: Answer,
  path: readonly string[],
): ProfileProblem[] {
  const kind = kindsByWord[row.path.split('/').at(-1) ?? '']
  const isSharedList =
    row.method === 'GET' &&
    kind !== undefined &&
    fieldsOf(recordSchemas[kind])?.includes('visibility') === true
  if (shares === undefined || isSharedList) return []
  const says =
    '`shares` has no effect here: it only works in lists of agents, connectors, knowledge bases, MCP servers and workflows. Remove it.'
  return [{ path: [...path, 'shares'], part: 'key', says }]
}

/** Finds fields in `keeps` that no request body can have. */
function keptProblems(
  row: Operation,
  answer: Answer,
  path: readonly string[],
): readonly ProfileProblem[] {
  const { keeps = [] } = answer
  if (typeof keeps === 'string') return []
  const fields = fieldsOf(row.body)
  if (fields === undefined) return []
  const knownFields = [...extraFields(answer, 'body').keys(), ...fields]
  return [...keeps.entries()]
    .filter(([, field]) => !knownFields.includes(field))
    .map(([at, field]) => ({
      path: [...path, 'keeps', String(at)],
      says: `${unknownWord('field', field, knownFields)}. Declare it under \`accepts.extra.body\`.`,
    }))
}

/** Finds fields and parameters in `accepts` that the contract does not have. */
function acceptProblems(
  row: Operation,
  { accepts = {} }: Answer,
  path: readonly string[],
): ProfileProblem[] {
  return (['query', 'body'] as const).flatMap((place) => {
    const knownNames = fieldsOf(row[place])
    if (knownNames === undefined) return []
    return Object.entries(accepts[place] ?? {})
      .filter(([, field]) => !knownNames.includes(field))
      .map(([sent, field]) => ({
        path: [...path, 'accepts', place, sent],
        says: `${unknownWord(place === 'query' ? 'parameter' : 'field', field, knownNames)}. The right side must be a name of the contract.`,
      }))
  })
}

const fieldsOf = (schema: z.ZodMiniType | undefined): readonly string[] | undefined =>
  schema === undefined
    ? []
    : schema instanceof z.ZodMiniObject
      ? Object.keys(schema.shape)
      : undefined

/** The platform sets these fields of each record, so a seed need not have them. */
const generatedFields = ['id', 'user_id', 'created_at', 'updated_at', 'owner']

function seedProblems(
  path: readonly string[],
  { record, key, seeds = [] }: CollectionFamily,
): ProfileProblem[] {
  const shape = readShape(record)
  if (shape.kind !== 'object' || typeof seeds === 'string') return []
  // A seed may leave out fields with a default, because the fake fills them in.
  const fields = new Map(
    [...shape.fields]
      .filter(([name]) => !generatedFields.includes(name))
      .map(([name, field]) => {
        const hasDefault = field.shape.kind === 'scalar' && field.shape.default !== undefined
        return [
          name,
          { ...field, isOptional: field.isOptional || hasDefault || name === key },
        ] as const
      }),
  )
  return seeds.flatMap((seed, index) => {
    const ownEntries = Object.entries(seed).filter(([field]) => !generatedFields.includes(field))
    return shapeProblems({ kind: 'object', fields }, Object.fromEntries(ownEntries), safeMatch).map(
      ({ at, says }) => ({
        path: [...path, 'seeds', String(index), ...at.split(/[.[\]]+/).filter(Boolean)],
        says: `\`${at}\` of this seed ${says}. Change the seed or \`record\`.`,
      }),
    )
  })
}

/** Matches a pattern. An invalid pattern matches every text, because another check reports it. */
export const safeMatch = (pattern: string, text: string): boolean => {
  try {
    return createLinearMatcher(pattern).test(text)
  } catch {
    return true
  }
}

type OwnPath = { readonly family: string; readonly method: string; readonly path: string }

/** Finds paths of families that overlap with the contract or with each other. */
function pathProblems(profile: Profile): ProfileProblem[] {
  const { operations: families = {} } = profile
  const { absent } = compileProfile(profile).general
  const ownPaths = ownOperations(families, safeMatch).map(
    ({ family, row: { method, path } }): OwnPath => ({ family, method, path }),
  )
  return [
    ...ownPaths.flatMap((one) => contractProblem(one, absent)),
    ...ownPaths.flatMap((one, index) => duplicatePathProblem(one, ownPaths.slice(0, index))),
    ...Object.entries(families).flatMap(([name, family]) => missingParameterProblem(name, family)),
  ]
}

const problemOf = ({ family }: OwnPath, says: string): ProfileProblem => ({
  path: ['operations', family, 'path'],
  says,
})

/** Finds a contract operation with the same method and path, which would answer instead. */
function contractProblem(own: OwnPath, absent: ReadonlySet<OperationId>): ProfileProblem[] {
  const { method, path } = own
  const sameOperation = operationIds.find(
    (id) =>
      operations[id].method === method &&
      withoutParameterNames(path) === withoutParameterNames(operations[id].path) &&
      !absent.has(id),
  )
  if (sameOperation === undefined) return []
  const says = `\`${method} ${path}\` is an operation of the contract. Describe it under \`answers\` as \`${operationName(sameOperation)}\`, or leave it out with \`only\`.`
  return [problemOf(own, says)]
}

function duplicatePathProblem(own: OwnPath, before: readonly OwnPath[]): ProfileProblem[] {
  const { method, path } = own
  const same = before.filter(
    (other) => withoutParameterNames(other.path) === withoutParameterNames(path),
  )
  const twice = same.find((other) => other.method === method)
  const renamed = same.find((other) => other.path !== path)
  if (twice === undefined && renamed === undefined) return []
  const says =
    twice === undefined
      ? `\`${path}\` is \`${renamed?.path}\` in \`${renamed?.family}\`. Use the same names for the parameters.`
      : `\`${method} ${path}\` is also an operation of \`${twice.family}\`. Remove one of them; a collection leaves operations out with \`only\`.`
  return [problemOf(own, says)]
}

function missingParameterProblem(name: string, family: Family): ProfileProblem[] {
  if (family.kind !== 'action' || family.on === undefined) return []
  if (family.each !== undefined || family.path.includes('{')) return []
  const says = `\`on\` needs a parameter with the id of the record in the path, such as \`${family.path}/{${family.on}_id}\`.`
  return [{ path: ['operations', name, 'path'], says }]
}
