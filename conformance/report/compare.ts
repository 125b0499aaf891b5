import { formatValue } from '../session/json.ts'
import type { Shapes, Verdict } from './report.ts'

/** What two runs are compared by; a report is one. */
export type Run = {
  readonly results: readonly {
    readonly id: string
    readonly verdict: Verdict
    readonly message: string
    readonly observation?: unknown
  }[]
  readonly shapes?: Shapes | undefined
}

/** A point in which two runs differ, in words. */
export type Difference = {
  /** The check, or the kind of reply. */
  readonly where: string
  /** The place inside the reply. */
  readonly pointer?: string
  readonly a: string
  readonly b: string
}

export type Comparison = {
  /** Verdicts and observations. */
  readonly checks: readonly Difference[]
  /** What replies consist of. */
  readonly shapes: readonly Difference[]
  /** How many checks and kinds of replies were held against each other. */
  readonly compared: { readonly checks: number; readonly shapes: number }
}

/** Holds two runs against each other, check by check and shape by shape. */
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
  const told = (run: Run) => new Map(run.results.map((result) => [result.id, summarize(result)]))
  return differences(told(a), told(b), 'not run')
}

const summarize = ({ verdict, message, observation }: Run['results'][number]) => {
  if (verdict === 'pass') return { key: verdict, says: verdict }
  if (verdict !== 'observed') return { key: verdict, says: `${verdict}: ${message}` }
  // What was not returned but thrown stands in the message.
  if (observation === undefined) return { key: `${verdict} ${message}`, says: message }
  return { key: `${verdict} ${untimed(observation)}`, says: formatValue(observation) }
}

/** An observation without what was measured, which no two runs have in common. */
const untimed = (observation: unknown): string =>
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
  new Map(Object.keys(shapes).map((name) => [name, { key: 'seen', says: 'seen' }]))

type Places = Shapes[string]

/** As `where`, the pointer. */
function comparePointers(a: Places, b: Places): readonly Difference[] {
  const decided = (own: Places, other: Places) =>
    new Map(
      Object.entries(own)
        .filter(([pointer]) => isDecided(pointer, own, other))
        .map(([pointer, types]) => [pointer, typesOf(types)]),
    )
  return differences(decided(a, b), decided(b, a), 'absent')
}

/** Whether the other side has shown enough to tell if it has the same there. */
function isDecided(pointer: string, own: Places, other: Places): boolean {
  const [mine, theirs] = [own[pointer], other[pointer]]
  // Null tells nothing of what else may stand there.
  if (mine && theirs) return [mine, theirs].every((types) => types.some((type) => type !== 'null'))
  const cut = pointer.lastIndexOf('/')
  // A list may be empty by chance.
  return !pointer.endsWith('/*') && (other[pointer.slice(0, cut)]?.includes('object') ?? false)
}

function typesOf(types: readonly string[]) {
  const solid = types.filter((type) => type !== 'null')
  return { key: solid.join(), says: types.join(' or ') }
}

type ComparedValues = ReadonlyMap<string, { readonly key: string; readonly says: string }>

/** Where two tellings have another key, or one of them has none. */
function differences(a: ComparedValues, b: ComparedValues, absent: string): readonly Difference[] {
  const all = [...new Set([...a.keys(), ...b.keys()])]
  return all
    .filter((where) => a.get(where)?.key !== b.get(where)?.key)
    .map((where) => ({
      where,
      a: a.get(where)?.says ?? absent,
      b: b.get(where)?.says ?? absent,
    }))
}
