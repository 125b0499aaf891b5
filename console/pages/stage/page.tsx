import { useMemo } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { areKeysOn } from '../../keys/shortcuts.ts'
import { chatAt } from '../chat/chat-at.ts'
import { ChatKeys } from '../chat/chat-keys.tsx'
import { Composer } from '../chat/composer/composer.tsx'
import type { Desk } from '../chat/model/desk.ts'
import { SignIn } from '../chat/sign-in.tsx'
import { Turns } from '../chat/turns.tsx'
import { useConversationAddress } from '../chat/use-conversation-address.ts'
import { ViewKey } from '../chat/view-key.tsx'
import { DirectorKeys } from '../director/director-keys.tsx'
import { Mark } from './mark.tsx'
import '../chat/chat.css'
import '../chat/turn.css'
import './stage.css'

/** The chat for an audience: in large type, without the controls. Keys lead it. */
export function StagePage() {
  const { root, hasControl } = usePlatform()
  const chat = useMemo(() => chatAt(root), [root])
  const desk = chat.desk.value
  return (
    <div class={areKeysOn.value ? 'stage is-keyed' : 'stage'}>
      {hasControl && <DirectorKeys />}
      {desk !== undefined && <ChatKeys chat={chat} desk={desk} />}
      <ViewKey chat={chat} to="chat" />
      {desk === undefined ? <SignIn account={chat.account} /> : <Scene desk={desk} />}
      <Mark conversation={desk?.thread.id.value} />
    </div>
  )
}

function Scene({ desk }: { readonly desk: Desk }) {
  useConversationAddress(desk.thread)
  return (
    <section class="thread" aria-label="Chat">
      <Turns desk={desk} />
      <Composer desk={desk} plain />
    </section>
  )
}
