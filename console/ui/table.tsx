import type { ComponentChildren } from 'preact'

export type Column<Row> = {
  readonly label: string
  /** Whether only screen readers get the heading. */
  readonly hideLabel?: boolean
  cell(row: Row): ComponentChildren
  /** Whether the cells contain numbers, which are aligned at the right. */
  readonly numeric?: boolean
}

type TableProps<Row> = {
  /** A description of the table for screen readers. */
  readonly caption: string
  /** The columns. The cells of the first column are headings of their rows. */
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  keyOf(row: Row): string
  /** The key of the highlighted row. */
  readonly selectedKey?: string | undefined
  /** Whether the cells of a row wrap on a phone, each after its label. Else the table scrolls. */
  readonly stacks?: boolean
  /** Whether a click anywhere in a row opens the link of its heading. */
  readonly opensRows?: boolean
  /** The content that is shown if the table has no rows. */
  readonly empty?: ComponentChildren
}

/** Opens the link in the heading of a row, unless the click hit a control or selects text. */
function openRow({ currentTarget, target }: MouseEvent): void {
  const isOnControl = target instanceof Element && target.closest('a, button, input') !== null
  const isSelecting = window.getSelection()?.isCollapsed === false
  if (isOnControl || isSelecting || !(currentTarget instanceof Element)) return
  currentTarget.querySelector<HTMLElement>('th a')?.click()
}

/** A table. A table that is too wide scrolls, also by keyboard. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, selectedKey, stacks, opensRows, empty } = props
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>
  return (
    <div class={stacks ? 'table stacks' : 'table'} role="region" aria-label={caption} tabIndex={0}>
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
              <tr
                key={key}
                class={[key === selectedKey && 'marked', opensRows && 'opens']
                  .filter(Boolean)
                  .join(' ')}
                onClick={opensRows ? openRow : undefined}
              >
                {columns.map(({ label, cell, numeric }, index) =>
                  index === 0 ? (
                    <th key={label} scope="row" class={numeric ? 'numeric' : ''}>
                      {cell(row)}
                    </th>
                  ) : (
                    <td key={label} class={numeric ? 'numeric' : ''} data-label={label}>
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
