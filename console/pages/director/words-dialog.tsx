import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'

export type WordsDialogProps = {
  readonly onWords: (text: string) => void
  readonly onClose: () => void
}

/** Takes what the agent shall say. */
export function WordsDialog({ onWords, onClose }: WordsDialogProps) {
  const [text, setText] = useState('')
  const say = (event: Event) => {
    event.preventDefault()
    onClose()
    onWords(text)
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
