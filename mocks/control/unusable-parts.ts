import { messageOf } from '../../contract/realm-safe.ts'
import { type OperationId } from '../../contract/operations.ts'
import type { Profile } from '../../contract/picks.ts'
import { operationName } from '../../contract/profile-operations.ts'
import { type Answer, shapesOf } from '../../contract/profile/answers.ts'
import { creationsOf } from '../../contract/profile/family-paths.ts'
import type { Family } from '../../contract/profile/own-operations.ts'
import type { ProfileProblem } from '../../contract/profile/profile-error.ts'
import { readShape, type Shape } from '../../contract/profile/shape.ts'
import { createLinearMatcher } from '../platform/chat/pattern-engine.ts'
import { compileExpression } from '../platform/expressions.ts'

/**
 * Finds what would fail at each request: expressions that can't be read or that name an unknown
 * function, and patterns that can't be matched in linear time.
 */
export function unusableParts({
  answers = {},
  operations = {},
}: Profile): readonly ProfileProblem[] {
  return [
    ...Object.entries(answers).flatMap(([id, answer]) => inAnswer(id as OperationId, answer)),
    ...Object.entries(operations).flatMap(([name, family]) => inFamily(name, family)),
  ]
}

function inAnswer(id: OperationId, answer: Answer): readonly ProfileProblem[] {
  const path = ['answers', operationName(id)]
  return [
    ...(['record', 'body', 'keeps'] as const).flatMap((part) =>
      expressionProblems([...path, part], answer[part]),
    ),
    ...expressionProblems([...path, 'accepts', 'from'], answer.accepts?.from),
    ...[...shapesOf(answer)].flatMap(([status, shape]) =>
      patternProblems(shape, [...path, 'shape', String(status)]),
    ),
  ]
}

/** The expressions and the shapes of families, by their keys. */
const expressionKeys = [
  'changes',
  'keeps',
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

function inFamily(name: string, family: Family): readonly ProfileProblem[] {
  const path = ['operations', name]
  const parts = family as Readonly<Record<string, unknown>>
  const shapes = shapeKeys.filter((part) => parts[part] !== undefined)
  const created = family.kind === 'action' ? creationsOf(family) : []
  return [
    ...expressionKeys.flatMap((part) => expressionProblems([...path, part], parts[part])),
    ...created.flatMap(({ creation, path: inside }) =>
      expressionProblems([...path, ...inside, 'record'], creation.record),
    ),
    ...shapes.flatMap((part) => patternProblems(readShape(parts[part]), [...path, part])),
    ...[...shapesOf(family)].flatMap(([status, shape]) =>
      patternProblems(shape, [...path, 'shape', String(status)]),
    ),
  ]
}

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
        const reason = messageOf(error)
        return [{ path, says: `The pattern can't be used: ${reason}. Write a simpler one.` }]
      }
    }
    default:
      return []
  }
}
