import { useEffect, useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { ErrorNotice, Badge } from '../../ui/feedback.tsx'
import { refreshWorldStatus, useWorldStatus, type WorldStatus } from '../../control/world-status.ts'
import { useMutation } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import './clock.css'
import { TextField } from '../../ui/fields.tsx'

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
          <span class="push row">
            {frozen ? (
              <Button kind="primary" onClick={() => changeClock({ scale })}>
                Resume
              </Button>
            ) : (
              <Button kind="primary" onClick={() => changeClock({ freeze: true })}>
                Freeze
              </Button>
            )}
            {scale !== 1 && (
              <Button onClick={() => changeClock({ resume: true })}>Run at real speed</Button>
            )}
          </span>
        </div>
        <ErrorNotice message={mutation.error} />
      </section>
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

const usualDurations = ['1m', '15m', '1h', '2h', '1d', '30d']

/** Advances the clock, by a duration or to the next scheduled event. */
function AdvanceForm({ changeClock }: { readonly changeClock: ChangeClock }) {
  const [duration, setDuration] = useState('3h')
  const submit = (event: Event) => {
    event.preventDefault()
    void changeClock({ advance: duration.trim() })
  }
  return (
    <form class="card stack" onSubmit={submit} aria-labelledby="clock-advance">
      <h2 id="clock-advance">Advance</h2>
      <div class="row">
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
      <div class="row row-middle">
        <Button onClick={() => changeClock({ advance: 'next' })}>
          To the next scheduled event
        </Button>
        <span class="faint small">
          such as the next event of a stream or the expiry of an approval
        </span>
      </div>
    </form>
  )
}

type FreezeFormProps = { readonly changeClock: ChangeClock; readonly now: string }

/** Sets the clock to a time and freezes it there. */
function FreezeForm({ changeClock, now }: FreezeFormProps) {
  const [time, setTime] = useState(now)
  const submit = (event: Event) => {
    event.preventDefault()
    void changeClock({ freeze: time.trim() })
  }
  return (
    <form class="card stack" onSubmit={submit} aria-labelledby="clock-freeze">
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
    </form>
  )
}

type ScaleFormProps = { readonly changeClock: ChangeClock; readonly scale: number }

const usualFactors = [0.1, 1, 10, 60, 3600]

function ScaleForm({ changeClock, scale }: ScaleFormProps) {
  const [factor, setFactor] = useState(String(scale))
  const submit = (event: Event) => {
    event.preventDefault()
    void changeClock({ scale: Number(factor) })
  }
  return (
    <form class="card stack" onSubmit={submit} aria-labelledby="clock-scale">
      <h2 id="clock-scale">Run at another speed</h2>
      <div class="row">
        {usualFactors.map((each) => (
          <Button
            key={each}
            label={`Run at ${each} times the speed`}
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
        <Button type="submit">Run</Button>
      </div>
    </form>
  )
}

/** Sends a change of the clock to the control API; resolves to whether it succeeded. */
type ChangeClock = (body: object) => Promise<boolean>

/** Estimates the current time of a world from its last known status: ISO 8601 in UTC. */
function estimateNow({ time, fetchedAt }: WorldStatus, at: number): string {
  const passed = time.frozen ? 0 : (at - fetchedAt) * time.scale
  return new Date(Date.parse(time.now) + passed).toISOString()
}
