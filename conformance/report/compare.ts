import { formatValue } from '../session/json.ts'
import type { Shapes, Verdict } from './report.ts'

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

/** A difference between two runs, as text. */
export type Difference = {
  /** The check, or the kind of response. */
  readonly where: string
  /** The JSON pointer inside the response. */
  readonly pointer?: string
  readonly a: string
  readonly b: string
}

/** The differences between two runs. */
export type Comparison = {
  readonly checks: readonly Difference[]
  readonly shapes: readonly Difference[]
  /** Number of checks and kinds of responses that both runs have. */
  readonly compared: { readonly checks: number; readonly shapes: number }
}

/**
 * Compares two runs, check by check and shape by shape.
 * @example
 * const { checks, shapes } = compareRuns(await runConformance(staging), storedReport)
 */
export function compareRuns(a: Run, b: Run): Comparison {
  const shapes = { a: a.shapes ?? {}, b: b.shapes ?? {} }
  return {
    checks: compareChecks(a, b),
    shapes: compareShapes(shapes.a, shapes.b),
    compared: {
      checks: a.results.filter(({ id }) => b.results.some((other) => other.id === id)).length,
      shapes: Object.keys(shapes.a).filter((name) => name in shapes.b).length,
    },
  }
}

function compareChecks(a: Run, b: Run): readonly Difference[] {
  const summaries = (run: Run) =>
    new Map(run.results.map((result) => [result.id, summarize(result)]))
  return differences(summaries(a), summaries(b), 'not run')
}

const summarize = ({ verdict, message, observation }: Run['results'][number]) => {
  if (verdict === 'pass') return { key: verdict, text: verdict }
  if (verdict !== 'observed') return { key: verdict, text: `${verdict}: ${message}` }
  // Without an observation, the message has the error of the check.
  if (observation === undefined) return { key: `${verdict} ${message}`, text: message }
  return { key: `${verdict} ${withoutTimes(observation)}`, text: formatValue(observation) }
}

/** The observation without measured times, which differ between any two runs. */
const withoutTimes = (observation: unknown): string =>
  JSON.stringify(observation, (key, value: unknown) =>
    /^ms$|Ms$/.test(key) && typeof value === 'number' ? 'measured' : value,
  )

function compareShapes(a: Shapes, b: Shapes): readonly Difference[] {
  const common = Object.keys(a).filter((name) => name in b)
  return [
    ...differences(names(a), names(b), 'never seen'),
    ...common.flatMap((where) =>
      comparePointers(a[where] ?? {}, b[where] ?? {}).map(({ where: pointer, ...difference }) => ({
        where,
        pointer,
        ...difference,
      })),
    ),
  ]
}

const names = (shapes: Shapes): ComparedValues =>
  new Map(Object.keys(shapes).map((name) => [name, { key: 'seen', text: 'seen' }]))

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

/** Whether the other run saw enough responses to compare this value. */
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
