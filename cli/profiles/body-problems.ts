import { isObject } from '../../contract/json.ts'
import { type Answer, shapesOf } from '../../contract/profile/answers.ts'
import type { ProfileProblem } from '../../contract/profile/profile-error.ts'
import { type ShapeProblem, shapeProblems } from '../../contract/profile/shape-problems.ts'
import type { Shape } from '../../contract/profile/shape.ts'
import { safeMatch } from './static-problems.ts'

type Sent = { readonly status: number; readonly json: unknown }

/** The differences between a body and the shape that the profile declares for this status. */
export function answerShapeProblems(
  entry: Pick<Answer, 'shape'>,
  { status, json }: Sent,
  path: readonly string[],
): ProfileProblem[] {
  const shapes = shapesOf(entry)
  if (shapes.size === 0 || json === undefined) return []
  const shape = shapes.get(status)
  if (shape !== undefined)
    return differences(shape, json, [...path, 'shape', String(status)], 'the body')
  const knownStatuses = [...shapes.keys()].join(', ')
  const says = `The fake responds with ${status}, but \`shape\` only has ${knownStatuses}. Add ${status} to it, or set \`status\`.`
  return [{ path: [...path, 'shape'], part: 'key', says }]
}

/** The differences between a value and a shape. Equal differences of items are reported once. */
export function differences(
  shape: Shape,
  value: unknown,
  path: readonly string[],
  what: string,
): ProfileProblem[] {
  const problemsByPlace = new Map<string, ShapeProblem>()
  for (const problem of shapeProblems(shape, value, safeMatch)) {
    const place = problem.at.replaceAll(/\[\d+\]/g, '[]')
    if (!problemsByPlace.has(place)) problemsByPlace.set(place, problem)
  }
  return [...problemsByPlace.values()].map(({ at, says }) => ({
    path,
    says: `${at === '' ? what : `\`${at}\` of ${what}`} ${says}. Change the shape or what makes the value.`,
  }))
}

/** Returns the record, or the list items, of a response body, without the envelope. */
export function contentOf(json: unknown): unknown {
  const data = isObject(json) && 'success' in json && 'data' in json ? json['data'] : json
  return isObject(data) && Array.isArray(data['items']) ? (data['items'] as unknown[]) : data
}

/** Returns a problem if an expression gave null, or the `reason` why it was not evaluated. */
export function nullExpressionProblems(
  answer: Answer,
  { status, json }: Sent,
  path: readonly string[],
): { readonly found: readonly ProfileProblem[]; readonly reason?: string } {
  const part = answer.body === undefined ? 'record' : 'body'
  if (answer[part] === undefined || json === undefined || status === 204) return { found: [] }
  const content = part === 'body' ? json : contentOf(json)
  const values: readonly unknown[] =
    part === 'record' && Array.isArray(content) ? content : [content]
  if (values.length === 0)
    return { found: [], reason: 'the list in its response is empty, so `record` was not evaluated' }
  if (values.some((value) => value !== null)) return { found: [] }
  const says = `\`${part}\` gives null. Compare its names with the fields of the contract (\`agent-understudy openapi\`).`
  return { found: [{ path: [...path, part], says }] }
}
