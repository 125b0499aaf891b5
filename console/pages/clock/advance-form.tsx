import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import type { Move } from './move.ts'

const usual = ['1m', '15m', '1h', '2h', '1d', '30d']

/** Moves time forward, by a duration or to what is due next. */
export function AdvanceForm({ move }: { readonly move: Move }) {
  const [duration, setDuration] = useState('3h')
  const submit = (event: Event) => {
    event.preventDefault()
    void move({ advance: duration.trim() })
  }
  return (
    <form class="card stack" onSubmit={submit} aria-labelledby="clock-advance">
      <h2 id="clock-advance">Advance</h2>
      <div class="row">
        {usual.map((each) => (
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
