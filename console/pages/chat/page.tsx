import { useMemo } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { DirectorKeys } from '../director/director-keys.tsx'
import { chatAt } from './chat-at.ts'
import { ChatKeys } from './chat-keys.tsx'
import { Desktop } from './desktop.tsx'
import { SignIn } from './sign-in.tsx'
import { ViewKey } from './view-key.tsx'
import './chat.css'
import './turn.css'
import './timeline.css'

/** A client of the platform, and beside it what its streams bring. */
export function ChatPage() {
  const { root, hasControl } = usePlatform()
  const chat = useMemo(() => chatAt(root), [root])
  const desk = chat.desk.value
  return (
    <>
      {hasControl && <DirectorKeys />}
      {desk !== undefined && <ChatKeys chat={chat} desk={desk} />}
      <ViewKey chat={chat} to="stage" />
      {desk === undefined ? <SignIn account={chat.account} /> : <Desktop chat={chat} desk={desk} />}
    </>
  )
}
