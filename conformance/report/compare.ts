import { formatValue } from '../session/json.ts'
import { type Cause, checkCauses, type Difference, shapeCauses } from './difference-causes.ts'
import type { Shapes, Verdict } from './report.ts'
import { hasFreeForm, varyingEvents, variesInPresence, variesInValue } from './varying-fields.ts'

/** The data that a comparison of two runs needs. A report contains all of it. */
export type Run = {
  readonly results: readonly {
    readonly id: string
    readonly verdict: Verdict
    readonly message: string
    readonly observation?: unknown
  }[]
  readonly shapes?: Shapes | undefined
}

/** The differences between two runs. */
export type Comparison = {
  readonly checks: readonly Difference[]
  readonly shapes: readonly Difference[]
  /** The same differences, grouped by their cause; the cause of most differences first. */
  readonly causes: { readonly checks: readonly Cause[]; readonly shapes: readonly Cause[] }
  /** Number of checks and kinds of responses that both runs have. */
  readonly compared: { readonly checks: number; readonly shapes: number }
}

/**
 * Compares two runs, check by check and shape by shape.
 * @example
 * const { checks, shapes } = compareRuns(await runConformance(staging), storedReport)
 */
export function compareRuns(a: Run, b: Run): Comparison {
  const known = { a: a.shapes ?? {}, b: b.shapes ?? {} }
  const checks = compareChecks(a, b)
  const shapes = compareShapes(known.a, known.b)
  return {
    checks,
    shapes,
    causes: { checks: checkCauses(checks), shapes: shapeCauses(shapes) },
    compared: {
      checks: a.results.filter(({ id }) => b.results.some((other) => other.id === id)).length,
      shapes: Object.keys(known.a).filter((name) => name in known.b).length,
    },
  }
}

function compareChecks(a: Run, b: Run): readonly Difference[] {
  const summaries = (run: Run) =>
    new Map(run.results.map((result) => [result.id, summarize(result)]))
  return differences(summaries(a), summaries(b), 'not run').filter((each) => !isByChance(each))
}

/** Whether a check was skipped on one side only because a model sent no such event. */
function isByChance({ a, b }: Difference): boolean {
  const sides = [a, b]
  const skipped = sides.find((side) => side.startsWith('skipped: '))
  const isOther = sides.some((side) => side === 'pass')
  return (
    isOther &&
    skipped !== undefined &&
    varyingEvents.some((event) =>
      [` has no ${event}`, ` has no ${event} event`].some((reason) => skipped.endsWith(reason)),
    )
  )
}

const summarize = ({ verdict, message, observation }: Run['results'][number]) => {
  if (verdict === 'pass') return { key: verdict, text: verdict }
  if (verdict !== 'observed') return { key: verdict, text: `${verdict}: ${message}` }
  // Without an observation, the message has the error of the check.
  if (observation === undefined) return { key: `${verdict} ${message}`, text: message }
  return { key: `${verdict} ${withoutVarying(observation)}`, text: formatValue(observation) }
}

/** The observation without what differs between any two runs. */
const withoutVarying = (observation: unknown): string =>
  JSON.stringify(observation, (key, value: unknown) => {
    if (hasFreeForm(key) && typeof value === 'object') return 'varies'
    const isPlain = typeof value === 'number' || typeof value === 'string'
    return isPlain && variesInValue(key) ? `varies: ${typeof value}` : value
  })

function compareShapes(a: Shapes, b: Shapes): readonly Difference[] {
  const common = Object.keys(a).filter((name) => name in b)
  return [
    ...differences(names(a), names(b), 'never seen'),
    ...common.flatMap((where) =>
      comparePointers(a[where] ?? {}, b[where] ?? {})
        .filter((difference) => !isVarying(difference, isEvent(where)))
        .map(({ where: pointer, ...difference }) => ({ where, pointer, ...difference })),
    ),
  ]
}

const names = (shapes: Shapes): ComparedValues =>
  new Map(
    Object.keys(shapes)
      .filter((name) => !varyingEvents.some((event) => name.endsWith(` 200 ${event}`)))
      .map((name) => [name, { key: 'seen', text: 'seen' }]),
  )

/** Whether the shapes are those of an event, such as `POST /api/react 200 step`. */
const isEvent = (name: string): boolean => name.split(' ').length > 3

type Places = Shapes[string]

/** Compares the values at JSON pointers; `where` is the pointer. */
function comparePointers(a: Places, b: Places): readonly Difference[] {
  const decided = (own: Places, other: Places) =>
    new Map(
      Object.entries(own)
        .filter(([pointer]) => isDecided(pointer, own, other))
        .map(([pointer, types]) => [pointer, typesOf(types)]),
    )
  return differences(decided(a, b), decided(b, a), 'absent')
}

/** Whether a pointer differs only in what models and chance decide. */
function isVarying({ where, a, b }: Difference, inEvent: boolean): boolean {
  const steps = where.split('/')
  if (steps.slice(0, -1).some(hasFreeForm)) return true
  const isPresence = a === 'absent' || b === 'absent'
  return inEvent && isPresence && steps.some(variesInPresence)
}

/** Whether the other run has seen enough to tell whether it has the same value there. */
function isDecided(pointer: string, own: Places, other: Places): boolean {
  const [mine, theirs] = [own[pointer], other[pointer]]
  // Null does not show which other types are possible.
  if (mine && theirs) return [mine, theirs].every((types) => types.some((type) => type !== 'null'))
  const cut = pointer.lastIndexOf('/')
  // A list may be empty by chance, so its missing items are no difference.
  return !pointer.endsWith('/*') && (other[pointer.slice(0, cut)]?.includes('object') ?? false)
}

function typesOf(types: readonly string[]) {
  const solid = types.filter((type) => type !== 'null')
  return { key: solid.join(), text: types.join(' or ') }
}

type ComparedValues = ReadonlyMap<string, { readonly key: string; readonly text: string }>

/** Returns the entries whose keys differ, or that only one side has. */
function differences(a: ComparedValues, b: ComparedValues, absent: string): readonly Difference[] {
  const all = [...new Set([...a.keys(), ...b.keys()])]
  return all
    .filter((where) => a.get(where)?.key !== b.get(where)?.key)
    .map((where) => ({
      where,
      a: a.get(where)?.text ?? absent,
      b: b.get(where)?.text ?? absent,
    }))
}
