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

/** The common type of all methods. The methods of each table have more specific types. */
type AnyMethod = {
  readonly call: (...given: never[]) => ControlCall
  readonly result: (answer: never) => unknown
}

/** Methods by name; a group contains further methods. */
type MethodTable = { readonly [name: string]: AnyMethod | MethodTable }

function createMethod<Name extends ControlName, Given extends readonly unknown[], Result>(
  call: (...given: Given) => ControlCall<Name>,
  result: (answer: ControlAnswer<Name>) => Result,
): ClientMethod<Name, Given, Result> {
  return { call, result }
}

type Profile = SentBody<ControlOperations['PUT choices']>

/** Creates a method that returns the whole response. */
const responseMethod = <Name extends ControlName, Given extends readonly unknown[]>(
  call: (...given: Given) => ControlCall<Name>,
) => createMethod(call, (answer) => answer)

/** Creates a method that returns one field of the response. */
const fieldMethod = <
  Name extends ControlName,
  Given extends readonly unknown[],
  Field extends keyof ControlAnswer<Name>,
>(
  field: Field,
  call: (...given: Given) => ControlCall<Name>,
) => createMethod(call, (answer) => answer[field])

/** Creates a method that returns nothing. */
const voidMethod = <Name extends ControlName, Given extends readonly unknown[]>(
  call: (...given: Given) => ControlCall<Name>,
) => createMethod(call, () => {})

const clockMethod = <Given extends readonly unknown[]>(
  body: (...given: Given) => SentBody<ControlOperations['POST clock']>,
) => responseMethod((...given: Given) => callOf('POST clock', { body: body(...given) }))

const directorMethod = <Given extends readonly unknown[]>(
  body: (...given: Given) => SentBody<ControlOperations['POST director']>,
) => responseMethod((...given: Given) => callOf('POST director', { body: body(...given) }))

export const controlMethods = {
  clock: {
    now: createMethod(
      () => callOf('GET clock'),
      ({ now }) => Date.parse(now),
    ),
    iso: fieldMethod('now', () => callOf('GET clock')),
    advance: clockMethod((advance: Duration) => ({ advance })),
    freeze: clockMethod((moment?: string | number | Date) => ({
      freeze: moment === undefined ? true : toIsoTime(moment),
    })),
    resume: clockMethod(({ scale = 1 }: { readonly scale?: number } = {}) => ({ scale })),
    scale: clockMethod((scale: number) => ({ scale })),
    step: clockMethod(() => ({ advance: 'next' })),
  },
  scenarios: {
    list: fieldMethod('scenarios', () => callOf('GET scenarios')),
    add: fieldMethod('scenarios', (body: SentScenario | readonly SentScenario[]) =>
      callOf('POST scenarios', { body }),
    ),
    remove: voidMethod(
      (name?: string): ControlCall<'DELETE scenarios' | 'DELETE scenarios/{name}'> =>
        name === undefined
          ? callOf('DELETE scenarios')
          : callOf('DELETE scenarios/{name}', { params: { name } }),
    ),
  },
  records: {
    list: responseMethod((kind: string, query: RecordFilter = {}) =>
      callOf('GET records/{kind}', { params: { kind }, query }),
    ),
    read: responseMethod((kind: string, id: string) =>
      callOf('GET records/{kind}/{id}', { params: { kind, id } }),
    ),
    add: responseMethod((kind: string, body: object) =>
      callOf('POST records/{kind}', { params: { kind }, body }),
    ),
    change: responseMethod((kind: string, id: string, body: object) =>
      callOf('PATCH records/{kind}/{id}', { params: { kind, id }, body }),
    ),
    remove: responseMethod((kind: string, id: string) =>
      callOf('DELETE records/{kind}/{id}', { params: { kind, id } }),
    ),
    put: responseMethod((body: KindedRecords) => callOf('PUT records', { body })),
  },
  faults: {
    add: fieldMethod('ids', (body: FaultInput | readonly FaultInput[]) =>
      callOf('POST faults', { body }),
    ),
    list: fieldMethod('faults', () => callOf('GET faults')),
    remove: voidMethod((id: string) => callOf('DELETE faults/{id}', { params: { id } })),
    clear: voidMethod(() => callOf('DELETE faults')),
  },
  journal: {
    list: fieldMethod('entries', (query: JournalFilter = {}) => callOf('GET journal', { query })),
    read: responseMethod((number: number) =>
      callOf('GET journal/{number}', { params: { number: String(number) } }),
    ),
    clear: voidMethod(() => callOf('DELETE journal')),
  },
  director: {
    state: responseMethod(() => callOf('GET director')),
    outline: responseMethod((id: string) => callOf('GET director/turns/{id}', { params: { id } })),
    next: directorMethod((next: string | null | readonly string[]) => ({ next })),
    say: directorMethod((text: string, options: SayOptions = {}) => sayCommand(text, options)),
    pause: directorMethod(() => ({ pause: true })),
    resume: directorMethod(() => ({ resume: true })),
    step: directorMethod(() => ({ step: true })),
    skip: directorMethod(() => ({ skip: true })),
    speed: directorMethod((speed: Speed) => ({ speed })),
    keep: directorMethod((script: string) => ({ keep: script })),
  },
  coverage: responseMethod(() => callOf('GET coverage')),
  choices: fieldMethod('choices', () => callOf('GET choices')),
  play: voidMethod((profile: unknown) =>
    // The input is not checked here, because the control API validates it.
    callOf('PUT choices', {
      body: (typeof profile === 'string' ? { profile } : profile) as Profile,
    }),
  ),
  pick: voidMethod((picks: Readonly<Record<string, unknown>>) =>
    callOf('PATCH choices', { body: { picks } }),
  ),
  reset: voidMethod(() => callOf('POST reset')),
  snapshot: responseMethod((options: { readonly journal?: boolean } = {}) =>
    callOf('GET snapshot', { query: options }),
  ),
  restore: voidMethod((snapshot: unknown) => callOf('PUT snapshot', { body: snapshot })),
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
function toIsoTime(moment: string | number | Date): string {
  if (typeof moment === 'string') return moment
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? String(moment) : date.toISOString()
}
