import type { ComponentChildren } from 'preact'
import { useId, useMemo, useRef, useState } from 'preact/hooks'
import { readStored, writeStored } from '../../app/browser-storage.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, StatusBadge } from '../../ui/feedback.tsx'
import { LongList } from '../../ui/long-list.tsx'
import { BreakableText } from '../../ui/text.tsx'
import { formatTime } from '../chat/timeline/time-axis.ts'
import './exchanges.css'

/** An exchange of the journal or of a recording, as a row of the list. */
export type ListedExchange = {
  readonly number: number
  /** The status of the response; `null` if no response came. */
  readonly status: number | null
  readonly method: string
  /** The first part of the path, which selects the world, such as `/w/red`. */
  readonly prefix?: string
  readonly path: string
  readonly query?: string
  /** Content that is shown below the path, such as the state of a stream. */
  readonly notes: ComponentChildren
  /** The time of the request, in milliseconds since 1970. */
  readonly startedAt: number
  /** Milliseconds from the request to the start of the response; `undefined` if unknown. */
  readonly headMs?: number | undefined
  readonly totalMs: number | undefined
  /** The size of the response in bytes; `undefined` if it is not known. */
  readonly size?: number | undefined
  readonly isStream: boolean
  /** Neighbours with the same key are equal, and the list joins them. */
  readonly repeatKey?: string | undefined
}

type ExchangeListProps = {
  /** The name of the list, such as `Calls`. */
  readonly name: string
  readonly rows: readonly ListedExchange[]
  readonly current: number | undefined
  readonly onChoose: (number: number) => void
  /** Controls that are shown beside the buttons for the columns. */
  readonly tools: ComponentChildren
}

/** The id of the heading of the pane that shows the current exchange. */
export const exchangeHeadingId = 'exchange'

const moveByKey: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  PageDown: (at, last) => Math.min(at + 15, last),
  PageUp: (at) => Math.max(at - 15, 0),
  Home: () => 0,
  End: (_, last) => last,
}

type Column = {
  readonly label: string
  readonly class: string
  /** Returns the value by which the rows are sorted. */
  readonly value: (row: ListedExchange) => number | string
  readonly cell: (row: Row, isOneDay: boolean) => ComponentChildren
  /** Whether the user can hide the column. */
  readonly isOptional?: true
}

const columns: readonly Column[] = [
  {
    label: '#',
    class: 'exchange-number',
    value: ({ number }) => number,
    cell: ({ number }) => <span class="faint">{number}</span>,
  },
  {
    label: 'Started',
    class: 'exchange-started',
    value: ({ startedAt }) => startedAt,
    cell: ({ startedAt }, isOneDay) => <StartedAt at={startedAt} isOneDay={isOneDay} />,
    isOptional: true,
  },
  {
    label: 'Status',
    class: 'exchange-status',
    value: ({ status }) => status ?? 0,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    label: 'Call',
    class: 'exchange-call',
    value: ({ path }) => path,
    cell: (row) => <CallCell row={row} />,
  },
  {
    label: 'Size',
    class: 'numeric exchange-size',
    value: ({ size }) => size ?? -1,
    cell: ({ size }) => formatBytes(size),
    isOptional: true,
  },
  {
    label: 'First byte',
    class: 'numeric exchange-head',
    value: ({ headMs }) => headMs ?? -1,
    cell: ({ headMs }) => (headMs === undefined ? '–' : formatTime(headMs)),
    isOptional: true,
  },
  {
    label: 'Total',
    class: 'numeric exchange-total',
    value: ({ totalMs }) => totalMs ?? Infinity,
    cell: ({ totalMs }) => (totalMs === undefined ? 'open' : formatTime(totalMs)),
    isOptional: true,
  },
]

/** The name of the last column, which can't be used for sorting. */
const timingLabel = 'Timing (log)'

const optionalColumns = [
  ...columns.flatMap(({ label, isOptional }) => (isOptional === true ? [label] : [])),
  timingLabel,
]

/** Returns the sizes and times of an exchange, with the names that they have in the list. */
export const measuresOf = (row: ListedExchange) =>
  columns
    .filter((column) => column.class.startsWith('numeric'))
    .map(({ label, cell }) => [label, cell(row, true)] as const)

/** Joins equal neighbours into their first row, unless one of them is the current one. */
function joinRepeats(rows: readonly ListedExchange[], current: number | undefined): readonly Row[] {
  const runs: [Row, ...Row[]][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    if (row.repeatKey !== undefined && row.repeatKey === run?.[0].repeatKey) run.push(row)
    else runs.push([row])
  }
  return runs.flatMap((run) =>
    run.length === 1 || run.some(({ number }) => number === current)
      ? run
      : { ...run[0], count: run.length },
  )
}

