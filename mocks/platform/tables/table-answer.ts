import { figureIn, hasFigures } from '../../../contract/company-table.ts'
import type { ScriptCall } from '../../../contract/scripts/lines.ts'
import { shorten } from '../../../contract/shorten.ts'
import { fillPhrase, type Phrases } from '../languages/languages.ts'
import type { Row, TableQuestion } from './table-question.ts'

/** The maximum number of rows that an answer shows. */
const maxRows = 20
/** The maximum number of characters of the result that the tool call shows. */
const maxObservation = 2000

/** An answer in Markdown, and the tool call that found the data. */
export type TableAnswer = { readonly answer: string; readonly call: ScriptCall }

/** Computes the answer to a question. The answer also has the number of rows and their source. */
export function answerFromTable(question: TableQuestion, phrases: Phrases): TableAnswer {
  const { table, rows, where, bounds, asks, figureColumn, groupColumn } = question
  const filters = Object.entries(where).map(
    ([name, values]) => `${name}: ${values.join(', ') || '–'}`,
  )
  const about = [table.title, ...filters, ...bounds].join(' · ')
  const known = knownValues(question)
  const { headline, shownRows } =
    known !== ''
      ? { headline: '–', shownRows: [] }
      : groupColumn === undefined
        ? rowFacts(question)
        : groupFacts(question, groupColumn)
  const answer = [
    `**${about}**${headline === '' ? '' : `: **${headline}**`}`,
    ...(known === '' ? [] : [known]),
    ...(shownRows.length > 1 ? [markdownTable(shownRows)] : []),
    `*${fillPhrase(phrases.counted, String(rows.length), String(table.rows.length), table.source)} ${fillPhrase(phrases.askOwner, table.owner)}*`,
  ].join('\n\n')
  const columns = table.columns.map(({ name }) => name)
  const input = {
    table: table.name,
    ...(filters.length > 0 && { where }),
    ...(bounds.length > 0 && { having: bounds }),
    ...(asks !== 'list' && { compute: asks }),
    ...(figureColumn !== undefined && { of: columns[figureColumn] }),
    ...(groupColumn !== undefined && { by: columns[groupColumn] }),
  }
  const observation = shorten(JSON.stringify({ columns, rows }), maxObservation)
  return { answer, call: { tool: 'records_query', input, takes: 240, observation } }
}

/** For each column that lacks the requested value: the values that exist in this column. */
function knownValues({ table, where }: TableQuestion): string {
  const lines = Object.entries(where).flatMap(([name, wanted]) => {
    const column = table.columns.findIndex((one) => one.name === name)
    const values = [...new Set(table.rows.map((row) => String(row[column])))]
    const isKnown = values.length === 0 || wanted.some((one) => values.includes(one))
    return isKnown ? [] : [`${name}: ${values.join(', ')}`]
  })
  return lines.join(' · ')
}

type AnswerFacts = {
  readonly headline: string
  /** The rows of the answer's Markdown table. The first row has the names of the columns. */
  readonly shownRows: readonly (readonly string[])[]
}

function rowFacts(question: TableQuestion): AnswerFacts {
  const { table, rows, asks, figureColumn: figure } = question
  const hasReasons = question.wantsReason || rows.length <= 2
  const columns = table.columns.flatMap(({ kind }, at) =>
    kind === 'reason' && !hasReasons ? [] : [at],
  )
  const shown = [
    columns.map((at) => table.columns[at]?.name ?? ''),
    ...rows.slice(0, maxRows).map((row) => columns.map((at) => cellText(table, row, at))),
    ...(rows.length > maxRows ? [columns.map(() => '…')] : []),
  ]
  const [best] = rows
  if (asks === 'list') return { headline: rows.length === 0 ? '0' : '', shownRows: shown }
  if (asks === 'count' || figure === undefined)
    return { headline: String(rows.length), shownRows: shown }
  if (asks === 'sum' || asks === 'average')
    return { headline: withUnit(table, figure, aggregate(rows, figure, asks)), shownRows: shown }
  const first = best === undefined ? '–' : `${best[0]}, ${cellText(table, best, figure)}`
  return { headline: first, shownRows: shown }
}

/** One row for each value of a column, with its row count, or the sum or average of a figure. */
function groupFacts(
  { table, rows, asks, figureColumn: figure }: TableQuestion,
  group: number,
): AnswerFacts {
  const column = figure ?? table.columns.findIndex(({ kind }) => kind === 'euros')
  const counts = asks === 'count' || column < 0
  // Percentages have no sum.
  const how = asks === 'average' || table.columns[column]?.kind === 'percent' ? 'average' : 'sum'
  const groups = Map.groupBy(rows, (row) => String(row[group]))
  const lines = Array.from(groups, ([value, own]) => {
    const amount = counts ? own.length : aggregate(own, column, how)
    return { value, count: String(own.length), amount }
  })
  if (counts) lines.sort((a, b) => b.amount - a.amount)
  const names = [table.columns[group]?.name ?? '', '#']
  const shown = lines.map(({ value, count, amount }) => [
    value,
    count,
    ...(counts ? [] : [withUnit(table, column, amount)]),
  ])
  const head = counts ? names : [...names, table.columns[column]?.name ?? '']
  return { headline: '', shownRows: [head, ...shown] }
}

/** The sum or average of the figures in a column. Empty cells do not count. */
function aggregate(rows: readonly Row[], column: number, how: 'sum' | 'average'): number {
  const figures = rows.flatMap((row) => figureIn(row[column]) ?? [])
  const sum = figures.reduce((total, one) => total + one, 0)
  return how === 'sum' ? sum : figures.length === 0 ? 0 : sum / figures.length
}

const cellText = (table: TableQuestion['table'], row: Row, column: number) => {
  const value = row[column] ?? ''
  return hasFigures(table.columns[column]) ? withUnit(table, column, value) : String(value)
}

/** A number with its unit, formatted alike on all machines: 31,935 €. Text stays as it is. */
function withUnit(table: TableQuestion['table'], column: number, value: Row[number]): string {
  if (typeof value === 'string') return value
  const kind = table.columns[column]?.kind
  // Adding 0 turns -0 into 0.
  const rounded = Math.round(value * 10) / 10 + 0
  return rounded.toLocaleString('en') + (kind === 'euros' ? ' €' : kind === 'percent' ? ' %' : '')
}

function markdownTable(rows: readonly (readonly string[])[]): string {
  const lines = rows.map(
    (row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
  )
  const [head = '', ...others] = lines
  return [head, `|${'---|'.repeat(rows[0]?.length ?? 0)}`, ...others].join('\n')
}
