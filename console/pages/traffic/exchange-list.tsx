import { useId, useMemo, useRef } from 'preact/hooks'
import { Badge } from '../../ui/feedback.tsx'
import { LongList } from '../../ui/long-list.tsx'
import { formatTime, placeOf, type TimeSpan } from '../chat/timeline/time-axis.ts'
import { StatusBadge } from '../journal/call-table.tsx'
import type { ExchangeRow } from './reading/recorded-traffic.ts'
import { formatCount } from '../../ui/format.ts'

type ExchangeListProps = {
  readonly rows: readonly ExchangeRow[]
  readonly current: number | undefined
  readonly onChoose: (index: number) => void
}

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  PageDown: (at, last) => Math.min(at + 15, last),
  PageUp: (at) => Math.max(at - 15, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** The exchanges in their order, each with its place on the time axis. One stop for the keyboard. */
export function ExchangeList({ rows, current, onChoose }: ExchangeListProps) {
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const at = rows.findIndex(({ index }) => index === current)
  const reveal = useMemo(() => (current === undefined ? undefined : { key: current }), [current])
  const span = useMemo(() => spanOf(rows), [rows])
  function onKeyDown(event: KeyboardEvent) {
    const next = rows[steps[event.key]?.(at, rows.length - 1) ?? -1]
    if (next !== undefined) {
      event.preventDefault()
      onChoose(next.index)
    } else if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault()
      document.querySelector<HTMLElement>('#traffic-exchange')?.focus()
    }
  }
  return (
    <div
      class="exchange-list"
      role="listbox"
      aria-label="Exchanges: up and down choose, Enter goes to the details"
      tabIndex={0}
      ref={list}
      aria-activedescendant={at < 0 ? undefined : `${id}-${current}`}
      onKeyDown={onKeyDown}
    >
      <LongList
        rows={rows}
        within={list}
        rowHeight={36}
        keyOf={({ index }) => index}
        reveal={reveal}
        render={(row) => (
          <div
            role="option"
            id={`${id}-${row.index}`}
            aria-selected={row.index === current}
            class="exchange-row"
            onClick={() => onChoose(row.index)}
          >
            <Row row={row} span={span} />
          </div>
        )}
      />
    </div>
  )
}

function Row({ row, span }: { readonly row: ExchangeRow; readonly span: TimeSpan }) {
  const { index, method, path, status, ms, startedAt, causes } = row
  const place = placeOf(span, { from: startedAt, to: startedAt + ms })
  return (
    <>
      <span class="numeric faint">{index}</span>
      <StatusBadge status={status === 0 ? null : status} />
      <code class="exchange-path" title={path}>
        <b>{method}</b> {path}
      </code>
      <span class="exchange-notes">
        <StreamNote row={row} />
        {causes.length > 0 && <Badge tone="bad">{formatCount(causes.length, 'finding')}</Badge>}
      </span>
      <span class="numeric small">{formatTime(ms)}</span>
      <span class="exchange-track" aria-hidden="true">
        {place && (
          <i
            style={{ left: `${place.left * 100}%`, width: `${place.width * 100}%` }}
            class={row.isStream ? 'is-stream' : ''}
          />
        )}
      </span>
    </>
  )
}

/** What a stream has: its frames, or why there are none. */
export function StreamNote({ row }: { readonly row: ExchangeRow }) {
  const { isStream, frames, lacksBody, isBroken, isClosedByClient } = row
  if (!isStream) return lacksBody ? <Badge>no body</Badge> : null
  return (
    <>
      {lacksBody ? (
        <Badge tone="warn">stream without body</Badge>
      ) : (
        <Badge tone="info">{frames === undefined ? 'stream' : `${frames} frames`}</Badge>
      )}
      {isBroken && <Badge tone="bad">broken</Badge>}
      {isClosedByClient && <Badge>client left</Badge>}
    </>
  )
}

function spanOf(rows: readonly ExchangeRow[]): TimeSpan {
  let [from, to] = [Number.POSITIVE_INFINITY, 0]
  for (const { startedAt, ms } of rows) {
    from = Math.min(from, startedAt)
    to = Math.max(to, startedAt + ms)
  }
  return { from, to: Math.max(to, from + 1) }
}
