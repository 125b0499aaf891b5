import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from '../../../client/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Form, SelectField, TextArea } from '../../ui/fields.tsx'
import { areShortcutsOn } from '../../keys/shortcuts.ts'
import { type SessionStore, type Draft, turnModes } from './model/session-store.ts'
import { describeError } from './model/describe-error.ts'
import { AudienceContext } from '../../app/audience.ts'

/**
 * A form that sends a question. While a turn runs, the form injects a message into the turn. Before
 * an audience, it has only the question field, which loses the focus after a question is sent.
 */
export function Composer({ store }: { readonly store: SessionStore }) {
  const isQuestionOnly = useContext(AudienceContext)
  const { thread, agents, draft } = store
  const [error, setError] = useState<string>()
  const returnsFocus = useRef(false)
  const isBusy = thread.isBusy.value
  const { text, agentId, mode } = draft.value
  const changeDraft = (changed: Partial<Draft>) => {
    draft.value = { ...draft.value, ...changed }
  }
  // The sign-in button has disappeared with the focus, so the focus moves to the question field.
  useEffect(() => {
    if (document.activeElement !== document.body) return
    // On a phone, the on-screen keyboard would cover the suggested questions.
    if (isQuestionOnly || !hasKeyboard()) focusTurns()
    else focusQuestion()
  }, [])
  // After a turn, the focus returns to the question field, unless the user has pressed a key.
  useEffect(() => {
    if (isBusy || !returnsFocus.current) return
    returnsFocus.current = false
    if (document.activeElement?.matches('.turns')) focusQuestion()
  }, [isBusy])

  async function submit() {
    const question = text.trim()
    if (question === '') return
    setError(undefined)
    // After a question, users press shortcuts such as `x`, which the field would take as text.
    if (isQuestionOnly || (!isBusy && areShortcutsOn.value)) {
      focusTurns()
      returnsFocus.current = !isQuestionOnly && hasKeyboard()
      const cancelFocusReturn = () => (returnsFocus.current = false)
      document.addEventListener('keydown', cancelFocusReturn, { once: true, capture: true })
    }
    if (!isBusy) return store.ask(question)
    // The field is cleared before the response, so that a second Enter does not send the message
    // again.
    changeDraft({ text: '' })
    try {
      await thread.inject(question)
    } catch (cause) {
      changeDraft({ text: [question, draft.peek().text].filter(Boolean).join('\n') })
      const isOver = cause instanceof ApiError && cause.status === 404
      setError(isOver ? turnOverMessage : describeError(cause))
    }
  }
  const chooseAgent = (chosen: string) => {
    const agent = agents.value.find(({ id }) => id === chosen)
    changeDraft({ agentId: chosen, mode: agent?.execution_mode ?? mode })
  }

  return (
    <Form class="composer card" onSubmit={submit}>
      <TextArea
        label={isBusy ? 'Message to the running turn' : 'Question'}
        hideLabel
        rows={isQuestionOnly ? 1 : 2}
        placeholder={isBusy ? 'Send a message to the running turn' : 'Ask a question'}
        value={text}
        error={error}
        onValue={(value) => changeDraft({ text: value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') focusTurns()
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
          event.preventDefault()
          void submit()
        }}
      />
      {!isQuestionOnly && (
        <div class="row">
          <SelectField
            label="Agent"
            hideLabel
            value={agentId}
            options={[['', 'No agent'], ...agents.value.map(({ id, name }) => [id, name] as const)]}
            onValue={chooseAgent}
          />
          <SelectField
            label="Mode"
            hideLabel
            value={mode}
            options={turnModes.map((each) => [each, `Mode: ${each}`])}
            onValue={(value) =>
              changeDraft({ mode: turnModes.find((one) => one === value) ?? 'auto' })
            }
          />
          <span class="push row">
            {isBusy && <Button onClick={thread.stopReading}>Stop reading</Button>}
            <Button kind="primary" type="submit" disabled={text.trim() === ''}>
              {isBusy ? 'Inject' : 'Ask'}
            </Button>
          </span>
        </div>
      )}
    </Form>
  )
}

const turnOverMessage =
  'The turn has ended before this message. Press Enter again to ask it as a question.'

/** Whether the device probably has a keyboard, not an on-screen keyboard that covers the page. */
export const hasKeyboard = (): boolean => window.matchMedia('(hover: hover)').matches

/** Moves the focus to the question field. */
export const focusQuestion = (): void =>
  document.querySelector<HTMLElement>('.composer textarea')?.focus()

/** Moves the focus to the list of turns, where keyboard shortcuts work. */
const focusTurns = (): void => document.querySelector<HTMLElement>('.turns')?.focus()
