import { useComputed } from '@preact/signals'
import { useCallback, useMemo, useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { DirectorShortcuts } from '../director/shortcuts.tsx'
import { getChat, type Chat } from './model/chat.ts'
import { ChatShortcuts, ViewShortcut } from './shortcuts.tsx'
import { SignIn } from './sign-in.tsx'
import './chat.css'
import './turn.css'
import './timeline.css'
import { setParams, hrefOf } from '../../app/location.ts'
import { areShortcutsOn } from '../../keys/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { FrozenNotice } from './frozen-notice.tsx'
import { Composer, focusQuestion, hasKeyboard } from './composer.tsx'
import type { SessionStore } from './model/session-store.ts'
import { Sidebar } from './sidebar.tsx'
import { Timeline } from './timeline/timeline.tsx'
import type { ShownStep } from './timeline/waterfall-view.tsx'
import type { ShowStep } from './turn/plan.tsx'
import { Turns } from './turns.tsx'
import { useConversationParam, useLinkedQuestion } from './hooks.ts'
import { useSiteLink } from './site-link.ts'

/** A chat client of the platform, with a timeline of the streamed events. */
export function ChatPage() {
  const { root, hasControl } = usePlatform()
  const chat = useMemo(() => getChat(root), [root])
  const store = chat.session.value
  const isReady = useSiteLink(chat)
  return (
    <>
      {hasControl && (
        <DirectorShortcuts
          conversation={() => store?.thread.id.value}
          ask={isReady ? store && ((question, options) => store.ask(question, options)) : undefined}
        />
      )}
      {store !== undefined && <ChatShortcuts chat={chat} store={store} />}
      <ViewShortcut chat={chat} to="stage" />
      {store === undefined ? <SignIn auth={chat.auth} /> : <ChatPanes chat={chat} store={store} />}
    </>
  )
}

const panes = ['Conversations', 'Chat', 'Timeline'] as const
type Pane = (typeof panes)[number]

/** The three panes of the chat; a narrow window shows one at a time. */
function ChatPanes({ chat, store }: { readonly chat: Chat; readonly store: SessionStore }) {
  const { thread } = store
  const [pane, setPane] = useState<Pane>('Chat')
  const [shownStep, setShownStep] = useState<ShownStep>()
  useConversationParam(thread)
  useLinkedQuestion(store)
  const showStep = useCallback<ShowStep>((step, isAsked) => {
    setShownStep({ step, isAsked })
    if (isAsked) setPane('Timeline')
  }, [])

  const open = (id: string | undefined) => {
    setPane('Chat')
    void thread.open(id)
    // Deferred until a narrow window shows the pane.
    if (id === undefined && hasKeyboard()) setTimeout(focusQuestion)
  }
  const signOut = () => {
    thread.stopReading()
    setParams({ conversation: undefined })
    chat.auth.signOut()
  }

  // A component that reads a computed value is rendered only if that value changes.
  const title = useComputed(() => titleOf(store)).value
  const last = thread.turns.value.at(-1)
  return (
    <div class="chat-panes" data-pane={pane}>
      <div class="pane-switch row" role="group" aria-label="Pane">
        {panes.map((name) => (
          <Button key={name} pressed={name === pane} onClick={() => setPane(name)}>
            {name}
          </Button>
        ))}
      </div>
      <Sidebar
        store={store}
        who={chat.auth.identity.value?.name ?? ''}
        onSignOut={signOut}
        onOpen={open}
      />
      <section class="thread" aria-label="Chat">
        <header class="pane-head">
          <h2>{title}</h2>
          <a class="button button-quiet" href={hrefOf('stage', { conversation: thread.id.value })}>
            Present {areShortcutsOn.value && <kbd aria-hidden="true">v</kbd>}
          </a>
        </header>
        <Turns store={store} onShowStep={showStep} />
        <FrozenNotice link={last?.connection.value} events={chat.shownLog.value.frames.length} />
        <Composer store={store} />
      </section>
      <Timeline
        chat={chat}
        store={store}
        link={last?.connection.value}
        pane={pane}
        shownStep={shownStep}
      />
    </div>
  )
}

function titleOf({ thread, list }: SessionStore): string {
  const { id, turns } = thread
  if (id.value === undefined) return 'New conversation'
  const title = turns.value.map(({ state }) => state.value.title).findLast(Boolean)
  return title || list.items.value.find((each) => each.id === id.value)?.title || 'Untitled'
}
