import { useState } from 'preact/hooks'
import type { TurnMode } from '../../../../client/streams/turns.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextArea } from '../../../ui/field.tsx'
import type { Desk } from '../model/chat.ts'
import { wordsOf } from '../model/words-of.ts'

const modes = ['auto', 'react', 'dag'] as const

/** What is about to be asked, and of whom. */
export type Draft = {
  readonly text: string
  readonly mode: TurnMode
  readonly agentId: string
}

export type ComposerProps = {
  readonly desk: Desk
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly onAsk: (text: string) => void
}

/** Asks; while a turn runs, gives it a word on the way. */
export function Composer({ desk, draft, onDraft, onAsk }: ComposerProps) {
  const { thread, agents } = desk
  const [trouble, setTrouble] = useState<string>()
  const isBusy = thread.isBusy.value
  const text = draft.text.trim()

  async function submit() {
    if (text === '') return
    setTrouble(undefined)
    if (!isBusy) return onAsk(text)
    try {
      await thread.inject(text)
      onDraft({ ...draft, text: '' })
    } catch (error) {
      setTrouble(wordsOf(error))
    }
  }
  const choose = (agentId: string) => {
    const agent = agents.value.find(({ id }) => id === agentId)
    onDraft({ ...draft, agentId, mode: agent?.execution_mode ?? draft.mode })
  }

  return (
    <form
      class="composer card"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextArea
        label={isBusy ? 'A word to the turn that runs' : 'Question'}
        hideLabel
        rows={2}
        placeholder={isBusy ? 'Add a word to the turn that runs' : 'Ask something'}
        value={draft.text}
        error={trouble}
        onValue={(value) => onDraft({ ...draft, text: value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
          event.preventDefault()
          void submit()
        }}
      />
      <div class="row">
        <SelectField
          label="Agent"
          hideLabel
          value={draft.agentId}
          options={[['', 'No agent'], ...agents.value.map(({ id, name }) => [id, name] as const)]}
          onValue={choose}
        />
        <SelectField
          label="Mode"
          hideLabel
          value={draft.mode}
          options={modes}
          onValue={(value) =>
            onDraft({ ...draft, mode: modes.find((one) => one === value) ?? 'auto' })
          }
        />
        <span class="push row">
          {isBusy && <Button onClick={thread.leave}>Stop reading</Button>}
          <Button kind="primary" type="submit" disabled={text === ''}>
            {isBusy ? 'Inject' : 'Ask'}
          </Button>
        </span>
      </div>
    </form>
  )
}
