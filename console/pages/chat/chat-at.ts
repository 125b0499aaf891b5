import { recall, remember } from '../../app/memory.ts'
import { onRenewed } from '../../control/renewed.ts'
import { type Chat, createChat } from './model/chat.ts'

/** One chat for each world: a turn that is read goes on while another page is looked at. */
const chats = new Map<string, Chat>()

/** The chat of this window with the world at a base URL. */
export function chatAt(root: string): Chat {
  const kept = chats.get(root)
  if (kept !== undefined) return kept
  const name = `chat ${root}`
  const keep = { read: () => recall(name), write: (text?: string) => remember(name, text) }
  const chat = createChat(root, keep)
  onRenewed(root, () => void chat.desk.value?.renew())
  chats.set(root, chat)
  return chat
}
