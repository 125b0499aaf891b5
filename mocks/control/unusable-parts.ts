import { messageOf } from '../../contract/realm-safe.ts'
import { type OperationId } from '../../contract/operations.ts'
import type { Profile } from '../../contract/picks.ts'
import { operationName } from '../../contract/operations/operation-index.ts'
import { type Answer, shapesOf } from '../../contract/profile/answers.ts'
import { contractKinds } from '../../contract/kinds.ts'
import { effectExpressions, effectKinds } from '../../contract/profile/effects.ts'
import { creationsOf } from '../../contract/profile/family-paths.ts'
import type { Family } from '../../contract/profile/own-operations.ts'
import { type ProfileProblem, unknownWord } from '../../contract/profile/profile-error.ts'
import { readShape, type Shape } from '../../contract/profile/shape.ts'
import { createLinearMatcher } from '../platform/chat/pattern-engine.ts'
import { compileExpression } from '../platform/expressions.ts'
import { recordFamilies, recordKindOf } from '../platform/own-records/own-record-family.ts'

/**
 * Finds the parts of a profile that would fail at each request: expressions that can't be read or that
 * call an unknown function, patterns that can't be matched in linear time, and effects on records of
 * an unknown kind.
 */
export function unusableParts(profile: Profile): readonly ProfileProblem[] {
  const { answers = {}, operations = {} } = profile
  const kinds = [...recordFamilies(profile).map(recordKindOf), ...contractKinds]
  return [
    ...Object.entries(answers).flatMap(([id, answer]) => [
      ...problemsInAnswer(id as OperationId, answer),
      ...kindProblems(['answers', operationName(id as OperationId)], answer, kinds),
    ]),
    ...Object.entries(operations).flatMap(([name, family]) => [
      ...problemsInFamily(name, family),
      ...kindProblems(['operations', name], family as Parts, kinds),
    ]),
  ]
}

type Parts = Readonly<Record<string, unknown>>

function problemsInAnswer(id: OperationId, answer: Answer): readonly ProfileProblem[] {
  const path = ['answers', operationName(id)]
  return [
    ...(['record', 'body', 'shares', 'keeps'] as const).flatMap((part) =>
      expressionProblems([...path, part], answer[part]),
    ),
    ...expressionProblems([...path, 'accepts', 'from'], answer.accepts?.from),
    ...effectProblems(path, answer),
    ...[...shapesOf(answer)].flatMap(([status, shape]) =>
      patternProblems(shape, [...path, 'shape', String(status)]),
    ),
  ]
}

/** The keys of a family whose values are expressions. */
const expressionKeys = [
  'changes',
  'keeps',
  'runs',
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
const shapeKeys = ['record', 'body', 'input', 'shown', 'query', 'fields']

function problemsInFamily(name: string, family: Family): readonly ProfileProblem[] {
  const path = ['operations', name]
  const parts = family as Parts
  const shapes = shapeKeys.filter((part) => parts[part] !== undefined)
  const created = family.kind === 'action' ? creationsOf(family) : []
  return [
    ...expressionKeys.flatMap((part) => expressionProblems([...path, part], parts[part])),
    ...effectProblems(path, parts),
    ...created.flatMap(({ creation, path: inside }) =>
      expressionProblems([...path, ...inside, 'record'], creation.record),
    ),
    ...shapes.flatMap((part) => patternProblems(readShape(parts[part]), [...path, part])),
    ...[...shapesOf(family)].flatMap(([status, shape]) =>
      patternProblems(shape, [...path, 'shape', String(status)]),
    ),
  ]
}

const effectProblems = (
  path: readonly string[],
  part: Parameters<typeof effectExpressions>[0],
): ProfileProblem[] =>
  effectExpressions(part).flatMap(({ path: inside, text }) =>
    expressionProblems([...path, ...inside], text),
  )

const kindProblems = (
  path: readonly string[],
  part: Parameters<typeof effectKinds>[0],
  kinds: readonly string[],
): ProfileProblem[] =>
  effectKinds(part)
    .filter(({ text }) => !kinds.includes(String(text)))
    .map(({ path: inside, text }) => ({
      path: [...path, ...inside],
      says: `${unknownWord('collection or kind of records', String(text), kinds)}.`,
    }))

function expressionProblems(path: readonly string[], text: unknown): ProfileProblem[] {
  if (typeof text !== 'string') return []
  try {
    compileExpression(text)
    return []
  } catch (error) {
    const reason = messageOf(error)
    const says = `The expression can't be read: ${reason}. It must be JMESPath, such as \`{ name: name }\`.`
    return [{ path, says }]
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
        const reason = messageOf(error)
        return [{ path, says: `The pattern can't be used: ${reason}. Write a simpler one.` }]
      }
    }
    default:
      return []
  }
}