/** A row of the list, with the number of equal exchanges that it stands for. */
type Row = ListedExchange & { readonly count?: number }

type Sorting = { readonly label: string; readonly isDescending: boolean }

function sortRows(
  rows: readonly ListedExchange[],
  sorting: Sorting | undefined,
  current: number | undefined,
): readonly Row[] {
  const value = columns.find(({ label }) => label === sorting?.label)?.value
  if (value === undefined || sorting === undefined) return joinRepeats(rows, current)
  const sign = sorting.isDescending ? -1 : 1
  return rows.toSorted((a, b) => {
    const [left, right] = [value(a), value(b)]
    return sign * (left < right ? -1 : left > right ? 1 : 0)
  })
}

/** A sortable list of exchanges, with a bar for each time. The list is one stop of the Tab key. */
export function ExchangeList(props: ExchangeListProps) {
  const { name, current, onChoose } = props
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const [sorting, setSorting] = useState<Sorting>()
  const [hiddenColumns, setHiddenColumns] = useState(readHiddenColumns)
  const shownColumns = columns.filter(({ label }) => !hiddenColumns.has(label))
  const rows = useMemo(() => sortRows(props.rows, sorting, current), [props.rows, sorting, current])
  const at = rows.findIndex(({ number }) => number === current)
  const reveal = useMemo(() => (current === undefined ? undefined : { key: current }), [current])
  const longestMs = useMemo(
    () => props.rows.reduce((ms, { totalMs = 0 }) => Math.max(ms, totalMs), 100),
    [props.rows],
  )
  const isOneDay = useMemo(
    () => new Set(props.rows.map(({ startedAt }) => new Date(startedAt).toDateString())).size === 1,
    [props.rows],
  )
  function onKeyDown(event: KeyboardEvent) {
    const next = rows[moveByKey[event.key]?.(at, rows.length - 1) ?? -1]
    if (next !== undefined) {
      event.preventDefault()
      onChoose(next.number)
    } else if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault()
      document.getElementById(exchangeHeadingId)?.focus()
    }
  }
  return (
    <>
      <div class="row row-middle">
        {props.tools}
        {isOneDay && <PastDay at={props.rows[0]?.startedAt} />}
        <ColumnChoice hiddenColumns={hiddenColumns} onHidden={setHiddenColumns} />
      </div>
      <div class="exchange-fit">
        <div class={`exchange-list ${isOneDay ? 'is-one-day' : ''}`} ref={list}>
          <SortHeader name={name} columns={shownColumns} sorting={sorting} onSort={setSorting}>
            {!hiddenColumns.has(timingLabel) && (
              <span class="exchange-wide faint">{timingLabel}</span>
            )}
          </SortHeader>
          <div
            role="listbox"
            aria-label={`${name}: up and down choose, Enter goes to the details`}
            tabIndex={0}
            aria-activedescendant={at < 0 ? undefined : `${id}-${current}`}
            onKeyDown={onKeyDown}
          >
            <LongList
              rows={rows}
              scrollParent={list}
              rowHeight={36}
              keyOf={({ number }) => number}
              reveal={reveal}
              render={(row) => (
                <div
                  role="option"
                  id={`${id}-${row.number}`}
                  data-number={row.number}
                  aria-selected={row.number === current}
                  class="exchange-row"
                  onClick={() => onChoose(row.number)}
                >
                  {shownColumns.map((column) => (
                    <span key={column.label} class={column.class}>
                      {column.cell(row, isOneDay)}
                    </span>
                  ))}
                  {!hiddenColumns.has(timingLabel) && (
                    <ExchangeBar row={row} longestMs={longestMs} />
                  )}
                </div>
              )}
            />
          </div>
        </div>
      </div>
    </>
  )
}

const hiddenColumnsKey = 'hidden-columns'

const readHiddenColumns = (): ReadonlySet<string> =>
  new Set(readStored(hiddenColumnsKey, 'permanent')?.split(',') ?? [])

type ColumnChoiceProps = {
  readonly hiddenColumns: ReadonlySet<string>
  readonly onHidden: (hidden: ReadonlySet<string>) => void
}

