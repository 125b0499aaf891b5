import { useEffect, useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { ErrorNotice, Badge } from '../../ui/feedback.tsx'
import { refreshWorldStatus, useWorldStatus, type WorldStatus } from '../../control/world-status.ts'
import { useMutation } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import './clock.css'
import { TextField } from '../../ui/fields.tsx'

/** The time of the world, and what moves it. */
export function ClockPage() {
  const { control } = usePlatform()
  const steered = useWorldStatus()
  const act = useMutation()
  const move: MoveClock = (body) =>
    act.run(async () => {
      await control.send('POST', 'clock', body)
      await refreshWorldStatus(control)
    })
  if (steered === undefined) return null
  const { frozen, scale } = steered.time
  return (
    <>
      <p class="faint">
        One clock moves tokens, keys, approvals, quotas, rate windows and streams. Freeze it, and a
        stream waits; what falls due on the way of an advance happens, in order.
      </p>
      <section class="card stack" aria-labelledby="clock-now">
        <h2 id="clock-now" class="unseen">
          Now
        </h2>
        <div class="row row-middle">
          <ClockFace />
          {frozen ? <Badge tone="warn">frozen</Badge> : <Badge tone="good">runs</Badge>}
          {!frozen && scale !== 1 && <Badge tone="warn">× {scale}</Badge>}
          <span class="push row">
            {frozen ? (
              <Button kind="primary" onClick={() => move({ scale })}>
                Go on
              </Button>
            ) : (
              <Button kind="primary" onClick={() => move({ freeze: true })}>
                Freeze
              </Button>
            )}
            {scale !== 1 && <Button onClick={() => move({ resume: true })}>At real speed</Button>}
          </span>
        </div>
        <ErrorNotice message={act.error} />
      </section>
      <div class="clock-forms">
        <AdvanceForm move={move} />
        <FreezeForm move={move} now={steered.time.now} />
        <ScaleForm move={move} scale={scale} />
      </div>
    </>
  )
}

/** The time as it passes, in UTC as the platform tells it. */
function ClockFace() {
  const steered = useWorldStatus()
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = window.setInterval(() => tick((count) => count + 1), 250)
    return () => window.clearInterval(timer)
  }, [])
  if (steered === undefined) return null
  const iso = estimateNow(steered, performance.now())
  return (
    <time class="clock-face" dateTime={iso} title={iso}>
      <span class="clock-date">{iso.slice(0, 10)}</span> {iso.slice(11, 19)}
      <span class="faint"> UTC</span>
    </time>
  )
}

const usualDurations = ['1m', '15m', '1h', '2h', '1d', '30d']

/** Moves time forward, by a duration or to what is due next. */
export function AdvanceForm({ move }: { readonly move: MoveClock }) {
  const [duration, setDuration] = useState('3h')
  const submit = (event: Event) => {
    event.preventDefault()
    void move({ advance: duration.trim() })
  }
  return (
    <form class="card stack" onSubmit={submit} aria-labelledby="clock-advance">
      <h2 id="clock-advance">Advance</h2>
      <div class="row">
        {usualDurations.map((each) => (
          <Button key={each} label={`Advance by ${each}`} onClick={() => move({ advance: each })}>
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
        <Button onClick={() => move({ advance: 'next' })}>To what is due next</Button>
        <span class="faint small">the next beat of a stream, the end of an approval …</span>
      </div>
    </form>
  )
}

type FreezeFormProps = { readonly move: MoveClock; readonly now: string }

/** Sets the time to a moment, where it stays. */
export function FreezeForm({ move, now }: FreezeFormProps) {
  const [moment, setMoment] = useState(now)
  const submit = (event: Event) => {
    event.preventDefault()
    void move({ freeze: moment.trim() })
  }
  return (
    <form class="card stack" onSubmit={submit} aria-labelledby="clock-freeze">
      <h2 id="clock-freeze">Stand still at a moment</h2>
      <TextField
        label="Moment"
        value={moment}
        onValue={setMoment}
        hint="ISO 8601 with a zone, such as 2026-11-21T08:00:00Z"
        required
      />
      <div class="row">
        <Button type="submit">Freeze there</Button>
        <Button kind="quiet" onClick={() => setMoment(now)}>
          Take the time of now
        </Button>
      </div>
    </form>
  )
}

type ScaleFormProps = { readonly move: MoveClock; readonly scale: number }

const usualFactors = [0.1, 1, 10, 60, 3600]

/** Lets time run faster or slower. */
export function ScaleForm({ move, scale }: ScaleFormProps) {
  const [factor, setFactor] = useState(String(scale))
  const submit = (event: Event) => {
    event.preventDefault()
    void move({ scale: Number(factor) })
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
            onClick={() => move({ scale: each })}
          >
            × {each}
          </Button>
        ))}
      </div>
      <div class="row">
        <TextField
          label="Seconds of the world to one of the machine"
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

/** Moves the time of the world as the control API takes it; says whether it was done. */
export type MoveClock = (body: object) => Promise<boolean>

/** The time of a world by what the page last learnt of it, at a moment of the page; ISO 8601, UTC. */
export function estimateNow({ time, fetchedAt }: WorldStatus, at: number): string {
  const passed = time.frozen ? 0 : (at - fetchedAt) * time.scale
  return new Date(Date.parse(time.now) + passed).toISOString()
}
