import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'

/** How the agent says a text: in between, or instead of what is left of its turn. */
export type SayCommand = { readonly say: string; readonly aside?: true }

type SayFormProps = {
  readonly onSay: (command: SayCommand) => Promise<unknown> | void
  readonly autofocus?: boolean
}

/** Takes a text for the agent to say, as an aside or instead of the rest of its turn. */
export function SayForm({ onSay, autofocus = false }: SayFormProps) {
  const [text, setText] = useState('')
  async function say(command: SayCommand) {
    await onSay(command)
    setText('')
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const isAside = event.submitter?.getAttribute('data-say') !== 'instead'
    void say({ say: text, ...(isAside && { aside: true }) })
  }
  return (
    <form class="stack" onSubmit={submit}>
      <TextField
        label="Say"
        value={text}
        onValue={setText}
        required
        autofocus={autofocus}
        autocomplete="off"
      />
      <div class="row">
        <Button type="submit" kind="primary">
          Say as an aside
        </Button>
        <button type="submit" class="button button-danger" data-say="instead">
          Say instead of the rest
        </button>
      </div>
      <p class="small faint">
        An aside comes before the next line, and the script goes on. Instead of the rest, the turn
        ends with the text. Without a running turn, the next turn says it.
      </p>
    </form>
  )
}
