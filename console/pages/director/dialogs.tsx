import { useState } from 'preact/hooks'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { useQuery } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import type { ScenarioList } from '../../../contract/control/worlds.ts'

type ScriptDialogProps = {
  /** Called with the chosen script; `null` lets the platform choose by the question. */
  readonly onScript: (name: string | null) => void
  readonly onClose: () => void
}

/** Explains the default of the script selection. */
export const matchingScript = 'Plays the script whose pattern matches the question.'

/** Chooses the script of the next turn from a list, also by its first letters and Enter. */
export function ScriptDialog({ onScript, onClose }: ScriptDialogProps) {
  const { data, error } = useQuery<ScenarioList>('scenarios')
  const [name, setName] = useState('')
  const about = data?.scenarios.find((one) => one.name === name)?.about
  const choose = (event: Event) => {
    event.preventDefault()
    onClose()
    onScript(name === '' ? null : name)
  }
  // Opened only when the list is loaded, so that the list gets the focus.
  if (data === undefined && error === undefined) return null
  return (
    <Dialog title="The next turn" onClose={onClose}>
      <ErrorNotice message={error} />
      {data !== undefined && (
        <form class="stack" onSubmit={choose}>
          <SelectField
            label="Script"
            hint={name === '' ? matchingScript : about}
            rows={8}
            autofocus
            value={name}
            options={[['', 'Chosen by the question'], ...data.scenarios.map((one) => one.name)]}
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

type SayDialogProps = {
  readonly onSay: (text: string) => void
  readonly onClose: () => void
}

/** Takes a text for the agent to say. */
export function SayDialog({ onSay, onClose }: SayDialogProps) {
  const [text, setText] = useState('')
  const say = (event: Event) => {
    event.preventDefault()
    onClose()
    onSay(text)
  }
  return (
    <Dialog title="Send a text as the agent" onClose={onClose}>
      <form class="stack" onSubmit={say}>
        <TextField
          label="Say"
          hint="A running turn sends it at its next line. Without a running turn, the next turn sends it."
          value={text}
          onValue={setText}
          required
          autofocus
          autocomplete="off"
        />
        <div class="row">
          <Button type="submit" kind="primary">
            Say it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type ResetDialogProps = {
  readonly onReset: () => void
  readonly onClose: () => void
}

export const ResetDialog = ({ onReset, onClose }: ResetDialogProps) => (
  <Dialog title="Reset the world?" onClose={onClose}>
    <p>
      Its records return to their initial state. Faults and the journal are deleted, and open
      streams end.
    </p>
    <div class="row">
      <Button
        kind="danger"
        onClick={() => {
          onClose()
          onReset()
        }}
      >
        Reset
      </Button>
    </div>
  </Dialog>
)
