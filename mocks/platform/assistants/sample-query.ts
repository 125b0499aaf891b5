/** A table of a database connector, as found by introspection. */
export type SampleTable = {
  readonly table_name: string
  readonly columns: readonly { readonly column_name: string; readonly data_type: string }[]
}

type Cell = string | number | null
type Row = Readonly<Record<string, Cell>>
type Result = {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  readonly row_count: number
  readonly truncated: boolean
  readonly error: string | null
}

const sampleRowCount = 24
const sampleWords: Readonly<Record<string, readonly string[]>> = {
  site: ['Utrecht', 'Toronto', 'Lund', 'Ghent', 'Porto', 'Bergen'],
  city: ['Utrecht', 'Toronto', 'Lund', 'Ghent', 'Porto', 'Bergen'],
  owner: ['Kestrel Components', 'Norrland Radios', 'Blue Harbour Dental'],
  model: ['FH-200', 'FH-310', 'FH-420'],
}

/** The sample value of a column in a row. The value does not depend on the query. */
function cellOf(column: string, type: string, index: number, now: number): Cell {
  if (/time|date/.test(type)) return new Date(now - index * 3_600_000).toISOString().slice(0, 19)
  if (/int|num|real|double|float|decimal/.test(type)) return 12 + ((index * 37) % 83) / 2
  const known = sampleWords[column]
  if (known !== undefined) return known[index % known.length] ?? null
  return column.endsWith('id') ? `S-${104 + index * 13}` : `${column} ${index + 1}`
}

const failedResult = (error: string): Result => ({ ...createResult([], []), error })

class QueryError extends Error {}

/**
 * Runs a simple SELECT over sample rows of the known tables: columns, aliases, `count`, `sum`, `avg`,
 * `min` and `max`, one GROUP BY, comparisons joined by AND, ORDER BY and LIMIT.
 */
export function querySample(
  sql: string,
  tables: readonly SampleTable[],
  isReadOnly: boolean,
  now: number,
): Result {
  const text = sql.replaceAll(/--.*$/gm, ' ').replaceAll(/\s+/g, ' ').trim().replace(/;\s*$/, '')
  if (!/^select\b/i.test(text))
    return failedResult(
      isReadOnly ? 'Only SELECT statements are allowed.' : 'This statement is not supported.',
    )
  try {
    return runSelect(text, tables, now)
  } catch (error) {
    if (error instanceof QueryError) return failedResult(error.message)
    throw error
  }
}

/** Splits a SELECT into clauses by keyword, such as `from`. The key `list` has the select list. */
function clausesOf(text: string): Readonly<Record<string, string>> {
  const [list = '', ...parts] = text.split(/ (from|where|group by|order by|limit) /i)
  const named = parts.flatMap((part, index) =>
    index % 2 === 0 ? [[part.toLowerCase(), parts[index + 1]?.trim() ?? ''] as const] : [],
  )
  const [, distinct = '', columns = ''] = /^select (distinct )?(.*)$/i.exec(list) ?? []
  return { distinct, list: columns.trim(), ...Object.fromEntries(named) }
}

function runSelect(text: string, tables: readonly SampleTable[], now: number): Result {
  const { list = '', distinct, from, where, limit, ...more } = clausesOf(text)
  const [group, order] = [more['group by'], more['order by']]
  if (from === undefined) {
    const cells = list.split(',').map((part) => parseConstant(part.trim()))
    return createResult(
      cells.map(() => '?column?'),
      [cells],
    )
  }
  const table = requireTable(from, tables)
  const columnIn = (part: string) => requireColumn(table, part)
  let rows = createSampleRows(table, now)
  for (const part of where?.split(/ and /i) ?? [])
    rows = rows.filter(createRowFilter(part, columnIn))
  const outputs = parseSelectList(list, table)
  const names = outputs.map(({ name }) => name)
  const key = group === undefined ? undefined : columnIn(group.split(',')[0] ?? '')
  const isWhole = key === undefined && outputs.some(({ call }) => call !== undefined)
  const [by = '', direction = 'asc'] = order?.split(',')[0]?.trim().split(' ') ?? []
  const isDescending = direction.toLowerCase() === 'desc'
  const output = names.indexOf(by.toLowerCase())
  if (order !== undefined && output === -1) {
    const column = columnIn(by)
    rows = sortRows(rows, (row) => row[column] ?? null, isDescending)
  }
  const groups = isWhole
    ? [rows]
    : key === undefined
      ? rows.map((row) => [row])
      : [...Map.groupBy(rows, (row) => row[key]).values()]
  let shown = groups.map((members): readonly Cell[] =>
    outputs.map(({ call, column }) => computeCell(members, call, column)),
  )
  if (distinct !== '')
    shown = [...new Map(shown.map((cells) => [JSON.stringify(cells), cells])).values()]
  if (output !== -1) shown = sortRows(shown, (cells) => cells[output] ?? null, isDescending)
  const most = limit === undefined ? shown.length : Number.parseInt(limit, 10)
  return createResult(names, shown.slice(0, most))
}

