import { callOf } from '../../../contract/control/call.ts'
import { useState } from 'preact/hooks'
import { useQuery } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { ScriptPicker } from './script-picker.tsx'
import { Form, TextField } from '../../ui/fields.tsx'

type ScriptDialogProps = {
  /** Called with the name of the chosen script. */
  readonly onAdd: (name: string) => void
  readonly onClose: () => void
}

/** A dialog that adds a script to the list of the next turns. Enter adds the found script. */
export function ScriptDialog({ onAdd, onClose }: ScriptDialogProps) {
  const { data, error } = useQuery(callOf('GET scenarios'))
  const [name, setName] = useState('')
  const add = () => {
    if (name === '') return
    onClose()
    onAdd(name)
  }
  // The dialog opens after the list is loaded, so that the search field gets the focus.
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

/** A text for the agent to say: as an aside, or in place of the rest of the turn. */
export type SayCommand = { readonly say: string; readonly aside?: true }

type SayFormProps = {
  /** Sends the text. The text stays in the form if the result is false. */
  readonly onSay: (command: SayCommand) => Promise<boolean> | void
  readonly autofocus?: boolean
}

/** A form for a text that the agent is to say, as an aside or in place of the rest of the turn. */
export function SayForm({ onSay, autofocus = false }: SayFormProps) {
  const [text, setText] = useState('')
  async function say(command: SayCommand) {
    if ((await onSay(command)) !== false) setText('')
  }
  const isEmpty = text.trim() === ''
  const submit = (event: SubmitEvent) => {
    const isAside = event.submitter?.getAttribute('data-say') !== 'instead'
    void say({ say: text, ...(isAside && { aside: true }) })
  }
  return (
    <Form class="stack" onSubmit={submit}>
      <TextField
        label="Say"
        value={text}
        onValue={setText}
        required
        autofocus={autofocus}
        autocomplete="off"
      />
      <div class="row">
        <Button type="submit" disabled={isEmpty}>
          Say as an aside
        </Button>
        <button type="submit" class="button button-danger" data-say="instead" disabled={isEmpty}>
          Say instead of the rest
        </button>
      </div>
      <p class="small faint">
        An aside comes before the next line, and the script goes on. Instead of the rest, the turn
        ends with the text. Without a running turn, the next turn says it.
      </p>
    </Form>
  )
}
