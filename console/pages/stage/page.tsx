import { useMemo } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { areShortcutsOn } from '../../keys/shortcuts.ts'
import { type Chat, getChat } from '../chat/model/chat.ts'
import { reportTurn } from '../chat/timeline/stream-report.ts'
import { ChatShortcuts, ViewShortcut } from '../chat/shortcuts.tsx'
import { Composer } from '../chat/composer.tsx'
import type { SessionStore } from '../chat/model/session-store.ts'
import { SignIn } from '../chat/sign-in.tsx'
import { Turns } from '../chat/turns.tsx'
import { useConversationParam } from '../chat/hooks.ts'
import { AudienceContext } from '../../app/audience.ts'
import { DirectorShortcuts } from '../director/shortcuts.tsx'
import '../chat/chat.css'
import '../chat/turn.css'
import './stage.css'
import { hrefOf } from '../../app/location.ts'
import { useWorldStatus, usePollWorldStatus } from '../../control/world-status.ts'
import { KeyboardButton } from '../../keys/keyboard.tsx'

/**
 * Shows the chat to an audience, in large type and without controls. The presenter uses shortcuts.
 */
export function StagePage() {
  const { root, hasControl } = usePlatform()
  const chat = useMemo(() => getChat(root), [root])
  const store = chat.session.value
  return (
    <AudienceContext.Provider value={true}>
      <div class={areShortcutsOn.value ? 'stage is-keyed' : 'stage'}>
        {hasControl && <DirectorShortcuts ask={store?.ask} />}
        {store !== undefined && <ChatShortcuts chat={chat} store={store} />}
        <ViewShortcut chat={chat} to="chat" />
        {store === undefined ? <SignIn auth={chat.auth} /> : <StageThread store={store} />}
        <StageFooter chat={chat} />
      </div>
    </AudienceContext.Provider>
  )
}

function StageThread({ store }: { readonly store: SessionStore }) {
  useConversationParam(store.thread)
  return (
    <section class="thread" aria-label="Chat">
      <Turns store={store} />
      <Composer store={store} />
    </section>
  )
}

/** A footer for the presenter, with a link to leave the stage. */
function StageFooter({ chat }: { readonly chat: Chat }) {
  const { hasControl } = usePlatform()
  const conversation = chat.session.value?.thread.id.value
  return (
    <footer class="stage-mark">
      <span role="status">
        <ResumeReport chat={chat} />
      </span>
      <span>Demo{hasControl && <PausedMark />}</span>
      <KeyboardButton />
      <a class="button button-quiet" href={hrefOf('chat', { conversation })}>
        Leave
      </a>
    </footer>
  )
}

/** Says whether events are missing from a turn that was cut and resumed. */
function ResumeReport({ chat }: { readonly chat: Chat }) {
  const link = chat.session.value?.thread.turns.value.at(-1)?.connection.value
  const log = chat.shownLog.value
  if (link?.state !== 'closed' || log.connections.length < 2) return null
  const isComplete = reportTurn(log)?.isComplete
  if (isComplete === undefined) return null
  return isComplete ? (
    <strong class="good">Nothing was lost.</strong>
  ) : (
    <strong class="warn">A part of this turn is missing.</strong>
  )
}

/** Shows the presenter that a turn is paused, not broken. */
function PausedMark() {
  usePollWorldStatus()
  return useWorldStatus()?.time.frozen === true ? <strong> · paused</strong> : null
}
