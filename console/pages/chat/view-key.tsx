import { go } from '../../app/location.ts'
import { onKey, useShortcuts } from '../../keys/shortcuts.ts'
import type { Chat } from './model/chat.ts'

/** Goes by a key from the chat to the stage, or back, in the same conversation. */
export function ViewKey({ chat, to }: { readonly chat: Chat; readonly to: 'chat' | 'stage' }) {
  const does = to === 'stage' ? 'Present: the stage, without controls' : 'Back to the chat'
  const leave = () => go(to, { conversation: chat.desk.value?.thread.id.value })
  useShortcuts({ title: 'View', shortcuts: [onKey('v', does, leave)] })
  return null
}
