import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextArea } from '../../ui/fields.tsx'
import type { SessionStore, Draft } from './model/session-store.ts'
import { describeError } from './model/describe-error.ts'

const modes = ['auto', 'react', 'dag'] as const

export type ComposerProps = {
  readonly desk: SessionStore
  /** Leaves out all but the question, and lets go of the focus once it is asked. */
  readonly plain?: boolean
}

/** Asks; while a turn runs, gives it a word on the way. */
export function Composer({ desk, plain = false }: ComposerProps) {
  const { thread, agents, draft } = desk
  const [trouble, setTrouble] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const isBusy = thread.isBusy.value
  const { text, agentId, mode } = draft.value
  const change = (changed: Partial<Draft>) => {
    draft.value = { ...draft.value, ...changed }
  }
  const leave = () => focusTurns(form.current)
  // Where the one who signed in pressed is gone, what they most likely came for is next.
  useEffect(() => {
    if (document.activeElement !== document.body) return
    // On a phone its keyboard would cover what could be asked with one press.
    if (plain || !window.matchMedia('(hover: hover)').matches) leave()
    else form.current?.querySelector('textarea')?.focus()
  }, [])

  async function submit() {
    const words = text.trim()
    if (words === '') return
    setTrouble(undefined)
    if (plain) leave()
    if (!isBusy) return desk.ask(words)
    try {
      await thread.inject(words)
      change({ text: '' })
    } catch (error) {
      setTrouble(describeError(error))
    }
  }
  const choose = (chosen: string) => {
    const agent = agents.value.find(({ id }) => id === chosen)
    change({ agentId: chosen, mode: agent?.execution_mode ?? mode })
  }

  return (
    <form
      ref={form}
      class="composer card"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextArea
        label={isBusy ? 'A word to the turn that runs' : 'Question'}
        hideLabel
        rows={plain ? 1 : 2}
        placeholder={isBusy ? 'Add a word to the turn that runs' : 'Ask something'}
        value={text}
        error={trouble}
        onValue={(value) => change({ text: value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') leave()
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
          event.preventDefault()
          void submit()
        }}
      />
      {!plain && (
        <div class="row">
          <SelectField
            label="Agent"
            hideLabel
            value={agentId}
            options={[['', 'No agent'], ...agents.value.map(({ id, name }) => [id, name] as const)]}
            onValue={choose}
          />
          <SelectField
            label="Mode"
            hideLabel
            value={mode}
            options={modes}
            onValue={(value) => change({ mode: modes.find((one) => one === value) ?? 'auto' })}
          />
          <span class="push row">
            {isBusy && <Button onClick={thread.stopReading}>Stop reading</Button>}
            <Button kind="primary" type="submit" disabled={text.trim() === ''}>
              {isBusy ? 'Inject' : 'Ask'}
            </Button>
          </span>
        </div>
      )}
    </form>
  )
}

/** Gives the focus to the turns above a question: keys do something there. */
const focusTurns = (form: HTMLElement | null) =>
  form?.parentElement?.querySelector<HTMLElement>('.turns')?.focus()
