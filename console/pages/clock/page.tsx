import { useEffect, useState } from 'preact/hooks'
import type { WorldTime } from '../../../contract/control/clock.ts'
import { usePlatform } from '../../app/platform.ts'
import { ErrorNotice, Badge } from '../../ui/feedback.tsx'
import {
  refreshWorldStatus,
  shiftOf,
  useWorldStatus,
  type WorldStatus,
} from '../../control/world-status.ts'
import { formatShift } from '../faults/describe-fault.ts'
import { DueTable } from './due-table.tsx'
import { useMutation } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import './clock.css'
import { AdvanceForm, type ChangeClock, FreezeForm, ScaleForm } from './forms.tsx'

export function ClockPage() {
  const { control } = usePlatform()
  const status = useWorldStatus()
  const mutation = useMutation()
  const changeClock: ChangeClock = (body) =>
    mutation.run(async () => {
      await control.send('POST', 'clock', body)
      await refreshWorldStatus(control)
    })
  if (status === undefined) return null
  const { frozen, scale } = status.time
  const shift = shiftOf(status.time)
  const isReal = !frozen && scale === 1 && shift === undefined
  const returnToRealTime = () =>
    mutation.run(async () => {
      // A running clock says by how much it is ahead.
      await control.send('POST', 'clock', { resume: true })
      const { now, ahead_ms } = await control.get<WorldTime>('clock')
      const freeze = new Date(Date.parse(now) - ahead_ms).toISOString()
      await control.send('POST', 'clock', { freeze })
      await control.send('POST', 'clock', { resume: true })
      await refreshWorldStatus(control)
    })
  const advanceTo = (at: string) =>
    mutation.run(async () => {
      const { now } = await control.get<WorldTime>('clock')
      // Both times are cut to milliseconds: one more is surely not before it.
      const advance = Math.max(0, Date.parse(at) - Date.parse(now)) + 1
      await control.send('POST', 'clock', { advance })
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
        <div class="row row-middle">
          <ClockFace />
          {frozen ? <Badge tone="warn">frozen</Badge> : <Badge tone="good">running</Badge>}
          {!frozen && scale !== 1 && <Badge tone="warn">× {scale}</Badge>}
          {shift !== undefined && <Badge tone="warn">{formatShift(shift)}</Badge>}
          <span class="push row">
            {!isReal && <Button onClick={returnToRealTime}>Back to the real time</Button>}
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
      <DueTable status={status} onAdvanceTo={advanceTo} />
      <div class="clock-forms">
        <AdvanceForm changeClock={changeClock} />
        <FreezeForm changeClock={changeClock} now={status.time.now} />
        <ScaleForm changeClock={changeClock} scale={scale} />
      </div>
    </>
  )
}

/** The running time, in UTC. */
function ClockFace() {
  const status = useWorldStatus()
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = window.setInterval(() => tick((count) => count + 1), 250)
    return () => window.clearInterval(timer)
  }, [])
  if (status === undefined) return null
  const iso = estimateNow(status, performance.now())
  return (
    <time class="clock-face" dateTime={iso} title={iso}>
      <span class="clock-date">{iso.slice(0, 10)}</span> {iso.slice(11, 19)}
      <span class="faint"> UTC</span>
    </time>
  )
}

/** Estimates the current time of a world from its last known status: ISO 8601 in UTC. */
function estimateNow({ time, fetchedAt }: WorldStatus, at: number): string {
  const passed = time.frozen ? 0 : (at - fetchedAt) * time.scale
  return new Date(Date.parse(time.now) + passed).toISOString()
}
