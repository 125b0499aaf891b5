import { parseBody } from '../../contract/json.ts'
import { shorten } from '../../contract/shorten.ts'
import type { FirstDifference, ShownResponse } from '../../contract/tolerance-report.ts'
import type { RunCall } from '../run/run-document.ts'
import type { Variant } from './variant.ts'
import { uuids } from '../../contract/uuid.ts'

/** The maximum number of differing choices that a report names. With more, it names none. */
const maxNamedChoices = 5

/**
 * Finds the first exchange of a run that differs from the baseline. Exchanges that show the
 * behaviours come first. Ids and dates that differ only in their values count as equal.
 */
export function firstDifference(
  baseline: readonly RunCall[],
  calls: readonly RunCall[],
  guilty: readonly Variant[],
): FirstDifference | null {
  const marks = new Set(guilty.flatMap((variant) => variant.marks))
  const baselineCalls = callsByPlace(withLastLines(baseline))
  const pairs = Array.from(callsByPlace(withLastLines(calls)), ([place, call]) => ({
    call,
    usual: baselineCalls.get(place),
  }))
  const isShown = ({ call }: Pair) =>
    [...call.shown, ...call.faults.map((id) => `fault:${id}`)].some((mark) => marks.has(mark)) ||
    guilty.some(({ isShownBy }) => isShownBy?.(call) === true)
  const firstPair =
    pairs.find((pair) => isShown(pair) && hasDifference(pair)) ??
    pairs.find(isShown) ??
    pairs.find(hasDifference)
  return firstPair === undefined ? null : describeDifference(firstPair, marks)
}

type Pair = { readonly call: RunCall; readonly usual: RunCall | undefined }

const hasDifference = ({ call, usual }: Pair): boolean =>
  usual === undefined ||
  call.status !== usual.status ||
  normalizeText(bodyOf(call)) !== normalizeText(bodyOf(usual)) ||
  call.stream?.state !== usual.stream?.state

const bodyOf = ({ response, frames }: RunCall): string =>
  response.body?.text ??
  frames.map(({ event, cursor }) => (cursor === null ? event : `${event}@${cursor}`)).join('\n')

/** Replaces the values that change from run to run, such as ids and dates, by constant texts. */
const normalizeText = (text: string): string =>
  text
    .replaceAll(uuids, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:]+/g, 'date')
    .replaceAll(/\.\d+/g, (digits) => '0'.repeat(digits.length))

/** Keeps the last line of each request: a stream has a line at its start and one at its end. */
function withLastLines(calls: readonly RunCall[]): readonly RunCall[] {
  return [
    ...new Map(calls.map((call) => [`${call.world}\n${call.number}\n${call.time}`, call])).values(),
  ]
}

/** The requests by keys that are equal in every run: world, test, operation, and number. */
function callsByPlace(calls: readonly RunCall[]): ReadonlyMap<string, RunCall> {
  const counts = new Map<string, number>()
  return new Map(
    calls.map((call) => {
      const { world, test, method, endpoint, path } = call
      const operation = [world, test, method, endpoint ?? normalizeText(path)].join('\n')
      const count = (counts.get(operation) ?? 0) + 1
      counts.set(operation, count)
      return [`${operation}\n${count}`, call]
    }),
  )
}

function describeDifference({ call, usual }: Pair, marks: ReadonlySet<string>): FirstDifference {
  const { number, method, path, query, test } = call
  const [own, other] = [linesOf(call), usual === undefined ? [] : linesOf(usual)]
  const [ownPart, otherPart] =
    usual === undefined ? [linesAround(own, 0, 0)] : partsThatDiffer(own, other)
  return {
    number,
    request: `${method} ${path}${query === '' ? '' : `?${query.replace(/^\?/, '')}`}`,
    test,
    baseline: usual === undefined ? null : { status: usual.status, body: otherPart ?? '' },
    here: { status: call.status, body: ownPart },
    explanation: explainDifference({ call, usual }, marks),
  }
}

/** The maximum number of lines that differ, and of equal lines before and after them. */
const shownLines = { different: 8, equal: 3 } as const
/** The maximum number of characters of a line. */
const maxLineLength = 160

