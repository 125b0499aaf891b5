import type { FirstDifference, ShownResponse } from '../contract/tolerance-report.ts'
import type { RunCall } from '../testing/run/run-document.ts'

/** The characters that are shown before and after the first difference of two bodies. */
const before = 60
const after = 140

/** With more choices, a response is just another one. */
const maxNamed = 5

/**
 * Finds the first exchange of a run that differs from the baseline: one that shows the behaviours
 * if there is one. `marks` prove them. Ids, dates and tokens count as equal if their form is.
 */
export function firstDifference(
  baseline: readonly RunCall[],
  calls: readonly RunCall[],
  marks: ReadonlySet<string>,
): FirstDifference | null {
  const known = byPlace(withLastLines(baseline))
  const pairs = Array.from(byPlace(withLastLines(calls)), ([place, call]) => ({
    call,
    usual: known.get(place),
  }))
  const isShown = ({ call }: Pair) =>
    [...call.shown, ...call.faults.map((id) => `fault:${id}`)].some((mark) => marks.has(mark))
  const found =
    pairs.find((pair) => isShown(pair) && differs(pair)) ??
    pairs.find(isShown) ??
    pairs.find(differs)
  return found === undefined ? null : describe(found, marks)
}

type Pair = { readonly call: RunCall; readonly usual: RunCall | undefined }

const differs = ({ call, usual }: Pair): boolean =>
  usual === undefined ||
  call.status !== usual.status ||
  formOf(bodyOf(call)) !== formOf(bodyOf(usual)) ||
  call.stream?.state !== usual.stream?.state

const bodyOf = ({ response, frames }: RunCall): string =>
  response.body?.text ?? frames.map(({ event }) => event).join(' ')

/** A text without the values that change from run to run. */
const formOf = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:]+/g, 'date')
    .replaceAll(/\.\d+/g, (digits) => '0'.repeat(digits.length))

/** A stream has a line at its start and one at its end. */
function withLastLines(calls: readonly RunCall[]): readonly RunCall[] {
  return [
    ...new Map(calls.map((call) => [`${call.world}\n${call.number}\n${call.time}`, call])).values(),
  ]
}

/** The requests by what identifies them in every run: world, test, operation, and their turn. */
function byPlace(calls: readonly RunCall[]): ReadonlyMap<string, RunCall> {
  const counts = new Map<string, number>()
  return new Map(
    calls.map((call) => {
      const { world, test, method, endpoint, path } = call
      const operation = [world, test, method, endpoint ?? formOf(path)].join('\n')
      const count = (counts.get(operation) ?? 0) + 1
      counts.set(operation, count)
      return [`${operation}\n${count}`, call]
    }),
  )
}

function describe({ call, usual }: Pair, marks: ReadonlySet<string>): FirstDifference {
  const [own, other] = [bodyOf(call), usual === undefined ? '' : bodyOf(usual)]
  const at = differenceAt(own, other)
  const { number, method, path, query, test } = call
  return {
    number,
    request: `${method} ${path}${query === '' ? '' : `?${query.replace(/^\?/, '')}`}`,
    test,
    baseline: usual === undefined ? null : shown(usual, other, at),
    here: shown(call, own, at),
    explanation: explain({ call, usual }, marks),
  }
}

const shown = (call: RunCall, body: string, at: number): ShownResponse => {
  const begin = Math.max(0, at - before)
  const part = body.slice(begin, at + after)
  return {
    status: call.status,
    body: `${begin > 0 ? '…' : ''}${part}${begin + part.length < body.length ? '…' : ''}`,
  }
}

/** Where two texts differ first in form; 0 if they do not. */
function differenceAt(one: string, other: string): number {
  const [first, second] = [one.split(/(?=[",])/), other.split(/(?=[",])/)]
  const index = first.findIndex((part, place) => formOf(part) !== formOf(second[place] ?? ''))
  return index === -1 ? 0 : first.slice(0, index).join('').length
}

function explain({ call, usual }: Pair, marks: ReadonlySet<string>): string {
  const usualMarks = new Set(usual?.shown)
  const changed = call.shown.filter((mark) => !usualMarks.has(mark))
  const guilty = changed.filter((mark) => marks.has(mark))
  // Another request or another status shows many choices that nobody changed.
  const named = guilty.length > 0 || usual === undefined ? guilty : changed
  const sentences = [
    ...(call.explanation === null ? [] : [`${call.explanation.replace(/\.$/, '')}.`]),
    ...(call.faults.length === 0 ? [] : [`Fault: ${call.faults.join(', ')}.`]),
    ...(named.length === 0 || named.length > maxNamed
      ? []
      : [`The response follows ${named.join(', ')}.`]),
    ...(usual === undefined
      ? ['Under the profile alone, the tests do not send this request.']
      : []),
    ...(call.stream?.state === 'cut' ? ['The stream was cut.'] : []),
  ]
  return sentences.join(' ')
}
