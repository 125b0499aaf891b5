import type { ComponentChildren } from 'preact'

/** A column: its heading, and what stands in it. */
export type Column<Row> = {
  readonly label: string
  /** Keeps the heading for those who do not see it, where the cells say it to all others. */
  readonly hideLabel?: boolean
  cell(row: Row): ComponentChildren
  /** Figures stand at the right, digit under digit. */
  readonly numeric?: boolean
}

export type TableProps<Row> = {
  /** What the table shows; read out, not seen. */
  readonly caption: string
  /** The first is the heading of its row. */
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  keyOf(row: Row): string
  /** The key of the row that is marked. */
  readonly selectedKey?: string | undefined
  /** What is shown in place of no row. */
  readonly empty?: ComponentChildren
}

/** A table; one that is too wide scrolls in itself, by keyboard too. */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  selectedKey: marked,
  empty,
}: TableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>
  return (
    <div class="table" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label, hideLabel, numeric }) => (
              <th key={label} scope="col" class={numeric ? 'numeric' : ''}>
                {hideLabel === true ? <span class="unseen">{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = keyOf(row)
            return (
              <tr key={key} class={key === marked ? 'marked' : ''}>
                {columns.map(({ label, cell, numeric }, index) =>
                  index === 0 ? (
                    <th key={label} scope="row" class={numeric ? 'numeric' : ''}>
                      {cell(row)}
                    </th>
                  ) : (
                    <td key={label} class={numeric ? 'numeric' : ''}>
                      {cell(row)}
                    </td>
                  ),
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