const createResult = (columns: readonly string[], rows: Result['rows']): Result => ({
  columns,
  rows,
  row_count: rows.length,
  truncated: false,
  error: null,
})

function requireTable(from: string, tables: readonly SampleTable[]): SampleTable {
  const name = from.split(/[ ,]/)[0]?.replaceAll(/["`]/g, '').split('.').at(-1) ?? ''
  const table = tables.find(({ table_name }) => table_name.toLowerCase() === name.toLowerCase())
  if (table === undefined) throw new QueryError(`relation "${name}" does not exist`)
  return table
}

function requireColumn({ columns }: SampleTable, part: string): string {
  const name = part.replaceAll(/["`]/g, '').trim().split('.').at(-1)?.toLowerCase() ?? ''
  if (columns.some(({ column_name }) => column_name === name)) return name
  throw new QueryError(`column "${name}" does not exist`)
}

const createSampleRows = ({ columns }: SampleTable, now: number): readonly Row[] =>
  Array.from({ length: sampleRowCount }, (_, index) =>
    Object.fromEntries(
      columns.map(({ column_name, data_type }) => [
        column_name,
        cellOf(column_name, data_type, index, now),
      ]),
    ),
  )

/** Parses the select list: each result column is a table column or an aggregate of one. */
function parseSelectList(list: string, table: SampleTable) {
  const all = table.columns.map(({ column_name }) => column_name).join(',')
  return (list === '*' ? all : list).split(/,(?![^(]*\))/).map((part) => {
    const [, term = '', alias] = /^(.+?)(?: as ["`]?(\w+)["`]?)?$/i.exec(part.trim()) ?? []
    const [, call, of = ''] = /^(count|sum|avg|min|max)\((.*)\)$/i.exec(term) ?? []
    const isAll = call?.toLowerCase() === 'count' && of === '*'
    const column = isAll ? '' : requireColumn(table, call === undefined ? term : of)
    const name = alias?.toLowerCase() ?? call?.toLowerCase() ?? column
    return { name, call: call?.toLowerCase(), column }
  })
}

/** A number, a text in single quotes, or a word such as `true`. */
const constantPattern = /^(?:-?\d+(?:\.\d+)?|'(?:[^']|'')*'|\w+)$/

const parseConstant = (text: string): Cell =>
  /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text.replaceAll(/^'|'$/g, '').replaceAll("''", "'")

const compareCells = (a: Cell, b: Cell) =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a) < String(b)
      ? -1
      : a === b
        ? 0
        : 1

function sortRows<One>(
  rows: readonly One[],
  cell: (row: One) => Cell,
  isDescending: boolean,
): One[] {
  const ascending = rows.toSorted((a, b) => compareCells(cell(a), cell(b)))
  return isDescending ? ascending.toReversed() : ascending
}

function createRowFilter(text: string, columnIn: (part: string) => string): (row: Row) => boolean {
  const [left = '', operator = '', right = ''] = text
    .replaceAll(/[()]/g, ' ')
    .split(/(<>|!=|<=|>=|=|<|>| i?like )/i)
    .map((part) => part.trim())
  if (operator === '' || !constantPattern.test(right))
    throw new QueryError(`syntax error at or near "${text.trim().slice(0, 40)}"`)
  const column = columnIn(left)
  const wanted = parseConstant(right)
  const part = String(wanted).replaceAll('%', '').toLowerCase()
  return (row) => {
    const value = row[column] ?? null
    const order = compareCells(value, wanted)
    switch (operator.toLowerCase()) {
      case '=':
        return order === 0
      case '<>':
      case '!=':
        return order !== 0
      case '<':
        return order < 0
      case '>':
        return order > 0
      case '<=':
        return order <= 0
      case '>=':
        return order >= 0
      default:
        return String(value).toLowerCase().includes(part)
    }
  }
}

function computeCell(rows: readonly Row[], call: string | undefined, column: string): Cell {
  if (call === undefined) return rows[0]?.[column] ?? null
  if (call === 'count') return rows.length
  const values = rows.map((row) => row[column] ?? null).toSorted(compareCells)
  if (call === 'min' || call === 'max') return values.at(call === 'min' ? 0 : -1) ?? null
  const sum = values.reduce<number>((total, value) => total + Number(value), 0)
  if (values.length === 0 || Number.isNaN(sum)) return null
  return call === 'sum' ? sum : Math.round((sum / values.length) * 100) / 100
}
