import type { SentBody } from '../../../contract/control/operation.ts'
import type { ControlOperations } from '../../../contract/control/operations.ts'
import { callOf } from '../../../contract/control/call.ts'
import { useEffect, useState } from 'preact/hooks'
import type { DueItem } from '../../../contract/control/clock.ts'
import { usePlatform } from '../../app/platform.ts'
import { ErrorNotice, Badge, EmptyState } from '../../ui/feedback.tsx'
import {
  estimateWorldTime,
  refreshWorldStatus,
  clockShiftOf,
  useWorldStatus,
  type WorldStatus,
} from '../../control/world-status.ts'
import { formatShift } from '../faults/describe-fault.ts'
import { useMutation, useQuery } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import './clock.css'
import { type Column, Table } from '../../ui/table.tsx'
import { describeDuration } from '../../ui/describe-time.ts'
import { Timestamp } from '../../ui/text.tsx'
import { Form, TextField } from '../../ui/fields.tsx'

export function ClockPage() {
  const { control } = usePlatform()
  const status = useWorldStatus()
  const mutation = useMutation()
  const changeClock: ChangeClock = (body) =>
    mutation.run(async () => {
      await control.call('POST clock', { body })
      await refreshWorldStatus(control)
    })
  if (status === undefined) return null
  const { frozen, scale } = status.time
  const shift = clockShiftOf(status.time)
  const isReal = !frozen && scale === 1 && shift === undefined
  const advanceTo = (at: string) =>
    mutation.run(async () => {
      const { now } = await control.call('GET clock')
      // `at` and `now` are rounded down, so one more millisecond is needed to reach `at`.
      const advance = Math.max(0, Date.parse(at) - Date.parse(now)) + 1
      await control.call('POST clock', { body: { advance } })
      await refreshWorldStatus(control)
    })
  return (
    <>
      <p class="faint">
        One clock controls the expiry of tokens, keys and approvals, quotas, rate limits and the
        pace of streams. While it is frozen, streams wait. If you advance it, everything that
        becomes due on the way happens in order.
      </p>
      <section class="card stack" aria-labelledby="clock-now">
        <h2 id="clock-now" class="unseen">
          Now
        </h2>
        <div class="row clock-now">
          <ClockFace />
          {frozen ? <Badge tone="warn">frozen</Badge> : <Badge tone="good">running</Badge>}
          {!frozen && scale !== 1 && <Badge tone="warn">× {scale}</Badge>}
          {shift !== undefined && <Badge tone="warn">{formatShift(shift)}</Badge>}
          <span class="push row">
            {!isReal && (
              <Button onClick={() => changeClock({ resume: 'real' })}>Back to the real time</Button>
            )}
            {frozen ? (
              <Button kind="primary" onClick={() => changeClock({ scale })}>
                Resume
              </Button>
            ) : (
              <Button kind="primary" onClick={() => changeClock({ freeze: true })}>
                Freeze
              </Button>
            )}
          </span>
        </div>
        <ErrorNotice message={mutation.error} />
      </section>
      <DueTaskTable status={status} onAdvanceTo={advanceTo} />
      <div class="clock-forms">
        <AdvanceForm changeClock={changeClock} />
        <FreezeForm changeClock={changeClock} now={status.time.now} />
        <ScaleForm changeClock={changeClock} scale={scale} />
      </div>
    </>
  )
}

const clockDateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** Shows the time of the world in UTC, as it passes. */
function ClockFace() {
  const status = useWorldStatus()
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = window.setInterval(() => tick((count) => count + 1), 250)
    return () => window.clearInterval(timer)
  }, [])
  if (status === undefined) return null
  const iso = new Date(estimateWorldTime(status, performance.now())).toISOString()
  return (
    <time class="clock-face" dateTime={iso} title={iso}>
      {iso.slice(11, 19)}
      <span class="faint"> UTC </span>
      <span class="clock-date">{clockDateFormat.format(Date.parse(iso))}</span>
    </time>
  )
}

type DueTableProps = {
  readonly status: WorldStatus
  /** Advances the clock to a time. */
  readonly onAdvanceTo: (at: string) => unknown
}