/** Buttons that show or hide columns. The browser stores the selection for all lists. */
function ColumnChoice({ hiddenColumns, onHidden }: ColumnChoiceProps) {
  const toggle = (label: string) => {
    const next = hiddenColumns.symmetricDifference(new Set([label]))
    writeStored(hiddenColumnsKey, next.size === 0 ? undefined : [...next].join(','), 'permanent')
    onHidden(next)
  }
  return (
    <details class="exchange-columns">
      <summary class="small">Columns</summary>
      <div class="row chips" role="group" aria-label="Columns">
        {optionalColumns.map((label) => (
          <Button key={label} pressed={!hiddenColumns.has(label)} onClick={() => toggle(label)}>
            {label}
          </Button>
        ))}
      </div>
      <p class="small faint">A narrow list leaves out some of them.</p>
    </details>
  )
}

type SortHeaderProps = {
  readonly name: string
  readonly sorting: Sorting | undefined
  readonly onSort: (sorting: Sorting | undefined) => void
  readonly columns: readonly Column[]
  /** Content after the headings of the columns. */
  readonly children: ComponentChildren
}

/** The headings of the columns. Repeated presses sort ascending, descending, then not at all. */
function SortHeader({ name, columns: shown, sorting, onSort, children }: SortHeaderProps) {
  const changeSorting = (label: string) => {
    if (sorting?.label !== label) onSort({ label, isDescending: false })
    else onSort(sorting.isDescending ? undefined : { label, isDescending: true })
  }
  return (
    <div class="exchange-row exchange-header" role="group" aria-label={`Sort ${name}`}>
      {shown.map(({ label, class: className }) => {
        const mine = sorting?.label === label ? sorting : undefined
        const order = mine === undefined ? '' : mine.isDescending ? ', descending' : ', ascending'
        return (
          <button
            key={label}
            type="button"
            class={className}
            aria-pressed={mine !== undefined}
            aria-label={`${label === '#' ? 'Number' : label}${order}`}
            onClick={() => changeSorting(label)}
          >
            {label}
            {mine && (mine.isDescending ? ' ↓' : ' ↑')}
          </button>
        )
      })}
      {children}
    </div>
  )
}

const CallCell = ({
  row: { method, prefix, path, query, notes, count },
}: {
  readonly row: Row
}) => (
  <>
    <code class="exchange-path" title={`${path}${query ?? ''}`}>
      <span class="faint exchange-method">{method}</span>{' '}
      <span class="faint exchange-prefix">{prefix}</span>
      <b>
        <BreakableText text={path} />
      </b>
      <wbr />
      <span class="faint">{query}</span>
    </code>
    <span class="exchange-notes">
      {notes}
      {count !== undefined && <Badge>×{count}</Badge>}
    </span>
  </>
)

type ExchangeBarProps = { readonly row: ListedExchange; readonly longestMs: number }

/**
 * A bar with the time of an exchange, and in it the share of the time to the first byte. Its scale
 * is logarithmic and reaches to 100 ms at least, so that bars are neither dots nor all full.
 */
function ExchangeBar({ longestMs, row }: ExchangeBarProps) {
  const { headMs = 0, totalMs: ms = longestMs, isStream } = row
  const width = (100 * Math.log1p(ms)) / Math.log1p(longestMs)
  const waiting = ms === 0 ? 0 : width * Math.min(1, headMs / ms)
  return (
    <span class="exchange-track exchange-wide" aria-hidden="true">
      <i style={{ width: `${width}%` }} class={isStream ? 'is-stream' : ''} />
      <i style={{ width: `${waiting}%` }} class="is-waiting" />
    </span>
  )
}

const timeFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const dayAndTimeFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Shows the day of the exchanges in a list, unless the day is today. */
function PastDay({ at = 0 }: { readonly at: number | undefined }) {
  if (new Date(at).toDateString() === new Date().toDateString()) return null
  return <span class="small faint">{dayFormat.format(at)}</span>
}

/** Shows when an exchange started, with its date if the list has exchanges of several days. */
function StartedAt({ at, isOneDay }: { readonly at: number; readonly isOneDay: boolean }) {
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()}>
      {(isOneDay ? timeFormat : dayAndTimeFormat).format(date)}
    </time>
  )
}

/** Formats a size in bytes, as in `812 B` or `13.8 kB`; returns a dash for an unknown size. */
function formatBytes(bytes: number | undefined): string {
  if (bytes === undefined) return '–'
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/** Chooses the exchange before or after the current one, as the arrow keys in the list do. */
export const stepInList = (key: 'ArrowUp' | 'ArrowDown'): unknown =>
  document
    .querySelector('.exchange-list [role=listbox]')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key }))

/** Moves the focus back to the list, for example after its pane was closed. */
export const focusExchangeList = (): void =>
  document.querySelector<HTMLElement>('.exchange-list [role=listbox]')?.focus()
