import * as z from 'zod/mini'
import { type OperationId, operations } from '../../contract/operations.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import type { Profile } from '../../contract/picks.ts'
import { operationName } from '../../contract/profile-operations.ts'
import { type Answer, shapesOf } from '../../contract/profile/answers.ts'
import { hiddenPicks } from '../../contract/profile/hidden-picks.ts'
import type { Families, Family } from '../../contract/profile/own-operations.ts'
import { type ProfileProblem, unknownWord } from '../../contract/profile/profile-error.ts'
import { shapeProblems } from '../../contract/profile/shape-problems.ts'
import { readShape, type Shape } from '../../contract/profile/shape.ts'
import { createLinearMatcher } from '../../mocks/platform/chat/pattern-engine.ts'
import { compileExpression } from '../../mocks/platform/expressions.ts'
import { pathProblems } from './path-problems.ts'

/** The problems of a profile that show without a request. */
export function staticProblems(profile: Profile): readonly ProfileProblem[] {
  const { answers = {}, operations: families = {} } = profile
  return [
    ...hiddenPicks(profile),
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
  return [
    ...given.flatMap((part) => expressionProblems([...path, part], answer[part])),
    ...useless,
    ...acceptProblems(row, answer, path),
    ...[...shapesOf(answer)].flatMap(([status, shape]) =>
      patternProblems(shape, [...path, 'shape', String(status)]),
    ),
  ]
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

function expressionProblems(path: readonly string[], text: unknown): ProfileProblem[] {
  if (typeof text !== 'string') return []
  try {
    compileExpression(text)
    return []
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const says = `The expression can't be read: ${reason}. It must be JMESPath, such as \`{ name: name }\`.`
    return [{ path, says }]
  }
}

/** The expressions and the shapes of families, by their keys. */
const expressionKeys = [
  'changes',
  'answer',
  'each',
  'redirect',
  'set',
  'show',
  'lists',
  'deleted',
  'from',
  'seeds',
]
const shapeKeys = ['record', 'body', 'input', 'shown', 'query']

function familyProblems(name: string, family: Family): ProfileProblem[] {
  const path = ['operations', name]
  const parts = family as Readonly<Record<string, unknown>>
  const shapes = shapeKeys.filter((part) => parts[part] !== undefined)
  const created = family.kind === 'action' ? family.creates?.record : undefined
  return [
    ...expressionKeys.flatMap((part) => expressionProblems([...path, part], parts[part])),
    ...expressionProblems([...path, 'creates', 'record'], created),
    ...shapes.flatMap((part) => patternProblems(readShape(parts[part]), [...path, part])),
    ...[...shapesOf(family)].flatMap(([status, shape]) =>
      patternProblems(shape, [...path, 'shape', String(status)]),
    ),
    ...(family.kind === 'collection' ? seedProblems(path, family) : []),
  ]
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

function patternProblems(shape: Shape, path: readonly string[]): ProfileProblem[] {
  switch (shape.kind) {
    case 'list':
      return patternProblems(shape.item, [...path, '0'])
    case 'map':
      return patternProblems(shape.value, [...path, '*'])
    case 'oneOf':
      return shape.shapes.flatMap((one, index) =>
        patternProblems(one, [...path, 'oneOf', String(index)]),
      )
    case 'object':
      return [...shape.fields].flatMap(([name, { shape: field, isOptional }]) =>
        patternProblems(field, [...path, isOptional ? `${name}?` : name]),
      )
    case 'scalar': {
      const { pattern } = shape.limits
      if (pattern === undefined) return []
      try {
        createLinearMatcher(pattern)
        return []
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return [{ path, says: `The pattern can't be used: ${reason}. Write a simpler one.` }]
      }
    }
    default:
      return []
  }
}
