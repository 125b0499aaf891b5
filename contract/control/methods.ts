import type { Duration, Speed } from '../duration.ts'
import type { FaultInput } from '../fault.ts'
import type { SentScenario } from '../scripts/scenario.ts'
import { type ControlAnswer, type ControlCall, callOf } from './call.ts'
import { sayCommand, type SayOptions } from './director.ts'
import type { JournalFilter } from './journal.ts'
import type { SentBody } from './operation.ts'
import type { ControlName, ControlOperations } from './operations.ts'
import type { KindedRecords, RecordFilter } from './worlds.ts'

// The methods of all clients that control one world, in process and over HTTP.

/** A method: the call that it makes, and the part of the response that it returns. */
export type ClientMethod<Name extends ControlName, Given extends readonly unknown[], Result> = {
  readonly call: (...given: Given) => ControlCall<Name>
  readonly result: (answer: ControlAnswer<Name>) => Result
}

/** A method without its specific types, which each table adds. */
type AnyMethod = {
  readonly call: (...given: never[]) => ControlCall
  readonly result: (answer: never) => unknown
}

/** Methods by name; a group contains further methods. */
type MethodTable = { readonly [name: string]: AnyMethod | MethodTable }

function method<Name extends ControlName, Given extends readonly unknown[], Result>(
  call: (...given: Given) => ControlCall<Name>,
  result: (answer: ControlAnswer<Name>) => Result,
): ClientMethod<Name, Given, Result> {
  return { call, result }
}

type Profile = SentBody<ControlOperations['PUT choices']>

/** Creates a method that returns the whole response. */
const wholeMethod = <Name extends ControlName, Given extends readonly unknown[]>(
  call: (...given: Given) => ControlCall<Name>,
) => method(call, (answer) => answer)

/** Creates a method that returns one field of the response. */
const part = <
  Name extends ControlName,
  Given extends readonly unknown[],
  Field extends keyof ControlAnswer<Name>,
>(
  field: Field,
  call: (...given: Given) => ControlCall<Name>,
) => method(call, (answer) => answer[field])

/** Creates a method that returns nothing. */
const silent = <Name extends ControlName, Given extends readonly unknown[]>(
  call: (...given: Given) => ControlCall<Name>,
) => method(call, () => {})

const move = <Given extends readonly unknown[]>(
  body: (...given: Given) => SentBody<ControlOperations['POST clock']>,
) => wholeMethod((...given: Given) => callOf('POST clock', { body: body(...given) }))

const direct = <Given extends readonly unknown[]>(
  body: (...given: Given) => SentBody<ControlOperations['POST director']>,
) => wholeMethod((...given: Given) => callOf('POST director', { body: body(...given) }))

export const controlMethods = {
  clock: {
    now: method(
      () => callOf('GET clock'),
      ({ now }) => Date.parse(now),
    ),
    iso: part('now', () => callOf('GET clock')),
    advance: move((advance: Duration) => ({ advance })),
    freeze: move((moment?: string | number | Date) => ({
      freeze: moment === undefined ? true : isoOf(moment),
    })),
    resume: move(({ scale = 1 }: { readonly scale?: number } = {}) => ({ scale })),
    scale: move((scale: number) => ({ scale })),
    step: move(() => ({ advance: 'next' })),
  },
  scenarios: {
    list: part('scenarios', () => callOf('GET scenarios')),
    add: part('scenarios', (body: SentScenario | readonly SentScenario[]) =>
      callOf('POST scenarios', { body }),
    ),
    remove: silent((name?: string): ControlCall<'DELETE scenarios' | 'DELETE scenarios/{name}'> =>
      name === undefined
        ? callOf('DELETE scenarios')
        : callOf('DELETE scenarios/{name}', { params: { name } }),
    ),
  },
  records: {
    list: wholeMethod((kind: string, query: RecordFilter = {}) =>
      callOf('GET records/{kind}', { params: { kind }, query }),
    ),
    read: wholeMethod((kind: string, id: string) =>
      callOf('GET records/{kind}/{id}', { params: { kind, id } }),
    ),
    add: wholeMethod((kind: string, body: object) =>
      callOf('POST records/{kind}', { params: { kind }, body }),
    ),
    change: wholeMethod((kind: string, id: string, body: object) =>
      callOf('PATCH records/{kind}/{id}', { params: { kind, id }, body }),
    ),
    remove: wholeMethod((kind: string, id: string) =>
      callOf('DELETE records/{kind}/{id}', { params: { kind, id } }),
    ),
    put: wholeMethod((body: KindedRecords) => callOf('PUT records', { body })),
  },
  faults: {
    add: part('ids', (body: FaultInput | readonly FaultInput[]) => callOf('POST faults', { body })),
    list: part('faults', () => callOf('GET faults')),
    remove: silent((id: string) => callOf('DELETE faults/{id}', { params: { id } })),
    clear: silent(() => callOf('DELETE faults')),
  },
  journal: {
    list: part('entries', (query: JournalFilter = {}) => callOf('GET journal', { query })),
    read: wholeMethod((number: number) =>
      callOf('GET journal/{number}', { params: { number: String(number) } }),
    ),
    clear: silent(() => callOf('DELETE journal')),
  },
  director: {
    state: wholeMethod(() => callOf('GET director')),
    outline: wholeMethod((id: string) => callOf('GET director/turns/{id}', { params: { id } })),
    next: direct((next: string | null | readonly string[]) => ({ next })),
    say: direct((text: string, options: SayOptions = {}) => sayCommand(text, options)),
    pause: direct(() => ({ pause: true })),
    resume: direct(() => ({ resume: true })),
    step: direct(() => ({ step: true })),
    skip: direct(() => ({ skip: true })),
    speed: direct((speed: Speed) => ({ speed })),
    keep: direct((script: string) => ({ keep: script })),
  },
  coverage: wholeMethod(() => callOf('GET coverage')),
  choices: part('choices', () => callOf('GET choices')),
  play: silent((profile: unknown) =>
    // No check here: the control API validates the input.
    callOf('PUT choices', {
      body: (typeof profile === 'string' ? { profile } : profile) as Profile,
    }),
  ),
  pick: silent((picks: Readonly<Record<string, unknown>>) =>
    callOf('PATCH choices', { body: { picks } }),
  ),
  reset: silent(() => callOf('POST reset')),
  snapshot: wholeMethod((options: { readonly journal?: boolean } = {}) =>
    callOf('GET snapshot', { query: options }),
  ),
  restore: silent((snapshot: unknown) => callOf('PUT snapshot', { body: snapshot })),
}

/** Converts each method of a table to a function that calls `run` with the method. */
export function bindMethods(
  table: MethodTable,
  run: (method: AnyMethod, given: never[]) => unknown,
): object {
  const bound = Object.entries(table).map(([name, entry]) => [
    name,
    typeof entry.call === 'function'
      ? (...given: never[]) => run(entry as AnyMethod, given)
      : bindMethods(entry as MethodTable, run),
  ])
  return Object.fromEntries(bound) as object
}

/** Converts a time to ISO 8601. An invalid date becomes text, which the control API refuses. */
function isoOf(moment: string | number | Date): string {
  if (typeof moment === 'string') return moment
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? String(moment) : date.toISOString()
}
