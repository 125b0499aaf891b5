import type { Shapes, Verdict } from './report.ts'
import { formatValue } from '../session/json.ts'
import { type Cause, checkCauses, type Difference, lifeCauses, shapeCauses } from './causes.ts'
import { isObject } from '../../contract/json.ts'
import type { Step } from '../lives/steps.ts'

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
  /** The differences between the steps of `life.` checks. */
  readonly lives: readonly Difference[]
  /** All of these differences, grouped by cause. */
  readonly causes: {
    readonly checks: readonly Cause[]
    readonly shapes: readonly Cause[]
    readonly lives: readonly Cause[]
  }
  /** Number of checks, kinds of responses and `life.` checks that both runs have. */
  readonly compared: { readonly checks: number; readonly shapes: number; readonly lives: number }
}

/**
 * Compares two runs, check by check and shape by shape.
 * @example
 * const { checks, shapes } = compareRuns(await runConformance(staging), storedReport)
 */
export function compareRuns(a: Run, b: Run): Comparison {
  const bothShapes = { a: a.shapes ?? {}, b: b.shapes ?? {} }
  const common = a.results.filter(({ id }) => b.results.some((other) => other.id === id))
  const [mine, theirs] = [lifecyclesIn(a), lifecyclesIn(b)]
  const commonLives = [...mine.keys()].filter((id) => theirs.has(id))
  const lives = commonLives.flatMap((id) => lifeDifferences(mine.get(id), theirs.get(id)))
  const isCheck = (id: string) =>
    !isLifecycleCheck(id) || (!commonLives.includes(id) && common.some((one) => one.id === id))
  const checks = compareChecks(a, b).filter(({ where }) => isCheck(where))
  const shapes = compareShapes(bothShapes.a, bothShapes.b)
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
      checks: common.length - commonLives.length,
      lives: commonLives.length,
      shapes: Object.keys(bothShapes.a).filter((name) => name in bothShapes.b).length,
    },
  }
}

/** Returns the steps of the `life.` checks of a run, by check id. */
const lifecyclesIn = ({ results }: Run): ReadonlyMap<string, unknown> =>
  new Map(
    results.flatMap(({ id, observation }) =>
      isLifecycleCheck(id) && observation !== undefined ? [[id, observation] as const] : [],
    ),
  )

function compareChecks(a: Run, b: Run): readonly Difference[] {
  const summaries = (run: Run) =>
    new Map(run.results.map((result) => [result.id, summarizeResult(result)]))
  return differingEntries(summaries(a), summaries(b), 'not run').filter((each) => !isByChance(each))
}

/** Whether one run skipped a check because the model happened not to send an event. */
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

const summarizeResult = ({ verdict, message, observation }: Run['results'][number]) => {
  if (verdict === 'pass') return { key: verdict, text: verdict }
  if (verdict !== 'observed') return { key: verdict, text: `${verdict}: ${message}` }
  // If there is no observation, the message contains the difference that the check found.
  if (observation === undefined) return { key: `${verdict} ${message}`, text: message }
  return { key: `${verdict} ${withoutVarying(observation)}`, text: formatValue(observation) }
}

/** Returns an observation as JSON, without the values that vary from run to run. */
const withoutVarying = (observation: unknown): string =>
  JSON.stringify(observation, (key, value: unknown) => {
    if (isListed('content', key) && typeof value === 'object') return 'varies'
    const isPlain = typeof value === 'number' || typeof value === 'string'
    return isPlain && isListed('value', key) ? `varies: ${typeof value}` : value
  })

function compareShapes(a: Shapes, b: Shapes): readonly Difference[] {
  const common = Object.keys(a).filter((name) => name in b)
  return [
    ...differingEntries(shapeNames(a), shapeNames(b), 'never seen'),
    ...common.flatMap((where) =>
      comparePointers(a[where] ?? {}, b[where] ?? {})
        .filter((difference) => !isVarying(difference, isEvent(where)))
        .map(({ where: pointer, ...difference }) => ({ where, pointer, ...difference })),
    ),
  ]
}

const shapeNames = (shapes: Shapes): ComparedValues =>
  new Map(
    Object.keys(shapes)
      .filter((name) => !varyingEvents.some((event) => name.endsWith(` 200 ${event}`)))
      .map((name) => [name, { key: 'seen', text: 'seen' }]),
  )

/** Whether a shape name belongs to an event, such as `POST /api/react 200 step`. */
const isEvent = (name: string): boolean => name.split(' ').length > 3

type PointerTypes = Shapes[string]

/** Compares the types at all JSON pointers of two shapes. In the result, `where` is the pointer. */
function comparePointers(a: PointerTypes, b: PointerTypes): readonly Difference[] {
  const decided = (own: PointerTypes, other: PointerTypes) =>
    new Map(
      Object.entries(own)
        .filter(([pointer]) => canCompareTypes(pointer, own, other))
        .map(([pointer, types]) => [pointer, comparableTypes(types)]),
    )
  return differingEntries(decided(a, b), decided(b, a), 'absent')
}

/** Whether a difference at a pointer may come from a model or from chance. */
function isVarying({ where, a, b }: Difference, inEvent: boolean): boolean {
  const steps = where.split('/')
  if (steps.slice(0, -1).some((step) => isListed('content', step))) return true
  const isPresence = a === 'absent' || b === 'absent'
  return inEvent && isPresence && steps.some((step) => isListed('presence', step))
}

