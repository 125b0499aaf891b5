import { useState } from 'preact/hooks'
import { Refusal } from '../../control/refusal.tsx'
import { useAsked } from '../../control/use-asked.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import type { ScenarioList } from './answers.ts'

export type ScriptDialogProps = {
  /** A script was chosen; `null` leaves it to the scripts again. */
  readonly onScript: (name: string | null) => void
  readonly onClose: () => void
}

/** Chooses the script of the next turn from a list: its first letters lead there, Enter takes it. */
export function ScriptDialog({ onScript, onClose }: ScriptDialogProps) {
  const { answer, refusal } = useAsked<ScenarioList>('scenarios')
  const [name, setName] = useState('')
  const about = answer?.scenarios.find((one) => one.name === name)?.about
  const choose = (event: Event) => {
    event.preventDefault()
    onClose()
    onScript(name === '' ? null : name)
  }
  // Until then there is nothing in it to have the focus.
  if (answer === undefined && refusal === undefined) return null
  return (
    <Dialog title="The next turn" onClose={onClose}>
      <Refusal words={refusal} />
      {answer !== undefined && (
        <form class="stack" onSubmit={choose}>
          <SelectField
            label="Plays the script"
            hint={about ?? 'The script that fits what is asked.'}
            rows={8}
            autofocus
            value={name}
            options={[['', 'that fits'], ...answer.scenarios.map((one) => one.name)]}
            onValue={setName}
            onKeyDown={(event) => {
              if (event.key === 'Enter') choose(event)
            }}
          />
          <div class="row">
            <Button type="submit" kind="primary">
              Play it next
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
