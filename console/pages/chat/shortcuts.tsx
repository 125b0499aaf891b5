import { onKey, useShortcuts } from '../../keys/shortcuts.ts'
import { toast } from '../../ui/feedback.tsx'
import type { Chat } from './model/chat.ts'
import type { SessionStore } from './model/session-store.ts'
import { describeError } from './model/describe-error.ts'
import { navigate } from '../../app/location.ts'

/** Chats by keys alone; what was done is said in a corner. */
export function ChatShortcuts({
  chat,
  desk,
}: {
  readonly chat: Chat
  readonly desk: SessionStore
}) {
  const { thread, suggestions: offers, client } = desk
  const lastTurn = () => thread.turns.value.at(-1)

  async function decide(decision: 'approve' | 'reject'): Promise<void> {
    const id = lastTurn()?.state.value.awaitedConfirmation
    if (id === undefined) return toast('Nothing waits for a decision.', 'bad')
    try {
      await client.confirmations[decision](id)
      toast(decision === 'approve' ? 'Approved' : 'Rejected')
    } catch (error) {
      toast(describeError(error), 'bad')
    }
  }
  function askOffer(key: string): void {
    const text = offers.value[Number(key) - 1]
    if (text === undefined) toast(`There is no suggestion ${key}.`, 'bad')
    else desk.ask(text)
  }
  function cutOrResume(): void {
    const { reconnectGate: gate, recorder } = chat
    if (lastTurn()?.connection.value.state === 'broken') return gate.open()
    if (!recorder.isOpen.value) return toast('No stream is open: ask something.', 'bad')
    recorder.cut()
    toast('Connection cut')
  }

  useShortcuts({
    title: 'Chat',
    shortcuts: [
      onKey('/', 'Write a question', focusQuestion),
      {
        keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
        display: '1 – 9',
        label: 'Ask what is suggested',
        run: askOffer,
      },
      onKey('a', 'Approve what waits', () => decide('approve')),
      onKey('d', 'Decline what waits', () => decide('reject')),
      onKey('x', 'Cut the connection; resume it', cutOrResume),
      onKey('c', 'New conversation', () => thread.open(undefined)),
    ],
  })
  return null
}

const focusQuestion = () => document.querySelector<HTMLElement>('.composer textarea')?.focus()

/** Goes by a key from the chat to the stage, or back, in the same conversation. */
export function ViewShortcut({ chat, to }: { readonly chat: Chat; readonly to: 'chat' | 'stage' }) {
  const does = to === 'stage' ? 'Present: the stage, without controls' : 'Back to the chat'
  const leave = () => navigate(to, { conversation: chat.session.value?.thread.id.value })
  useShortcuts({ title: 'View', shortcuts: [onKey('v', does, leave)] })
  return null
}