/** Whether the other run saw enough values at this pointer to compare the types. */
function canCompareTypes(pointer: string, own: PointerTypes, other: PointerTypes): boolean {
  const [mine, theirs] = [own[pointer], other[pointer]]
  // If one run saw only null, its other possible types are unknown.
  if (mine && theirs) return [mine, theirs].every((types) => types.some((type) => type !== 'null'))
  const cut = pointer.lastIndexOf('/')
  // A list may be empty by chance. Its missing items are therefore not a difference.
  return !pointer.endsWith('/*') && (other[pointer.slice(0, cut)]?.includes('object') ?? false)
}

function comparableTypes(types: readonly string[]) {
  const solid = types.filter((type) => type !== 'null')
  return { key: solid.join(), text: types.join(' or ') }
}

type ComparedValues = ReadonlyMap<string, { readonly key: string; readonly text: string }>

/** Returns the entries whose keys differ, or that only one of the maps has. */
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

/** Fields that `compare` ignores, and why: a row of the table in docs/conformance-reference.md. */
type VaryingRow = {
  /** Names of fields in responses, events and observations. A `*` at the start matches any text. */
  readonly fields: readonly string[]
  readonly why: string
  /**
   * `value`: ignores a different value, but not a different type or a missing field. `presence`:
   * ignores a missing field. `content`: ignores all differences inside the field.
   */
  readonly ignored: 'value' | 'presence' | 'content'
}

/** Fields that vary from run to run because of models, clocks or chance. `compare` ignores them. */
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

/** Types of events that the model may send or leave out. */
export const varyingEvents = ['step', 'step_progress', 'compact', 'thinking_delta'] as const

/** Whether `varyingFields` has this name for this kind of difference. */
const isListed = (ignored: VaryingRow['ignored'], name: string): boolean =>
  varyingFields.some(
    (row) =>
      row.ignored === ignored &&
      row.fields.some((field) =>
        field.startsWith('*') ? name.endsWith(field.slice(1)) : name === field,
      ),
  )

/** Whether a check is a `life.` check: it returns steps, which are compared one by one. */
const isLifecycleCheck = (id: string): boolean => id.startsWith('life.')

/**
 * Compares the steps of a `life.` check of two runs. Leaves out consequences of an earlier
 * difference: the same values in another field, later values of the field, and missing steps.
 */
function lifeDifferences(a: unknown, b: unknown): readonly Difference[] {
  const [mine, theirs] = [keySteps(stepsIn(a)), keySteps(stepsIn(b))]
  const reportedChanges = new Set<string>()
  const isNew = (...causes: readonly string[]) => {
    const isTold = causes.some((cause) => reportedChanges.has(cause))
    for (const cause of causes) reportedChanges.add(cause)
    return !isTold
  }
  return [...new Set([...mine.keys(), ...theirs.keys()])].flatMap((key) => {
    const [one, other] = [mine.get(key), theirs.get(key)]
    const { call, step, isLook } = (one ?? other) as PlacedStep
    if (
      (one === undefined || other === undefined) &&
      !(isLook && mine.has(call) && theirs.has(call))
    )
      return []
    const where = isLook ? `${step} after ${withoutNumber(call)}` : withoutNumber(step)
    if (step.includes(newRow) && (one === undefined || other === undefined)) {
      const [before, after] = [rowText(one), rowText(other)]
      return isNew(before + after) ? [{ where, pointer: '', a: before, b: after }] : []
    }
    return pointersToCompare(one, other).flatMap((place) => {
      const unseen = isLook ? 'as before' : 'absent'
      const [before = unseen, after = unseen] = [one?.values[place], other?.values[place]]
      const changeKey = JSON.stringify([place.split('/').at(-1), before, after])
      const causes = isLook ? [changeKey, `${step} ${place}`] : [changeKey]
      return before !== after && isNew(...causes)
        ? [{ where, pointer: place, a: before, b: after }]
        : []
    })
  })
}

/** Returns the JSON pointers to compare: status and error code if the statuses differ, else all. */
function pointersToCompare(one: Step | undefined, other: Step | undefined): readonly string[] {
  const places = new Set([one, other].flatMap((step) => Object.keys(step?.values ?? {})))
  const isOtherStatus =
    one !== undefined && other !== undefined && one.values['status'] !== other.values['status']
  return isOtherStatus
    ? ['status', '/error_code'].filter((place) => places.has(place))
    : [...places]
}

const newRow = ': a new row'

const rowText = (step: Step | undefined): string =>
  step === undefined
    ? 'no such row'
    : Object.entries(step.values)
        .filter(([, value]) => !/^(?:null|"<\w+>")$/.test(value))
        .map(([place, value]) => `${place.slice(1)} ${value}`)
        .join(', ')

const withoutNumber = (key: string): string => key.replace(/ #\d+$/, '')

/** A step and the name of its call. The call of a read (`isLook`) is the last call before it. */
type PlacedStep = Step & { readonly call: string; readonly isLook: boolean }

/** Indexes the steps. The key of a read contains the call before the read, to match two runs. */
function keySteps(steps: readonly Step[]): ReadonlyMap<string, PlacedStep> {
  const stepsByKey = new Map<string, PlacedStep>()
  let call = ''
  for (const { step, values } of steps) {
    const isLook = step.startsWith('GET ') && !step.endsWith(' by another user')
    const name = isLook ? `${step} | ${call}` : step
    let count = 1
    while (stepsByKey.has(`${name} #${count}`)) count += 1
    const key = `${name} #${count}`
    if (!isLook) call = key
    stepsByKey.set(key, { step: isLook ? step : key, values, call, isLook })
  }
  return stepsByKey
}

const stepsIn = (observation: unknown): readonly Step[] =>
  Array.isArray(observation) ? observation.filter(isStep) : []

const isStep = (value: unknown): value is Step =>
  isObject(value) && typeof value['step'] === 'string' && isObject(value['values'])
