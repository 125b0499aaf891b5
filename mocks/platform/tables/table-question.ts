import {
  type CompanyTable,
  figureIn,
  type Glossary,
  hasFigures,
} from '../../../contract/company-table.ts'
import { ownField } from '../../../contract/json.ts'
import { toEnglish } from '../knowledge-bases/to-english.ts'
import { detectLanguage, maxReadLength } from '../languages/languages.ts'
import {
  type Bound,
  createReader,
  type Meaning,
  type OperationName,
  periodNames,
} from './table-vocabulary.ts'

export type Row = CompanyTable['rows'][number]

/** A question about the rows of a table, after parsing. */
export type TableQuestion = {
  /** The table with the rows that the user sees. */
  readonly table: CompanyTable
  /** The selected rows, in the order in which they are shown. */
  readonly rows: readonly Row[]
  /** The values that select the rows, by the name of their column. */
  readonly where: Readonly<Record<string, readonly string[]>>
  /** The bounds that select the rows, such as `days overdue > 30`. */
  readonly bounds: readonly string[]
  readonly asks: 'list' | 'count' | 'sum' | 'average' | 'highest' | 'lowest'
  /** The index of the column whose numbers are summed or compared. */
  readonly figureColumn: number | undefined
  /** The index of the column by which rows are grouped. */
  readonly groupColumn: number | undefined
  readonly wantsReason: boolean
}

type InterpretedQuestion = { readonly table: CompanyTable; readonly meanings: readonly Meaning[] }

/** The maximum length of a question in characters, and the maximum number of earlier questions. */
const maxQueryLength = 200
const maxEarlierQueries = 4

/** Matches questions about rules, such as `may I`, which no row of a table answers. */
const ruleQuestionPattern =
  /\bhow (?:do|can|should|to|long (?:do|does|have|may|can|must))\b|\b(?:may|must|can) (?:i|we)\b|\b(?:have|has) to\b|\bwhy not\b/

/** Matches a word for the subject of the last answer: `that customer`, `and who is the customer`. */
const shownSubjectPattern = /\b(?:that|this) ([a-z]+)|^\W*and\b.* the ([a-z]*[^s\W])\W*$/

/** Matches words for the rows of the last answer: a question about them is a follow-up. */
const shownRowsPattern = /\bof (?:them|these|those)\b/

/** Matches a word for the row that the last question has named: `when was it delivered`. */
const namedRowPattern = /\bits?\b/
const namesRow = ({ meanings }: InterpretedQuestion) =>
  meanings.some((one) => one.is === 'value' && one.column === 0)

const hasMeaning = (meanings: readonly Meaning[], is: Meaning['is']) =>
  meanings.some((one) => one.is === is)

/**
 * Parses the last query as a question about the rows of a table. The question may continue an
 * earlier query. Each word must have a meaning for the table. Otherwise a question about a
 * different subject would be answered with figures.
 */
export function readTableQuestion(
  tables: readonly CompanyTable[],
  glossary: Glossary,
  queries: readonly string[],
  user: string | null,
  now: number,
): TableQuestion | undefined {
  let last: InterpretedQuestion | undefined
  let language = 'en'
  for (const query of tables.length === 0 ? [] : queries.slice(-1 - maxEarlierQueries)) {
    language = detectLanguage(query) ?? language
    const text = toEnglish(query, language)
    const read =
      query.length > maxQueryLength || ruleQuestionPattern.test(text)
        ? () => undefined
        : createReader(query, language, glossary, now)
    // `how long` asks for a duration, which only some tables have.
    const needsFigure = /\bhow long\b/.test(text)
    const isAboutShownRows =
      shownRowsPattern.test(text) || (last && namesRow(last) && namedRowPattern.test(text))
    const found = isAboutShownRows ? undefined : interpretQuestion(tables, read, needsFigure)
    const [, pointedAt, named = pointedAt ?? ''] = shownSubjectPattern.exec(text) ?? []
    last =
      found?.table.words.includes(named) === true
        ? last && withShownValue(found, toTableQuestion(last, user))
        : (found ?? (last && applyFollowUp(last, read(last.table))))
  }
  return last && toTableQuestion(last, user)
}

