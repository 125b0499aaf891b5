import { onKey, useShortcuts } from '../../keys/shortcuts.ts'
import { toast } from '../../ui/toast.tsx'
import type { Chat } from './model/chat.ts'
import type { Desk } from './model/desk.ts'
import { wordsOf } from './model/words-of.ts'

/** Chats by keys alone; what was done is said in a corner. */
export function ChatKeys({ chat, desk }: { readonly chat: Chat; readonly desk: Desk }) {
  const { thread, offers, client } = desk
  const lastTurn = () => thread.turns.value.at(-1)

  async function decide(decision: 'approve' | 'reject'): Promise<void> {
    const id = lastTurn()?.view.value.awaits
    if (id === undefined) return toast('Nothing waits for a decision.', 'bad')
    try {
      await client.confirmations[decision](id)
      toast(decision === 'approve' ? 'Approved' : 'Rejected')
    } catch (error) {
      toast(wordsOf(error), 'bad')
    }
  }
  function askOffer(key: string): void {
    const text = offers.value[Number(key) - 1]
    if (text === undefined) toast(`There is no suggestion ${key}.`, 'bad')
    else desk.ask(text)
  }
  function cutOrResume(): void {
    const { gate, recorder } = chat
    if (lastTurn()?.link.value.state === 'broken') return gate.open()
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
        written: '1 – 9',
        does: 'Ask what is suggested',
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
