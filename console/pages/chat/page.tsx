import { useMemo } from 'preact/hooks'
import { recall, remember } from '../../app/memory.ts'
import { usePlatform } from '../../app/platform.ts'
import { Desktop } from './desktop.tsx'
import { type Chat, createChat } from './model/chat.ts'
import { SignIn } from './sign-in.tsx'
import './chat.css'
import './turn.css'
import './timeline.css'

/** One chat for each world: a turn that is read goes on while another page is looked at. */
const chats = new Map<string, Chat>()

function chatAt(root: string): Chat {
  const kept = chats.get(root)
  if (kept !== undefined) return kept
  const name = `chat ${root}`
  const keep = { read: () => recall(name), write: (text?: string) => remember(name, text) }
  const chat = createChat(root, keep)
  chats.set(root, chat)
  return chat
}

/** A client of the platform, and beside it what its streams bring. */
export function ChatPage() {
  const { root } = usePlatform()
  const chat = useMemo(() => chatAt(root), [root])
  const desk = chat.desk.value
  if (desk === undefined) return <SignIn account={chat.account} />
  return <Desktop chat={chat} desk={desk} />
}
