import { useState } from 'preact/hooks'
import { useAsked } from '../../control/use-asked.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import type { DirectorState, ScenarioList } from './answers.ts'

type NextTurnProps = {
  readonly state: DirectorState
  readonly order: (body: object) => Promise<boolean>
}

/** Chooses the script of the next turn, or says something on behalf of the agent. */
export function NextTurn({ state, order }: NextTurnProps) {
  const { answer } = useAsked<ScenarioList>('scenarios')
  const [text, setText] = useState('')
  const { waiting } = state
  const next = waiting !== null && 'next' in waiting ? waiting.next : ''
  const about = answer?.scenarios.find(({ name }) => name === next)?.about
  async function say(event: Event) {
    event.preventDefault()
    if (await order({ say: text })) setText('')
  }
  return (
    <div class="director-forms">
      <section class="card stack" aria-labelledby="director-next">
        <h2 id="director-next">The next turn</h2>
        <SelectField
          label="Plays the script"
          hint={about}
          value={next}
          options={[
            ['', 'that fits what is asked'],
            ...(answer?.scenarios ?? []).map(({ name }) => [name, name] as const),
          ]}
          onValue={(name) => order({ next: name === '' ? null : name })}
        />
      </section>
      <form class="card stack" aria-labelledby="director-say" onSubmit={say}>
        <h2 id="director-say">On behalf of the agent</h2>
        <div class="row">
          <TextField label="Say" value={text} onValue={setText} required />
          <Button type="submit">Say it</Button>
        </div>
        <p class="small faint" role="status">
          {waiting !== null && 'say' in waiting
            ? `The next turn says: ${waiting.say}`
            : 'A turn that runs says it at its next line; else the next turn does.'}
        </p>
      </form>
    </div>
  )
}
