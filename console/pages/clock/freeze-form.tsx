import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import type { Move } from './move.ts'

type FreezeFormProps = { readonly move: Move; readonly now: string }

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
