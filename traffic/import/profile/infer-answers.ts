import { isObject, isSameJson, type JsonObject } from '../../../contract/json.ts'
import { type OperationId, operations } from '../../../contract/operations.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import type { Profile } from '../../../contract/picks.ts'
import { operationName } from '../../../contract/operations/operation-index.ts'
import { shapesOf } from '../../../contract/profile/answers.ts'
import { shapeProblems } from '../../../contract/profile/shape-problems.ts'
import { namedFields } from './answer-expression.ts'
import { answerOf, sealedAnswer } from './answer-of-operation.ts'
import type { PlayedRoute } from './base-seeds.ts'
import { contentOf } from './one-body.ts'
import { treeOf } from './field-tree.ts'
import type { RecordedBodies } from './recorded-bodies.ts'
import type { RecordedRoute, Sample } from './recorded-route.ts'
import { RecordTruth } from './record-truth.ts'
import { saysNothing } from './unlike-families.ts'

export type InferredAnswers = {
  /** The answers by operation, as a profile has them. */
  readonly answers: JsonObject
  /** The form of lists by operation, for `lists.envelope`. */
  readonly lists: Readonly<Record<string, string>>
  readonly changed: ReadonlyMap<RecordedRoute, string>
  readonly notes: readonly string[]
}

/**
 * How the deployment answers operations of the contract, where it differs from a base: the inverse
 * of `answers`, as far as the recorded values show it. Where they don't, the recorded body is sent.
 */
export function inferAnswers(
  profile: Profile,
  played: readonly PlayedRoute[],
  bodies: RecordedBodies,
): InferredAnswers {
  const answers: Record<string, JsonObject> = {}
  const lists: Record<string, string> = {}
  const changed = new Map<RecordedRoute, string>()
  const notes: string[] = []
  const truth = truthOf(played)
  for (const { route, known } of played) {
    const { operation: id } = known
    if (id === undefined) continue
    const samples = route.samples.filter(({ json }) => json !== undefined)
    if (samples.length === 0) continue
    const task = { profile, id, samples, truth, bodies }
    const made = fitsBase(profile, id, samples) ? sealedAnswer(task) : answerOf(task)
    if (made === undefined) continue
    const name = operationName(id)
    if (made.list !== undefined) lists[name] = made.list
    if (made.answer !== undefined) {
      const { shape: _shape, ...usual } = profile.answers?.[id] ?? {}
      if (isSameJson(made.answer, usual)) continue
      answers[name] = made.answer
      if (made.isLess) notes.push(`${name}: ${made.how}`)
    }
    if (made.answer !== undefined || made.list !== undefined) changed.set(route, made.how)
  }
  return { answers, lists, changed, notes }
}

/** Whether a base declares the fields of an operation, and all responses have these. */
function fitsBase({ answers = {} }: Profile, id: OperationId, samples: readonly Sample[]): boolean {
  const answer = answers[id]
  const shapes = answer && shapesOf(answer)
  return (
    shapes !== undefined &&
    shapes.size > 0 &&
    samples.every(({ status, json }) => {
      const shape = shapes.get(status)
      return shape !== undefined && !saysNothing(shape) && shapeProblems(shape, json).length === 0
    })
  )
}

/** The values of records under the names of the contract: of responses, and of what clients sent. */
function truthOf(played: readonly PlayedRoute[]): RecordTruth {
  const truth = new RecordTruth()
  for (const { route, known } of played) {
    if (known.operation === undefined) continue
    const { answer, record: schema, body }: Operation = operations[known.operation]
    const tree = treeOf(schema)
    const sentTree = treeOf(body)
    for (const { json, sent } of route.samples) {
      const content = contentOf(answer, json)
      for (const record of content?.records ?? []) {
        const id = record['id']
        if (typeof id !== 'string') continue
        truth.note(id, namedFields(tree, record), Object.keys(record))
        if (isObject(sent) && content?.kind === 'one') truth.note(id, namedFields(sentTree, sent))
      }
    }
  }
  return truth
}