/** The row that a question names by its number, such as `FH-20417`, whatever else it asks. */
export function findNamedRow(
  tables: readonly CompanyTable[],
  query: string,
  user: string | null,
): TableQuestion | undefined {
  const words = query
    .slice(0, maxReadLength)
    .toUpperCase()
    .split(/[^\p{L}\p{N}-]+/u)
  const named = new Set(words.filter((word) => /\d{3}/.test(word)))
  for (const table of tables) {
    const row = visibleRows(table, user).find(([first]) => named.has(String(first).toUpperCase()))
    if (row === undefined) continue
    const where = { [table.columns[0]?.name ?? '']: [String(row[0])] }
    const asked = { asks: 'list', figureColumn: undefined, groupColumn: undefined } as const
    return { table, rows: [row], where, bounds: [], ...asked, wantsReason: true }
  }
  return undefined
}

/** Finds the table to which most words of a question refer. */
function interpretQuestion(
  tables: readonly CompanyTable[],
  read: (table: CompanyTable) => Meaning[] | undefined,
  needsFigure: boolean,
): InterpretedQuestion | undefined {
  const understood = tables.flatMap((table) => {
    const meanings = read(table) ?? []
    const asksWhy = meanings.some((one) => one.is === 'operation' && one.name === 'reason')
    const isNamed = hasMeaning(meanings, 'table') || hasMeaning(meanings, 'column') || asksWhy
    const hasFigure = meanings.some(
      (one) => one.is === 'column' && /day|minute/.test(table.columns[one.column]?.name ?? ''),
    )
    // `Before` and `after` refer to a period in an earlier question, so they start no new one.
    if ((needsFigure && !hasFigure) || meanings.some(isNeighbourOperation)) return []
    const columns = new Set(meanings.flatMap((one) => (one.is === 'column' ? [one.column] : [])))
    const isRanking = columns.size > 1 && meanings.some(isRankingOperation)
    const isAbout =
      hasMeaning(meanings, 'table') || (isNamed && hasMeaning(meanings, 'value')) || isRanking
    // If the question names a row, its own table is meant, not a table that refers to the row.
    const isOfRow = meanings.some((one) => one.is === 'value' && one.column === 0)
    const score = meanings.filter(({ is }) => is !== 'filler').length + (isOfRow ? 0.5 : 0)
    return isAbout ? [{ table, meanings, score }] : []
  })
  return understood.toSorted((a, b) => b.score - a.score)[0]
}

/**
 * Adds the value that `that customer` refers to: the customer in the first row of the last answer.
 */
function withShownValue(
  { table, meanings }: InterpretedQuestion,
  shown: TableQuestion | undefined,
): InterpretedQuestion {
  const column = shown?.table.columns.findIndex(({ name }) => name === table.columns[0]?.name) ?? -1
  const value = shown?.rows[0]?.[column]
  const isKnown = table.rows.some(([first]) => first === value)
  return isKnown && !hasMeaning(meanings, 'value')
    ? { table, meanings: [...meanings, { is: 'value', column: 0, value: String(value) }] }
    : { table, meanings }
}

const ordinalPositions = { first: 0, second: 1, third: 2, latest: -1 } as const satisfies Partial<
  Record<OperationName, number>
>

const isOrdinalOperation = (one: Meaning) => one.is === 'operation' && one.name in ordinalPositions
const isComputingOperation = (one: Meaning) => one.is === 'operation' && one.name !== 'reason'
const isOperation = (one: Meaning, ...names: readonly OperationName[]) =>
  one.is === 'operation' && names.includes(one.name)
const isRankingOperation = (one: Meaning) => isOperation(one, 'most', 'highest', 'lowest')

const isNeighbourOperation = (one: Meaning) => isOperation(one, 'previous', 'following')

/** Replaces `the quarter before` by the quarter before that of the previous question. */
function withPeriod(
  { meanings }: InterpretedQuestion,
  added: readonly Meaning[],
): readonly Meaning[] | undefined {
  if (!added.some(isNeighbourOperation)) return added
  const [period, ...more] = meanings.flatMap((one) => {
    const names =
      one.is === 'value' ? periodNames.find((all) => all.includes(one.value)) : undefined
    return one.is === 'value' && names !== undefined ? [{ ...one, names }] : []
  })
  if (period === undefined || more.length > 0) return undefined
  const { names, column } = period
  const step = added.some((one) => isOperation(one, 'previous')) ? -1 : 1
  const value = names[names.indexOf(period.value) + step]
  const isOther = (one: Meaning) =>
    !isNeighbourOperation(one) && !(one.is === 'column' && one.column === column)
  return value === undefined
    ? undefined
    : [...added.filter(isOther), { is: 'value', column, value }]
}