/** Lists the next due tasks of the world. The tasks are fetched again whenever `status` changes. */
function DueTaskTable({ status, onAdvanceTo }: DueTableProps) {
  const { data, error } = useQuery(callOf('GET clock/due'), status)
  if (data === undefined) return <ErrorNotice message={error} />
  const now = Date.parse(data.now)
  const columns: readonly Column<DueItem>[] = [
    {
      label: 'When',
      cell: ({ at }) => (
        <span class="clock-when">
          in {describeDuration(Math.max(0, Date.parse(at) - now))}
          <span class="small faint">
            <Timestamp iso={at} />
          </span>
        </span>
      ),
    },
    { label: 'What', cell: describeDue },
    {
      label: 'Advance',
      hideLabel: true,
      numeric: true,
      cell: (item) => (
        <Button label={`Go there: ${describeDue(item)}`} onClick={() => onAdvanceTo(item.at)}>
          Go there
        </Button>
      ),
    },
  ]
  return (
    <section class="card stack" aria-labelledby="clock-due">
      <h2 id="clock-due">Falls due next</h2>
      <Table
        caption="What falls due next"
        columns={columns}
        rows={data.due.slice(0, maxRows)}
        keyOf={({ at, kind, subject }) => `${at} ${kind} ${subject}`}
        stacks
        empty={
          <EmptyState title="Nothing is scheduled">
            No turn runs, and no approval, key or session expires.
          </EmptyState>
        }
      />
      {data.due.length + data.more > maxRows && (
        <p class="small faint">{data.due.length + data.more - maxRows} later ones are not shown.</p>
      )}
    </section>
  )
}

/** The maximum number of rows. Later tasks are rarely of interest. */
const maxRows = 5

function describeDue({ kind, subject }: DueItem): string {
  if (kind === 'event') return 'The next event of a stream'
  if (kind === 'delay') return 'A response that a fault delays'
  if (kind === 'approval') return `The approval of ${subject} expires`
  if (kind === 'title') return `The title “${subject}” is stored`
  if (kind === 'key') return `The API key ${subject} expires`
  return `The session of ${subject} ends`
}

const usualDurations = ['1m', '15m', '1h', '2h', '1d', '30d']

/** A form that advances the clock by a duration. */
function AdvanceForm({ changeClock }: { readonly changeClock: ChangeClock }) {
  const [duration, setDuration] = useState('3h')
  const submit = () => changeClock({ advance: duration.trim() })
  return (
    <Form class="card stack" onSubmit={submit} aria-labelledby="clock-advance">
      <h2 id="clock-advance">Advance by a duration</h2>
      <div class="clock-usual">
        {usualDurations.map((each) => (
          <Button
            key={each}
            label={`Advance by ${each}`}
            onClick={() => changeClock({ advance: each })}
          >
            {each}
          </Button>
        ))}
      </div>
      <div class="row">
        <TextField
          label="By"
          value={duration}
          onValue={setDuration}
          placeholder="800ms, 90s, 5m, 2h, 1d"
          required
        />
        <Button type="submit">Advance</Button>
      </div>
    </Form>
  )
}

type FreezeFormProps = { readonly changeClock: ChangeClock; readonly now: string }

/** A form that sets the clock to a time and freezes it there. */
function FreezeForm({ changeClock, now }: FreezeFormProps) {
  const [time, setTime] = useState(now)
  const submit = () => changeClock({ freeze: time.trim() })
  return (
    <Form class="card stack" onSubmit={submit} aria-labelledby="clock-freeze">
      <h2 id="clock-freeze">Freeze at a time</h2>
      <TextField
        label="Time"
        value={time}
        onValue={setTime}
        hint="ISO 8601 with a zone, such as 2026-11-21T08:00:00Z"
        required
      />
      <div class="row">
        <Button type="submit">Freeze there</Button>
        <Button kind="quiet" onClick={() => setTime(now)}>
          Use the current time
        </Button>
      </div>
    </Form>
  )
}

type ScaleFormProps = { readonly changeClock: ChangeClock; readonly scale: number }

const usualScales = [0.1, 0.5, 1, 10, 60, 3600]

function ScaleForm({ changeClock, scale }: ScaleFormProps) {
  const [factor, setFactor] = useState(String(scale))
  const submit = () => changeClock({ scale: Number(factor) })
  return (
    <Form class="card stack" onSubmit={submit} aria-labelledby="clock-scale">
      <h2 id="clock-scale">Scale the time</h2>
      <div class="clock-usual">
        {usualScales.map((each) => (
          <Button
            key={each}
            label={`Time × ${each}`}
            pressed={each === scale}
            onClick={() => changeClock({ scale: each })}
          >
            × {each}
          </Button>
        ))}
      </div>
      <div class="row">
        <TextField
          label="Seconds in the world per real second"
          type="number"
          step="any"
          value={factor}
          onValue={setFactor}
          required
        />
        <Button type="submit">Scale</Button>
      </div>
    </Form>
  )
}

/** Sends a change of the clock to the control API. Resolves to true on success. */
type ChangeClock = (body: SentBody<ControlOperations['POST clock']>) => Promise<boolean>
