import * as z from 'zod/mini'
import { type OperationId, operations } from '../../contract/operations.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import type { Profile } from '../../contract/picks.ts'
import { operationName } from '../../contract/operations/operation-index.ts'
import { type Answer, extraFields } from '../../contract/profile/answers.ts'
import { hiddenPicks } from '../../contract/profile/hidden-picks.ts'
import type { Families, Family } from '../../contract/profile/own-operations.ts'
import { type ProfileProblem, unknownWord } from '../../contract/profile/profile-error.ts'
import { shapeProblems } from '../../contract/profile/shape-problems.ts'
import { readShape } from '../../contract/profile/shape.ts'
import { unusableParts } from '../../mocks/control/unusable-parts.ts'
import { createLinearMatcher } from '../../mocks/platform/chat/pattern-engine.ts'
import { pathProblems } from './path-problems.ts'

/** The problems of a profile that show without a request. */
export async function staticProblems(profile: Profile): Promise<readonly ProfileProblem[]> {
  const { answers = {}, operations: families = {} } = profile
  return [
    ...hiddenPicks(profile),
    ...(await unusableParts(profile)),
    ...Object.entries(answers).flatMap(([id, answer]) => answerProblems(id as OperationId, answer)),
    ...Object.entries(families).flatMap(([name, family]) => familyProblems(name, family)),
    ...pathProblems(profile, safeMatch),
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
  return [...keptProblems(row, answer, path), ...useless, ...acceptProblems(row, answer, path)]
}

/** Fields to keep that no body has. */
function keptProblems(
  row: Operation,
  answer: Answer,
  path: readonly string[],
): readonly ProfileProblem[] {
  const { keeps = [] } = answer
  if (typeof keeps === 'string') return []
  const fields = fieldsOf(row.body)
  if (fields === undefined) return []
  const known = [...extraFields(answer, 'body').keys(), ...fields]
  return keeps.flatMap((field, at) =>
    known.includes(field)
      ? []
      : [
          {
            path: [...path, 'keeps', String(at)],
            says: `${unknownWord('field', field, known)}. Declare it under \`accepts.extra.body\`.`,
          },
        ],
  )
}

/** Names that a deployment accepts for fields and parameters that the contract does not have. */
function acceptProblems(
  row: Operation,
  { accepts = {} }: Answer,
  path: readonly string[],
): ProfileProblem[] {
  return (['query', 'body'] as const).flatMap((place) => {
    const known = fieldsOf(row[place])
    if (known === undefined) return []
    return Object.entries(accepts[place] ?? {}).flatMap(([sent, field]) =>
      known.includes(field)
        ? []
        : [
            {
              path: [...path, 'accepts', place, sent],
              says: `${unknownWord(place === 'query' ? 'parameter' : 'field', field, known)}. Write the name of the contract on the right.`,
            },
          ],
    )
  })
}

const fieldsOf = (schema: z.ZodMiniType | undefined): readonly string[] | undefined =>
  schema === undefined
    ? []
    : schema instanceof z.ZodMiniObject
      ? Object.keys(schema.shape)
      : undefined

function familyProblems(name: string, family: Family): ProfileProblem[] {
  return family.kind === 'collection' ? seedProblems(['operations', name], family) : []
}

/** A record that the platform completes has these fields, whatever its seed says. */
const completed = ['id', 'user_id', 'created_at', 'updated_at', 'owner']

function seedProblems(
  path: readonly string[],
  { record, seeds = [] }: Extract<Families[string], { readonly kind: 'collection' }>,
): ProfileProblem[] {
  const shape = readShape(record)
  if (shape.kind !== 'object' || typeof seeds === 'string') return []
  // The fake fills in defaults, so a seed may leave out these fields.
  const fields = new Map(
    [...shape.fields]
      .filter(([name]) => !completed.includes(name))
      .map(([name, field]) => {
        const hasDefault = field.shape.kind === 'scalar' && field.shape.default !== undefined
        return [name, { ...field, isOptional: field.isOptional || hasDefault }] as const
      }),
  )
  return seeds.flatMap((seed, index) => {
    const own = Object.entries(seed).filter(([field]) => !completed.includes(field))
    return shapeProblems({ kind: 'object', fields }, Object.fromEntries(own), safeMatch).map(
      ({ at, says }) => ({
        path: [...path, 'seeds', String(index), ...at.split(/[.[\]]+/).filter(Boolean)],
        says: `\`${at}\` of this seed ${says}. Change the seed or \`record\`.`,
      }),
    )
  })
}

/** An invalid pattern is reported by itself, once. */
export const safeMatch = (pattern: string, text: string): boolean => {
  try {
    return createLinearMatcher(pattern).test(text)
  } catch {
    return true
  }
}