/** Applies a follow-up: its conditions replace the previous conditions of the same kind. */
function applyFollowUp(
  last: InterpretedQuestion,
  read: readonly Meaning[] | undefined,
): InterpretedQuestion | undefined {
  const { table, meanings } = last
  const before = meanings.find((one) => one.is === 'bound')
  const added = (read && withPeriod(last, read))?.map((one) =>
    one.is === 'bound' && one.unit === '' && one.column === undefined
      ? { ...one, ...before, sign: one.sign, limit: one.limit }
      : one,
  )
  if (added === undefined || added.length === 0) return undefined
  // A total or a maximum without a column name uses the usual column, not the column of the
  // previous question. But `And the lowest?` keeps a column whose values the previous question
  // compared.
  const ofUsualColumn: readonly OperationName[] = meanings.some(
    (one) => isRankingOperation(one) || isOperation(one, 'average', 'sum'),
  )
    ? ['sum']
    : ['sum', 'highest', 'lowest', 'most']
  const isReplaced = (one: Meaning) => {
    if (one.is === 'table') return false
    if (one.is === 'value')
      return added.some((other) => other.is === 'value' && other.column === one.column)
    if (one.is === 'column' && added.every((other) => isOperation(other, ...ofUsualColumn)))
      return true
    if (one.is !== 'operation') return hasMeaning(added, one.is)
    if (hasMeaning(added, 'value') && (isOrdinalOperation(one) || isOperation(one, 'group')))
      return true
    // An ordinal such as `second` keeps the previous order. The word `why` keeps all operations.
    return added.some(
      (other) =>
        isComputingOperation(other) && (isOrdinalOperation(one) || !isOrdinalOperation(other)),
    )
  }
  const kept = meanings.filter((one) => !isReplaced(one))
  return { table, meanings: [...kept, ...added] }
}

function toTableQuestion(
  { table: whole, meanings }: InterpretedQuestion,
  user: string | null,
): TableQuestion | undefined {
  // An answer must not reveal rows of other users.
  const table = { ...whole, rows: visibleRows(whole, user) }
  const names = new Set(meanings.flatMap((one) => (one.is === 'operation' ? [one.name] : [])))
  const kindOf = (column: number) => table.columns[column]?.kind
  const isFigure = (column: number) => hasFigures(table.columns[column])
  const [named, ...others] = meanings
    .flatMap((one) => (one.is === 'column' ? [one.column] : []))
    .filter(isFigure)
  // `Sensors per gateway` asks for a ratio, which no row has.
  if (names.has('group') && others.some((column) => column !== named)) return undefined
  const wanted = new Map<string, string[]>()
  for (const one of meanings)
    if (one.is === 'value') {
      const name = table.columns[one.column]?.name ?? ''
      wanted.set(name, [...(wanted.get(name) ?? []), ...namedValues(one, table)])
    }
  const where = Object.fromEntries(wanted)
  if (names.has('most')) names.add('highest')
  const compared = (['highest', 'lowest', 'average', 'sum'] as const).find((one) => names.has(one))
  const bounds = readBounds(meanings, table, named)
  if (bounds === undefined) return undefined
  const rows = rowsOf(table, where).filter((row) =>
    bounds.every((one) => isWithin(figureIn(row[one.column]), one)),
  )
  // Percentages of several rows have no sum. The sum of days is only shown on request.
  const hasSum = (column: number) => kindOf(column) !== 'percent' || rows.length < 2
  const areDays = (column: number) =>
    rows.length > 1 && /\bdays\b/.test(table.columns[column]?.name ?? '')
  const shown = named === undefined || (hasSum(named) && !areDays(named)) ? 'sum' : 'list'
  const counted = named === undefined ? 'count' : shown
  const computed =
    names.has('count') || (names.has('value') && named !== undefined) ? counted : 'list'
  const asks = compared ?? computed
  const figures = [...table.columns.keys()].filter(isFigure)
  const usual = figures.find((column) => kindOf(column) === 'euros') ?? figures[0]
  const figure = named ?? (asks === 'count' || asks === 'list' ? undefined : usual)
  if (figure === undefined && asks !== 'count' && asks !== 'list') return undefined
  if (asks === 'sum' && figure !== undefined && !hasSum(figure)) return undefined
  if (names.has('reason') && !table.columns.some(({ kind }) => kind === 'reason')) return undefined
  // Only the rows of tables with months are sorted by time, so only they have a latest row.
  if (names.has('latest') && !table.columns.some(({ name }) => name === 'month')) return undefined
  const direction = asks === 'highest' ? -1 : 1
  const sorted =
    figure === undefined || (asks !== 'highest' && asks !== 'lowest')
      ? rows
      : rows
          .filter((row) => figureIn(row[figure]) !== undefined)
          .toSorted((a, b) => direction * (Number(a[figure]) - Number(b[figure])))
  const ordinal = Object.entries(ordinalPositions).find(([name]) =>
    names.has(name as OperationName),
  )
  const limits = bounds.map(
    ({ column, sign, limit }) => `${table.columns[column]?.name} ${sign} ${limit}`,
  )
  const question = {
    table,
    where,
    bounds: limits,
    figureColumn: figure,
    wantsReason: names.has('reason'),
  }
  if (ordinal !== undefined) {
    const row = sorted.at(ordinal[1])
    return row && { ...question, rows: [row], asks: 'list', groupColumn: undefined }
  }
  // In a table with a single row, no row is the largest.
  if (table.rows.length < 2 && (asks === 'highest' || asks === 'lowest')) return undefined
  const ranked = named === undefined && names.has('most') ? findRankedColumn(meanings, table) : -1
  const group = names.has('group') ? findGroupColumn(meanings, table) : undefined
  return ranked < 0
    ? { ...question, rows: sorted, asks, groupColumn: group }
    : { ...question, rows: sorted, figureColumn: undefined, asks: 'count', groupColumn: ranked }
}

