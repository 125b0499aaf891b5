import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'

const usualDurations = ['1m', '15m', '1h', '2h', '1d', '30d']

/** Advances the clock by a duration. */
export function AdvanceForm({ changeClock }: { readonly changeClock: ChangeClock }) {
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
    </form>
  )
}

type FreezeFormProps = { readonly changeClock: ChangeClock; readonly now: string }

/** Sets the clock to a time and freezes it there. */
export function FreezeForm({ changeClock, now }: FreezeFormProps) {
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

export function ScaleForm({ changeClock, scale }: ScaleFormProps) {
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
export type ChangeClock = (body: object) => Promise<boolean>
