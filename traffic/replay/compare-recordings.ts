import type { RecordedExchange } from '../../contract/exchange.ts'
import { compareAnswers, type HasFreeKeys } from './shape-differences.ts'
import { createIdMap, kindOfPath, noteIds, pathParts } from './id-map.ts'
import { operationOf } from './fresh-request.ts'
import type { EntryResult } from './replay.ts'

/** Calls of one operation without a counterpart in the other recording. */
export type UnpairedCalls = {
  readonly operation: string
  /** The numbers of the entries, from 0. */
  readonly entries: readonly number[]
  /** Whether the other recording has some calls of the operation; false if it has none. */
  readonly isElsewhere: boolean
}

/** The result of comparing two recordings call by call. */
export type ComparedRecordings = {
  /** Calls in both recordings. `index` and `recordedStatus` come from A, `status` from B. */
  readonly pairs: readonly EntryResult[]
  readonly onlyInA: readonly UnpairedCalls[]
  readonly onlyInB: readonly UnpairedCalls[]
  /** Ignored calls: preflights, calls of other APIs, and calls without a response. */
  readonly skipped: number
}

type Call = { readonly operation: string; readonly exchange: RecordedExchange }

/**
 * Pairs the calls of two recordings by flow, operation and order, then the remaining calls by
 * operation and order. Compares status and shape of the responses. Reads both files at the same
 * time, so that only unpaired calls stay in memory.
 */
export async function compareRecordings(
  a: AsyncIterable<RecordedExchange>,
  b: AsyncIterable<RecordedExchange>,
  isFree?: HasFreeKeys,
): Promise<ComparedRecordings> {
  const pairs: EntryResult[] = []
  let skipped = 0
  const pair = (one: Call, other: Call) => void pairs.push(compareCalls(one, other, isFree))
  const sides = [a, b].map((recording) => ({
    reader: readCalls(recording, () => skipped++),
    operations: new Set<string>(),
    waiting: new Map<string, Call[]>(),
    isEnded: false,
  })) as [RecordingSide, RecordingSide]
  while (!sides.every(({ isEnded }) => isEnded)) {
    for (const [index, side] of sides.entries()) {
      const call = await nextCall(side)
      if (call === undefined) continue
      const counterpart = takeCall(sides[1 - index]?.waiting, flowOperationKey(call))
      if (counterpart === undefined) queueCall(side.waiting, flowOperationKey(call), call)
      else if (index === 0) pair(call, counterpart)
      else pair(counterpart, call)
    }
  }
  const [left, right] = sides.map(({ waiting }) => Map.groupBy(sortCalls(waiting), operationOfCall))
  for (const [operation, calls] of left ?? []) {
    const others = right?.get(operation) ?? []
    const both = Math.min(calls.length, others.length)
    const counterparts = others.splice(0, both)
    for (const [index, call] of calls.splice(0, both).entries())
      pair(call, counterparts[index] as Call)
  }
  return {
    pairs: pairs.toSorted((one, other) => one.index - other.index),
    onlyInA: unpairedCalls(left, sides[1].operations),
    onlyInB: unpairedCalls(right, sides[0].operations),
    skipped,
  }
}

type RecordingSide = {
  readonly reader: AsyncGenerator<Call>
  readonly operations: Set<string>
  readonly waiting: Map<string, Call[]>
  isEnded: boolean
}

async function nextCall(side: RecordingSide): Promise<Call | undefined> {
  const { done, value } = await side.reader.next()
  if (done === true) side.isEnded = true
  else side.operations.add(value.operation)
  return done === true ? undefined : value
}

async function* readCalls(
  recording: AsyncIterable<RecordedExchange>,
  skip: () => void,
): AsyncGenerator<Call> {
  const ids = createIdMap()
  for await (const exchange of recording) {
    const { request, status } = exchange
    noteIds(exchange.json, ids, kindOfPath(pathParts(exchange, ids.isNoted)))
    const isCall = request.path.startsWith('/api/') && request.method !== 'OPTIONS'
    if (isCall && status !== 0) yield { operation: operationOf(exchange, ids.isNoted), exchange }
    else skip()
  }
}

const flowOperationKey = ({ operation, exchange }: Call): string =>
  `${exchange.flow ?? ''}\n${operation}`
const operationOfCall = ({ operation }: Call): string => operation

function queueCall(waiting: Map<string, Call[]>, key: string, call: Call): void {
  const queue = waiting.get(key)
  if (queue === undefined) waiting.set(key, [call])
  else queue.push(call)
}

function takeCall(waiting: Map<string, Call[]> | undefined, key: string): Call | undefined {
  const queue = waiting?.get(key)
  const call = queue?.shift()
  if (queue?.length === 0) waiting?.delete(key)
  return call
}

const sortCalls = (waiting: Map<string, Call[]>): readonly Call[] =>
  [...waiting.values()].flat().toSorted((one, other) => one.exchange.index - other.exchange.index)

const unpairedCalls = (
  calls: ReadonlyMap<string, readonly Call[]> | undefined,
  elsewhere: ReadonlySet<string>,
): readonly UnpairedCalls[] =>
  [...(calls ?? [])].flatMap(([operation, left]) =>
    left.length === 0
      ? []
      : {
          operation,
          entries: left.map(({ exchange }) => exchange.index),
          isElsewhere: elsewhere.has(operation),
        },
  )

function compareCalls(a: Call, b: Call, isFree?: HasFreeKeys): EntryResult {
  const { index, flow, status: recordedStatus } = a.exchange
  const { status, content, isTruncated } = b.exchange
  const isComparable = status !== recordedStatus || (content !== undefined && !isTruncated)
  const differences = isComparable ? compareAnswers(a.exchange, b.exchange, isFree) : undefined
  return { index, flow, operation: a.operation, recordedStatus, status, differences }
}
