import type {
  BehaviourResult,
  Finding,
  ToleranceReport,
} from '../../../../contract/tolerance-report.ts'

/** What a cell shows about one test beside one behaviour. */
export type CellState = 'fails' | 'accepted' | 'together' | 'passes' | 'unproven' | 'none'

/** What a row shows, from the most to the least urgent. */
export const rowStates = [
  'intolerant',
  'accepted',
  'unfair',
  'pinned',
  'not-run',
  'tolerated',
  'not-exercised',
  'left-out',
] as const
export type RowState = (typeof rowStates)[number]

/** A row of the matrix: a behaviour, or a set of behaviours that only breaks tests together. */
export type MatrixRow = {
  readonly id: string
  readonly state: RowState
  /** The ids of its behaviours; several for a set. */
  readonly behaviours: readonly string[]
  readonly says: string
  /** Its choice, or what takes its place: rows with the same cause stand together. */
  readonly cause: string
  readonly result: BehaviourResult | undefined
  /** The finding about exactly these behaviours. */
  readonly finding: Finding | undefined
  /** The findings in which the behaviour only breaks tests together with others. */
  readonly sets: readonly Finding[]
  /** The cells that differ from `otherwise`, by test. */
  readonly cells: ReadonlyMap<string, CellState>
  readonly otherwise: CellState
}

/** The state of a test beside the behaviour of a row. */
export const cellOf = ({ cells, otherwise }: MatrixRow, test: string): CellState =>
  cells.get(test) ?? otherwise

/** All rows of a report, the most urgent first, and those with the same cause together. */
export function rowsOf(report: ToleranceReport): readonly MatrixRow[] {
  const { behaviours, findings, leftOut } = report
  const rows = [
    ...behaviours.map((result) => behaviourRow(result, findings)),
    ...findings.filter((one) => one.behaviours.length > 1).map((set) => setRow(set, behaviours)),
    ...leftOut.map(({ id, reason }) => emptyRow(id, reason)),
  ]
  const weights = Map.groupBy(rows, ({ cause }) => cause)
  const weightOf = ({ cause }: MatrixRow) =>
    Math.max(...(weights.get(cause) ?? []).map(({ finding }) => finding?.tests.length ?? 0))
  const places = new Map([...weights.keys()].map((cause, place) => [cause, place]))
  const placeOf = ({ cause }: MatrixRow) => places.get(cause) ?? 0
  return rows.toSorted(
    (a, b) =>
      rowStates.indexOf(a.state) - rowStates.indexOf(b.state) ||
      weightOf(b) - weightOf(a) ||
      placeOf(a) - placeOf(b),
  )
}

function behaviourRow(result: BehaviourResult, findings: readonly Finding[]): MatrixRow {
  const { id, verdict, says, choice, unproven } = result
  const own = findings.filter(({ behaviours }) => behaviours.includes(id))
  const finding = own.find(({ behaviours }) => behaviours.length === 1)
  const sets = own.filter((one) => one !== finding)
  const cells = new Map<string, CellState>([
    ...unproven.map((test) => [test, 'unproven'] as const),
    ...sets.flatMap(({ tests }) => tests.map(({ test }) => [test, 'together'] as const)),
    ...failuresOf(finding),
  ])
  const isReached = verdict === 'tolerated' || verdict === 'intolerant'
  return {
    id,
    state: verdict === 'intolerant' && isAccepted(own) ? 'accepted' : verdict,
    behaviours: [id],
    says,
    cause: choice ?? 'network',
    result,
    finding,
    sets,
    cells,
    otherwise: isReached ? 'passes' : 'none',
  }
}

function setRow(finding: Finding, behaviours: readonly BehaviourResult[]): MatrixRow {
  const parts = behaviours.filter(({ id }) => finding.behaviours.includes(id))
  return {
    id: finding.behaviours.toSorted().join(' with '),
    state: isAccepted([finding]) ? 'accepted' : 'intolerant',
    behaviours: finding.behaviours,
    says: parts.map(({ says }) => says).join('; and '),
    cause: 'together',
    result: undefined,
    finding,
    sets: [],
    cells: new Map(failuresOf(finding)),
    otherwise: 'none',
  }
}

const emptyRow = (id: string, says: string): MatrixRow => ({
  id,
  state: 'left-out',
  behaviours: [id],
  says,
  cause: id.split('=')[0] ?? '',
  result: undefined,
  finding: undefined,
  sets: [],
  cells: new Map(),
  otherwise: 'none',
})

const isAccepted = (findings: readonly Finding[]) =>
  findings.length > 0 && findings.every(({ known }) => known !== null)

const failuresOf = (finding: Finding | undefined) =>
  (finding?.tests ?? []).map(
    ({ test }) => [test, finding?.known == null ? 'fails' : 'accepted'] as const,
  )
