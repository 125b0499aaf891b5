import { useState } from 'preact/hooks'
import { ask, hrefOf } from '../../app/location.ts'
import { areKeysOn } from '../../keys/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Composer } from './composer/composer.tsx'
import type { Chat } from './model/chat.ts'
import type { Desk } from './model/desk.ts'
import { Sidebar } from './sidebar/sidebar.tsx'
import { Timeline } from './timeline/timeline.tsx'
import { Turns } from './turns.tsx'
import { useConversationAddress } from './use-conversation-address.ts'

const panes = ['Conversations', 'Chat', 'Timeline'] as const
type Pane = (typeof panes)[number]

/** The three panes of the chat; a narrow window shows one of them. */
export function Desktop({ chat, desk }: { readonly chat: Chat; readonly desk: Desk }) {
  const { thread } = desk
  const [pane, setPane] = useState<Pane>('Chat')
  useConversationAddress(thread)

  const open = (wanted: string | undefined) => {
    setPane('Chat')
    void thread.open(wanted)
  }
  const signOut = () => {
    thread.leave()
    ask({ conversation: undefined })
    chat.account.signOut()
  }

  const last = thread.turns.value.at(-1)
  return (
    <div class="desk" data-pane={pane}>
      <div class="pane-switch row" role="group" aria-label="Pane">
        {panes.map((name) => (
          <Button key={name} pressed={name === pane} onClick={() => setPane(name)}>
            {name}
          </Button>
        ))}
      </div>
      <Sidebar
        desk={desk}
        who={chat.account.identity.value?.name ?? ''}
        onSignOut={signOut}
        onOpen={open}
      />
      <section class="thread" aria-label="Chat">
        <header class="pane-head">
          <h2>{titleOf(desk)}</h2>
          <a class="button button-quiet" href={hrefOf('stage', { conversation: thread.id.value })}>
            Present {areKeysOn.value && <kbd aria-hidden="true">v</kbd>}
          </a>
        </header>
        <Turns desk={desk} />
        <Composer desk={desk} />
      </section>
      <Timeline chat={chat} desk={desk} link={last?.link.value} pane={pane} />
    </div>
  )
}

/** What the open conversation is called. */
function titleOf({ thread, list }: Desk): string {
  const { id, turns } = thread
  if (id.value === undefined) return 'New conversation'
  const told = turns.value.map(({ view }) => view.value.title).findLast(Boolean)
  return told || list.items.value.find((each) => each.id === id.value)?.title || 'Untitled'
}
