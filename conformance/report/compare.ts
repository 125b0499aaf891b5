import type { Shapes, Verdict } from './report.ts'
import { formatValue } from '../session/json.ts'
import { type Cause, checkCauses, type Difference, lifeCauses, shapeCauses } from './causes.ts'
import { isLife, lifeDifferences } from './life-differences.ts'

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
  /** The steps in the lives of records that differ. */
  readonly lives: readonly Difference[]
  /** The same differences, grouped by their cause; the cause of most differences first. */
  readonly causes: {
    readonly checks: readonly Cause[]
    readonly shapes: readonly Cause[]
    readonly lives: readonly Cause[]
  }
  /** Number of checks, kinds of responses and lives that both runs have. */
  readonly compared: { readonly checks: number; readonly shapes: number; readonly lives: number }
}

/**
 * Compares two runs, check by check and shape by shape.
 * @example
 * const { checks, shapes } = compareRuns(await runConformance(staging), storedReport)
 */
export function compareRuns(a: Run, b: Run): Comparison {
  const known = { a: a.shapes ?? {}, b: b.shapes ?? {} }
  const common = a.results.filter(({ id }) => b.results.some((other) => other.id === id))
  const [mine, theirs] = [livesIn(a), livesIn(b)]
  const lived = [...mine.keys()].filter((id) => theirs.has(id))
  const lives = lived.flatMap((id) => lifeDifferences(mine.get(id), theirs.get(id)))
  const isCheck = (id: string) =>
    !isLife(id) || (!lived.includes(id) && common.some((one) => one.id === id))
  const checks = compareChecks(a, b).filter(({ where }) => isCheck(where))
  const shapes = compareShapes(known.a, known.b)
  return {
    checks,
    shapes,
    lives,
    causes: {
      checks: checkCauses(checks),
      shapes: shapeCauses(shapes),
      lives: lifeCauses(lives),
    },
    compared: {
      checks: common.length - lived.length,
      lives: lived.length,
      shapes: Object.keys(known.a).filter((name) => name in known.b).length,
    },
  }
}

/** The steps of lives by their checks. A report of `conform` has none. */
const livesIn = ({ results }: Run): ReadonlyMap<string, unknown> =>
  new Map(
    results.flatMap(({ id, observation }) =>
      isLife(id) && observation !== undefined ? [[id, observation] as const] : [],
    ),
  )

function compareChecks(a: Run, b: Run): readonly Difference[] {
  const summaries = (run: Run) =>
    new Map(run.results.map((result) => [result.id, summarize(result)]))
  return differingEntries(summaries(a), summaries(b), 'not run').filter((each) => !isByChance(each))
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
    ...differingEntries(names(a), names(b), 'never seen'),
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
  return differingEntries(decided(a, b), decided(b, a), 'absent')
}

/** Whether a pointer differs only in what models and chance decide. */
function isVarying({ where, a, b }: Difference, inEvent: boolean): boolean {
  const steps = where.split('/')
  if (steps.slice(0, -1).some(hasFreeForm)) return true
  const isPresence = a === 'absent' || b === 'absent'
  return inEvent && isPresence && steps.some(variesInPresence)
}

/** Whether the other run has seen enough to know if it has the same value at this place. */
function isDecided(pointer: string, own: Places, other: Places): boolean {
  const [mine, theirs] = [own[pointer], other[pointer]]
  // Null does not show which other types are possible.
  if (mine && theirs) return [mine, theirs].every((types) => types.some((type) => type !== 'null'))
  const cut = pointer.lastIndexOf('/')
  // A list may be empty by chance, so its missing items are not a difference.
  return !pointer.endsWith('/*') && (other[pointer.slice(0, cut)]?.includes('object') ?? false)
}

function typesOf(types: readonly string[]) {
  const solid = types.filter((type) => type !== 'null')
  return { key: solid.join(), text: types.join(' or ') }
}

type ComparedValues = ReadonlyMap<string, { readonly key: string; readonly text: string }>

/** Returns the entries whose keys differ, or that only one side has. */
function differingEntries(
  a: ComparedValues,
  b: ComparedValues,
  absent: string,
): readonly Difference[] {
  const all = [...new Set([...a.keys(), ...b.keys()])]
  return all
    .filter((where) => a.get(where)?.key !== b.get(where)?.key)
    .map((where) => ({
      where,
      a: a.get(where)?.text ?? absent,
      b: b.get(where)?.text ?? absent,
    }))
}

/** Fields that `compare` ignores, with the reason: a row of the table in docs/conformance-reference.md. */
type VaryingRow = {
  /** Names of fields: of responses, of events, and of what checks observe. A leading `*` is any text. */
  readonly fields: readonly string[]
  readonly why: string
  /**
   * `value`: its value is not compared, but its presence and its type are. `presence`: one run may
   * have it and the other not. `content`: nothing inside it is compared.
   */
  readonly ignored: 'value' | 'presence' | 'content'
}

/** Fields that models, clocks and chance vary. All other differences count. */
export const varyingFields: readonly VaryingRow[] = [
  {
    fields: ['answer', 'text', 'content', 'message', 'title', 'thinking_delta', 'result', 'reason'],
    why: 'texts that a model or a person writes',
    ignored: 'value',
  },
  {
    fields: ['id', '*_id', 'key_prefix', 'cursor', 'last_cursor'],
    why: 'ids, which chance decides',
    ignored: 'value',
  },
  {
    fields: [
      'ms',
      '*Ms',
      '*_at',
      'at',
      'date',
      'ts',
      'elapsed',
      '*_elapsed',
      'duration',
      'expires',
    ],
    why: 'times and durations',
    ignored: 'value',
  },
  {
    fields: ['tokens', '*_tokens', 'total', 'pages', 'replayed', 'deltas', 'count', '*_count'],
    why: 'token counts, numbers of deltas and of records',
    ignored: 'value',
  },
  {
    fields: ['usage', 'cache', 'reasoning', 'observation', 'error', 'iteration', 'iterations'],
    why: 'parts of a step or result that a model may leave out',
    ignored: 'presence',
  },
  {
    fields: ['tool', 'tool_name', 'tool_args', 'tool_hint', 'thinking_delta', 'deps', 'artifacts'],
    why: 'parts of a tool call or plan, which a model decides to make',
    ignored: 'presence',
  },
  {
    fields: ['input', 'tool_args', 'arguments', 'metadata', 'user_metadata', 'ctx'],
    why: 'objects without a fixed form: arguments of a tool, metadata',
    ignored: 'content',
  },
]

/** Events that a turn has only if its model decides so. */
export const varyingEvents = ['step', 'step_progress', 'compact', 'thinking_delta'] as const

/** Whether a name is in the rows of a kind; `*` at the beginning of a field stands for any text. */
const isListed = (ignored: VaryingRow['ignored'], name: string): boolean =>
  varyingFields.some(
    (row) =>
      row.ignored === ignored &&
      row.fields.some((field) =>
        field.startsWith('*') ? name.endsWith(field.slice(1)) : name === field,
      ),
  )

/** Whether the value of a field varies from run to run. */
const variesInValue = (name: string): boolean => isListed('value', name)

/** Whether a field inside an event of a turn may be absent by chance. */
const variesInPresence = (name: string): boolean => isListed('presence', name)

/** Whether a field contains an object without a fixed form. */
const hasFreeForm = (name: string): boolean => isListed('content', name)