/** The lines of a body. JSON is indented, so that each field has its own line. */
function linesOf(call: RunCall): readonly string[] {
  const text = bodyOf(call)
  const json = parseBody(text)
  if (typeof json === 'object' && json !== null) return JSON.stringify(json, null, 2).split('\n')
  // A body that the journal has truncated is not valid JSON.
  if (call.response.body !== null) return text.split(/\n|(?<=,)(?=")/)
  return text.split('\n').reduce<string[]>(countRepeats, [])
}

/** Adds an event to a list, in which equal events have one line, such as `step × 15`. */
function countRepeats(lines: string[], event: string): string[] {
  const [name, count = '1'] = lines.at(-1)?.split(' × ') ?? []
  if (name === event) lines[lines.length - 1] = `${event} × ${Number(count) + 1}`
  else lines.push(event)
  return lines
}

/** The parts of two bodies around their first difference. Ids and dates count as equal. */
function partsThatDiffer(
  own: readonly string[],
  other: readonly string[],
): readonly [string, string] {
  const [a, b] = [own.map(normalizeText), other.map(normalizeText)]
  const { start: first, end } = equalEnds(a, b)
  let last = end
  if (a.length === b.length) {
    const same = a.findIndex((line, at) => at >= first && line === b[at])
    if (same !== -1) last = a.length - same
  }
  const skipped = equalEnds(own[first] ?? '', other[first] ?? '').start - maxLineLength / 2
  return [
    linesAround(own, first, own.length - last, skipped),
    linesAround(other, first, other.length - last, skipped),
  ]
}

/**
 * How many items are equal at the start of two lists or texts, and how many of the others at the end.
 */
function equalEnds(a: ArrayLike<string>, b: ArrayLike<string>) {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start += 1
  let end = 0
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  return { start, end }
}

/**
 * The lines from `first` to `end` with equal lines around them. Omits the first `skipped`
 * characters of the line `first`. `…` marks what is left out.
 */
function linesAround(lines: readonly string[], first: number, end: number, skipped = 0): string {
  const begin = Math.max(0, first - shownLines.equal)
  const most = Math.min(end, first + shownLines.different)
  const shown = lines.slice(begin, most + (most === end ? shownLines.equal : 0))
  return [
    ...(begin > 0 ? ['…'] : []),
    ...shown.map((line, at) => {
      const isCut = begin + at === first && skipped > 0
      return shorten(isCut ? `…${line.slice(skipped)}` : line, maxLineLength)
    }),
    ...(begin + shown.length < lines.length ? ['…'] : []),
  ].join('\n')
}

function explainDifference({ call, usual }: Pair, marks: ReadonlySet<string>): string {
  const usualMarks = new Set(usual?.shown)
  const changed = call.shown.filter((mark) => !usualMarks.has(mark))
  const blamedMarks = changed.filter((mark) => marks.has(mark) || marks.has(`difference:${mark}`))
  // If the status differs, other choices differ as a consequence, so only blamed ones are named.
  const isOther = call.status !== usual?.status
  const named = blamedMarks.length > 0 || isOther ? blamedMarks : changed
  const sentences = [
    ...(call.explanation === null ? [] : [`${call.explanation.replace(/\.$/, '')}.`]),
    ...(call.faults.length === 0 ? [] : [`Fault: ${call.faults.join(', ')}.`]),
    ...(named.length === 0 || named.length > maxNamedChoices
      ? []
      : [`The response follows ${named.join(', ')}.`]),
    ...(usual === undefined
      ? ['Under the profile alone, the tests do not send this request.']
      : []),
    ...(call.stream?.state === 'cut' ? ['The stream was cut.'] : []),
    ...(call.frames.length > 0 && usual !== undefined && !hasDifference({ call, usual })
      ? ['The events have the same names and cursors, in another form.']
      : []),
  ]
  return sentences.join(' ')
}

const responseLines = ({ status, body }: ShownResponse): readonly string[] => [
  status === null ? 'no response' : `status ${status}`,
  ...(body === '' ? [] : body.split('\n')),
]

const marked = (mark: string, lines: readonly string[]) => lines.map((line) => `${mark} ${line}`)

/** Both responses of an exchange: `-` marks lines of the baseline, `+` lines of the run. */
export function diffOfResponses({ baseline, here }: FirstDifference): string {
  const [usual, own] = [baseline === null ? [] : responseLines(baseline), responseLines(here)]
  const { start, end } = equalEnds(usual, own)
  return [
    ...marked(' ', own.slice(0, start)),
    ...marked('-', usual.slice(start, usual.length - end)),
    ...marked('+', own.slice(start, own.length - end)),
    ...marked(' ', own.slice(own.length - end)),
  ].join('\n')
}
