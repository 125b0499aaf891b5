/** A table of a database connector, as an introspection found it. */
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

const sampleRows = 24
const words: Readonly<Record<string, readonly string[]>> = {
  site: ['Utrecht', 'Toronto', 'Lund', 'Ghent', 'Porto', 'Bergen'],
  city: ['Utrecht', 'Toronto', 'Lund', 'Ghent', 'Porto', 'Bergen'],
  owner: ['Kestrel Components', 'Norrland Radios', 'Blue Harbour Dental'],
  model: ['FH-200', 'FH-310', 'FH-420'],
}

/** The value of a column in a row: the same for each query. */
function cellOf(column: string, type: string, index: number, now: number): Cell {
  if (/time|date/.test(type)) return new Date(now - index * 3_600_000).toISOString().slice(0, 19)
  if (/int|num|real|double|float|decimal/.test(type)) return 12 + ((index * 37) % 83) / 2
  const known = words[column]
  if (known !== undefined) return known[index % known.length] ?? null
  return column.endsWith('id') ? `S-${104 + index * 13}` : `${column} ${index + 1}`
}

const failed = (error: string): Result => ({
  columns: [],
  rows: [],
  row_count: 0,
  truncated: false,
  error,
})

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
    return failed(
      isReadOnly ? 'Only SELECT statements are allowed.' : 'This statement is not supported.',
    )
  try {
    return select(text, tables, now)
  } catch (error) {
    if (error instanceof QueryError) return failed(error.message)
    throw error
  }
}

/** The parts of a SELECT by their keywords. */
function clausesOf(text: string): Readonly<Record<string, string>> {
  const [list = '', ...parts] = text.split(/ (from|where|group by|order by|limit) /i)
  const named = parts.flatMap((part, index) =>
    index % 2 === 0 ? [[part.toLowerCase(), parts[index + 1]?.trim() ?? ''] as const] : [],
  )
  return { list: list.replace(/^select (distinct )?/i, '').trim(), ...Object.fromEntries(named) }
}

function select(text: string, tables: readonly SampleTable[], now: number): Result {
  const { list = '', from, where, limit, ...more } = clausesOf(text)
  const [group, order] = [more['group by'], more['order by']]
  if (from === undefined) {
    const cells = list.split(',').map((part) => constantOf(part.trim()))
    return {
      ...failed(''),
      columns: cells.map(() => '?column?'),
      rows: [cells],
      row_count: 1,
      error: null,
    }
  }
  const name = from.split(/[ ,]/)[0]?.replaceAll(/["`]/g, '').split('.').at(-1) ?? ''
  const table = tables.find(({ table_name }) => table_name.toLowerCase() === name.toLowerCase())
  if (table === undefined) throw new QueryError(`relation "${name}" does not exist`)
  const known = table.columns.map(({ column_name }) => column_name)
  const columnIn = (part: string) => {
    const column = part.replaceAll(/["`]/g, '').split('.').at(-1)?.toLowerCase() ?? ''
    if (known.includes(column)) return column
    throw new QueryError(`column "${column}" does not exist`)
  }
  let rows: readonly Row[] = Array.from({ length: sampleRows }, (_, index) =>
    Object.fromEntries(
      table.columns.map(({ column_name, data_type }) => [
        column_name,
        cellOf(column_name, data_type, index, now),
      ]),
    ),
  )
  for (const part of where?.split(/ and /i) ?? []) rows = rows.filter(conditionOf(part, columnIn))
  const outputs = (list === '*' ? known.join(',') : list).split(/,(?![^(]*\))/).map((part) => {
    const [, term = '', alias] = /^(.+?)(?: as ["`]?(\w+)["`]?)?$/i.exec(part.trim()) ?? []
    const [, call, of = ''] = /^(count|sum|avg|min|max)\((.*)\)$/i.exec(term) ?? []
    const isAll = call?.toLowerCase() === 'count' && of === '*'
    const column = isAll ? '' : columnIn(call === undefined ? term : of)
    return { name: alias ?? call?.toLowerCase() ?? column, call: call?.toLowerCase(), column }
  })
  const isGrouped = group !== undefined || outputs.some(({ call }) => call !== undefined)
  const key = group === undefined ? undefined : columnIn(group.split(',')[0] ?? '')
  const [by = '', direction = 'asc'] = order?.split(',')[0]?.trim().split(' ') ?? []
  const isDescending = direction.toLowerCase() === 'desc'
  const isOutput = outputs.some(({ name: of }) => of === by.toLowerCase())
  if (order !== undefined && !isOutput && !isGrouped)
    rows = sorted(rows, columnIn(by), isDescending)
  const groups = isGrouped
    ? [...Map.groupBy(rows, (row) => (key === undefined ? '' : row[key])).values()]
    : rows.map((row) => [row])
  let shown: readonly Row[] = groups.map((members) =>
    Object.fromEntries(
      outputs.map(({ name: of, call, column }) => [of, valueOf(members, call, column)]),
    ),
  )
  if (order !== undefined && isOutput) shown = sorted(shown, by.toLowerCase(), isDescending)
  const rest = limit === undefined ? shown : shown.slice(0, Number(limit))
  return {
    columns: outputs.map(({ name: of }) => of),
    rows: rest.map((row) => outputs.map(({ name: of }) => row[of] ?? null)),
    row_count: rest.length,
    truncated: false,
    error: null,
  }
}

const constantOf = (text: string): Cell =>
  /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text.replaceAll(/^'|'$/g, '')

const compare = (a: Cell, b: Cell) =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a) < String(b)
      ? -1
      : a === b
        ? 0
        : 1

function sorted(rows: readonly Row[], column: string, isDescending: boolean): readonly Row[] {
  const ascending = rows.toSorted((a, b) => compare(a[column] ?? null, b[column] ?? null))
  return isDescending ? ascending.toReversed() : ascending
}

function conditionOf(text: string, columnIn: (part: string) => string): (row: Row) => boolean {
  const [left = '', operator = '', right = ''] = text
    .replaceAll(/[()]/g, ' ')
    .split(/(<>|!=|<=|>=|=|<|>| i?like )/i)
    .map((part) => part.trim())
  if (operator === '') throw new QueryError(`syntax error at or near "${text.trim().slice(0, 40)}"`)
  const column = columnIn(left)
  const wanted = constantOf(right)
  const part = String(wanted).replaceAll('%', '').toLowerCase()
  return (row) => {
    const value = row[column] ?? null
    const order = compare(value, wanted)
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

function valueOf(rows: readonly Row[], call: string | undefined, column: string): Cell {
  if (call === undefined) return rows[0]?.[column] ?? null
  if (call === 'count') return rows.length
  const values = rows.map((row) => row[column] ?? null).toSorted(compare)
  if (call === 'min' || call === 'max') return values.at(call === 'min' ? 0 : -1) ?? null
  const sum = values.reduce<number>((total, value) => total + Number(value), 0)
  if (values.length === 0 || Number.isNaN(sum)) return null
  return call === 'sum' ? sum : Math.round((sum / values.length) * 100) / 100
}
