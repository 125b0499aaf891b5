import { useState } from 'preact/hooks'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { useQuery } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import type { ScenarioList } from './answers.ts'

export type ScriptDialogProps = {
  /** A script was chosen; `null` leaves it to the scripts again. */
  readonly onScript: (name: string | null) => void
  readonly onClose: () => void
}

/** Chooses the script of the next turn from a list: its first letters lead there, Enter takes it. */
export function ScriptDialog({ onScript, onClose }: ScriptDialogProps) {
  const { data, error } = useQuery<ScenarioList>('scenarios')
  const [name, setName] = useState('')
  const about = data?.scenarios.find((one) => one.name === name)?.about
  const choose = (event: Event) => {
    event.preventDefault()
    onClose()
    onScript(name === '' ? null : name)
  }
  // Until then there is nothing in it to have the focus.
  if (data === undefined && error === undefined) return null
  return (
    <Dialog title="The next turn" onClose={onClose}>
      <ErrorNotice message={error} />
      {data !== undefined && (
        <form class="stack" onSubmit={choose}>
          <SelectField
            label="Plays the script"
            hint={about ?? 'The script that fits what is asked.'}
            rows={8}
            autofocus
            value={name}
            options={[['', 'that fits'], ...data.scenarios.map((one) => one.name)]}
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

/** Takes what the agent shall say. */
export function SayDialog({ onSay, onClose }: SayDialogProps) {
  const [text, setText] = useState('')
  const say = (event: Event) => {
    event.preventDefault()
    onClose()
    onSay(text)
  }
  return (
    <Dialog title="On behalf of the agent" onClose={onClose}>
      <form class="stack" onSubmit={say}>
        <TextField
          label="Say"
          hint="A turn that runs says it at its next line; else the next turn does."
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

/** Asks whether a world shall begin anew. */
export const ResetDialog = ({ onReset, onClose }: ResetDialogProps) => (
  <Dialog title="Begin anew?" onClose={onClose}>
    <p>All records, faults and calls go; streams that run end.</p>
    <div class="row">
      <Button
        kind="danger"
        onClick={() => {
          onClose()
          onReset()
        }}
      >
        Begin anew
      </Button>
    </div>
  </Dialog>
)
