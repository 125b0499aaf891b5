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
import { Composer, focusQuestion, hasKeyboard } from './composer.tsx'
import type { SessionStore } from './model/session-store.ts'
import { Sidebar } from './sidebar.tsx'
import { Timeline } from './timeline/timeline.tsx'
import type { ShownStep } from './timeline/waterfall-view.tsx'
import type { ShowStep } from './turn/plan.tsx'
import { Turns } from './turns.tsx'
import { useConversationParam, useLinkedQuestion, useSiteLink } from './hooks.ts'
import { callOf } from '../../../contract/control/call.ts'
import { useMutation, useQuery } from '../../control/hooks.ts'
import { refreshWorldStatus, useWorldStatus } from '../../control/world-status.ts'
import { Notice } from '../../ui/feedback.tsx'
import { Timestamp } from '../../ui/text.tsx'
import type { TurnConnection } from './model/turn-reader.ts'

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
          ask={isReady ? store?.ask : undefined}
        />
      )}
      {store !== undefined && <ChatShortcuts chat={chat} store={store} />}
      <ViewShortcut chat={chat} to="stage" />
      {store === undefined ? <SignIn auth={chat.auth} /> : <ChatPanes chat={chat} store={store} />}
    </>
  )
}

const paneNames = ['Conversations', 'Chat', 'Timeline'] as const
type Pane = (typeof paneNames)[number]

/** The three panes of the chat; a narrow window shows one at a time. */
function ChatPanes({ chat, store }: { readonly chat: Chat; readonly store: SessionStore }) {
  const { thread } = store
  const [pane, setPane] = useState<Pane>('Chat')
  const [shownStep, setShownStep] = useState<ShownStep>()
  useConversationParam(thread)
  useLinkedQuestion(store)
  const showStep = useCallback<ShowStep>((step, isRequestedByUser) => {
    setShownStep({ step, isRequestedByUser })
    if (isRequestedByUser) setPane('Timeline')
  }, [])

  const open = (id: string | undefined) => {
    setPane('Chat')
    void thread.open(id)
    // The timer waits until a narrow window shows the pane with the question field.
    if (id === undefined && hasKeyboard()) setTimeout(focusQuestion)
  }
  const signOut = () => {
    thread.stopReading()
    setParams({ conversation: undefined })
    chat.auth.signOut()
  }

  // The title is a computed value, so that only a change of the title renders this component again.
  const title = useComputed(() => titleOf(store)).value
  const last = thread.turns.value.at(-1)
  return (
    <div class="chat-panes" data-pane={pane}>
      <div class="pane-switch row" role="group" aria-label="Pane">
        {paneNames.map((name) => (
          <Button
            key={name}
            pressed={name === pane}
            onClick={() => setPane(name === pane ? 'Chat' : name)}
          >
            {name}
          </Button>
        ))}
      </div>
      <Sidebar
        store={store}
        identityName={chat.auth.identity.value?.name ?? ''}
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
        <FrozenNotice chat={chat} connection={last?.connection.value} />
        <Composer store={store} />
      </section>
      <Timeline
        chat={chat}
        store={store}
        connection={last?.connection.value}
        shownPane={pane}
        shownStep={shownStep}
      />
    </div>
  )
}

function titleOf({ thread, list }: SessionStore): string {
  const { id, turns } = thread
  if (id.value === undefined) return 'New conversation'
  const listedTitle = list.items.value.find((each) => each.id === id.value)?.title
  const streamedTitle = turns.value.map(({ state }) => state.value.title).findLast(Boolean)
  // The title from the list has priority, because a rename changes only the list.
  return listedTitle || streamedTitle || 'Untitled'
}

type FrozenNoticeProps = {
  readonly chat: Chat
  readonly connection: TurnConnection | undefined
}

/** Says that a turn waits because the world's clock is frozen, with buttons to continue. */
function FrozenNotice({ chat, connection }: FrozenNoticeProps) {
  const { hasControl } = usePlatform()
  const isFrozen = useWorldStatus()?.time.frozen === true
  const isReading = connection?.state === 'open' || connection?.state === 'asking'
  return hasControl && isFrozen && isReading ? <FrozenTurnNotice chat={chat} /> : null
}

function FrozenTurnNotice({ chat }: Pick<FrozenNoticeProps, 'chat'>) {
  const { control } = usePlatform()
  // Reads the due tasks again after each received event, because the next event may be due.
  const { data } = useQuery(callOf('GET clock/due'), chat.shownLog.value.frames.length)
  const mutation = useMutation()
  const moveClock = (body: { readonly advance: 'next' } | { readonly resume: true }) =>
    mutation.run(async () => {
      await control.call('POST clock', { body })
      await refreshWorldStatus(control)
    })
  const next = data?.due.find(({ kind }) => kind === 'event')
  return (
    <Notice tone="warn" title="The clock of this world is frozen: the turn waits. ">
      {next !== undefined && (
        <>
          It is <Timestamp iso={data?.now ?? next.at} />; the next event is due at{' '}
          <Timestamp iso={next.at} />.{' '}
        </>
      )}
      <span class="row">
        <Button busy={mutation.busy} onClick={() => moveClock({ advance: 'next' })}>
          Advance to what is due next
        </Button>
        <Button busy={mutation.busy} onClick={() => moveClock({ resume: true })}>
          Resume the clock
        </Button>
        <a class="button button-quiet" href={hrefOf('clock')}>
          Clock
        </a>
      </span>
    </Notice>
  )
}
