import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import type { Move } from './move.ts'

type ScaleFormProps = { readonly move: Move; readonly scale: number }

const usual = [0.1, 1, 10, 60, 3600]

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
        {usual.map((each) => (
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
