import { useState } from 'preact/hooks'
import { useQuery } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/feedback.tsx'
import type { ScenarioList } from '../../../contract/control/worlds.ts'
import { type SayCommand, SayForm } from './say-form.tsx'
import { ScriptPicker } from './script-picker.tsx'

type ScriptDialogProps = {
  /** Called with the chosen script. */
  readonly onAdd: (name: string) => void
  readonly onClose: () => void
}

/** Adds a script to the list of the next turns: found by a search, added by Enter. */
export function ScriptDialog({ onAdd, onClose }: ScriptDialogProps) {
  const { data, error } = useQuery<ScenarioList>('scenarios')
  const [name, setName] = useState('')
  const add = () => {
    if (name === '') return
    onClose()
    onAdd(name)
  }
  // Opened only when the list is loaded, so that the search gets the focus.
  if (data === undefined && error === undefined) return null
  return (
    <Dialog title="Add a turn" wide onClose={onClose}>
      <ErrorNotice message={error} />
      {data !== undefined && (
        <div class="stack">
          <ScriptPicker
            scripts={data.scenarios}
            value={name}
            onValue={setName}
            rows={8}
            autofocus
            onEnter={add}
          >
            <Button kind="primary" disabled={name === ''} onClick={add}>
              Add to the list
            </Button>
          </ScriptPicker>
        </div>
      )}
    </Dialog>
  )
}

type SayDialogProps = {
  readonly onSay: (command: SayCommand) => void
  readonly onClose: () => void
}

/** Takes a text for the agent to say. */
export function SayDialog({ onSay, onClose }: SayDialogProps) {
  return (
    <Dialog title="Send a text as the agent" onClose={onClose}>
      <SayForm
        autofocus
        onSay={(command) => {
          onClose()
          onSay(command)
        }}
      />
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