/** The bounds of a question with their columns; `undefined` if one has no column with figures. */
function readBounds(
  meanings: readonly Meaning[],
  { columns }: CompanyTable,
  named: number | undefined,
): readonly PlacedBound[] | undefined {
  const bounds = meanings.filter((one) => one.is === 'bound')
  // In `more than 10 and fewer than 20 sensors`, the column is named once.
  const common = named ?? bounds.find(({ column }) => column !== undefined)?.column
  const placed = bounds.map((bound) => ({ ...bound, column: columnOf(bound, columns, common) }))
  return placed.every(({ column }) => hasFigures(columns[column])) ? placed : undefined
}

type PlacedBound = Bound & { readonly column: number }

/**
 * Finds the column of a bound: the column named after the bound, else the column with its unit. A
 * bound without a unit uses `common` first.
 */
function columnOf(
  { column, unit }: Bound,
  columns: CompanyTable['columns'],
  common: number | undefined,
): number {
  const kind = unit === '' || unit === 'euro' ? 'euros' : unit
  const ofUnit = () =>
    columns.findIndex(
      (one) => hasFigures(one) && (one.kind === kind || (unit !== '' && one.name.includes(unit))),
    )
  return column ?? (unit === '' ? common : undefined) ?? ofUnit()
}

const isWithin = (figure: number | undefined, { sign, limit }: Bound): boolean =>
  figure !== undefined &&
  { '>': figure > limit, '≥': figure >= limit, '<': figure < limit, '≤': figure <= limit }[sign]

/**
 * The value that a question names, or all other values of the column if the question excludes it.
 */
function namedValues(
  { column, value, isExcluded }: Extract<Meaning, { readonly is: 'value' }>,
  { rows }: CompanyTable,
): readonly string[] {
  if (isExcluded !== true) return [value]
  return [...new Set(rows.map((row) => String(row[column])))].filter((one) => one !== value)
}

/** The column whose values are ranked by row count: `which country has the most customers`. */
function findRankedColumn(meanings: readonly Meaning[], { columns }: CompanyTable): number {
  const named = meanings.flatMap((one) => (one.is === 'column' ? [one.column] : []))
  const isAboutRows = named.includes(0) || hasMeaning(meanings, 'table')
  return (isAboutRows && named.find((at) => at > 0 && columns[at]?.kind === undefined)) || -1
}

/** The column that follows a word such as `by`. */
function findGroupColumn(meanings: readonly Meaning[], table: CompanyTable): number | undefined {
  const at = meanings.findIndex((one) => isOperation(one, 'group'))
  const named = meanings
    .slice(at)
    .find((one) => one.is === 'column' && table.columns[one.column]?.kind === undefined)
  return named?.is === 'column' ? named.column : undefined
}

/** The rows that a user sees. Each row of a private table is about one user. */
export function visibleRows(
  { rows, columns, private: owner }: CompanyTable,
  user: string | null,
): Row[] {
  const column = columns.findIndex(({ name }) => name === owner)
  return owner === undefined ? rows : rows.filter((row) => row[column] === user)
}

const rowsOf = ({ columns, rows }: CompanyTable, where: TableQuestion['where']): readonly Row[] =>
  rows.filter((row) =>
    columns.every(({ name }, at) => ownField(where, name)?.includes(String(row[at])) !== false),
  )
