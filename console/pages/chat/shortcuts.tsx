import { useContext } from 'preact/hooks'
import { AudienceContext } from '../../app/audience.ts'
import { createShortcut, useShortcuts } from '../../keys/shortcuts.ts'
import { focusQuestion } from './composer.tsx'
import { toast } from '../../ui/feedback.tsx'
import type { Chat } from './model/chat.ts'
import type { SessionStore } from './model/session-store.ts'
import { describeError } from './model/describe-error.ts'
import { navigate } from '../../app/location.ts'

type ChatShortcutsProps = {
  readonly chat: Chat
  readonly store: SessionStore
}

/** The keyboard shortcuts of the chat; a toast shows the result of each. */
export function ChatShortcuts({ chat, store }: ChatShortcutsProps) {
  // A cut connection is resumed only by a key press, so that an audience sees the cut.
  const needsKeyToResume = useContext(AudienceContext)
  const { thread, suggestions, client } = store
  const lastTurn = () => thread.turns.value.at(-1)

  async function decideApproval(decision: 'approve' | 'reject'): Promise<void> {
    const id = lastTurn()?.state.value.awaitedConfirmation
    if (id === undefined) return toast('No tool call waits for a decision.', 'bad')
    try {
      await client.confirmations[decision](id)
      toast(decision === 'approve' ? 'Approved' : 'Rejected')
    } catch (error) {
      toast(describeError(error), 'bad')
    }
  }
  function askSuggestion(key: string): void {
    const text = suggestions.value[Number(key) - 1]
    if (text === undefined) toast(`There is no suggestion ${key}.`, 'bad')
    else store.ask(text)
  }
  function cutOrResume(): void {
    const { reconnectGate, recorder } = chat
    if (lastTurn()?.connection.value.state === 'broken') {
      reconnectGate.open()
      return toast('Resumed')
    }
    if (!recorder.isOpen.value) return toast('No stream is open. Ask a question first.', 'bad')
    if (needsKeyToResume) reconnectGate.waitForUser()
    recorder.cut()
    toast(needsKeyToResume ? 'Connection cut. Press x to resume' : 'Connection cut')
  }

  useShortcuts({
    title: 'Chat',
    shortcuts: [
      createShortcut('/', 'Go to the question field', focusQuestion),
      {
        keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
        display: '1 – 9',
        label: 'Ask a suggested question',
        run: askSuggestion,
      },
      createShortcut('a', 'Approve the waiting tool call', () => decideApproval('approve')),
      createShortcut('d', 'Reject the waiting tool call', () => decideApproval('reject')),
      createShortcut('x', 'Cut or resume the connection', cutOrResume),
      createShortcut('c', 'New conversation', () => thread.open(undefined)),
    ],
  })
  return null
}

/** A shortcut from the chat to the stage or back, in the same conversation. */
export function ViewShortcut({ chat, to }: { readonly chat: Chat; readonly to: 'chat' | 'stage' }) {
  const does = to === 'stage' ? 'Present on the stage, without controls' : 'Back to the chat'
  const openOtherView = () => navigate(to, { conversation: chat.session.value?.thread.id.value })
  useShortcuts({ title: 'View', shortcuts: [createShortcut('v', does, openOtherView)] })
  return null
}
