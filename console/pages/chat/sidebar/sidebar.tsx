import { useEffect, useState } from 'preact/hooks'
import type { Conversation } from '../../../../contract/records/conversation.ts'
import { keyHint } from '../../../keys/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import type { Desk } from '../model/desk.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { ConversationItem } from './conversation-item.tsx'

export type SidebarProps = {
  readonly desk: Desk
  /** Who is signed in. */
  readonly who: string
  readonly onSignOut: () => void
  readonly onOpen: (id: string | undefined) => void
}

/** How long somebody who types has to pause until the search begins, in milliseconds. */
const pause = 200

/** The conversations of whoever is signed in. */
export function Sidebar({ desk, who, onSignOut, onOpen }: SidebarProps) {
  const { list, thread } = desk
  const [query, setQuery] = useState(list.query.value)
  const [changing, setChanging] = useState<Conversation>()
  useEffect(() => {
    if (query === list.query.value) return undefined
    const timer = window.setTimeout(() => void list.search(query), pause)
    return () => window.clearTimeout(timer)
  }, [query, list])

  const items = list.items.value.toSorted(byStar)
  return (
    <section class="sidebar" aria-labelledby="sidebar-title">
      <header class="pane-head">
        <h2 id="sidebar-title">Conversations</h2>
        <Button shortcut={keyHint('c')} onClick={() => onOpen(undefined)}>
          New
        </Button>
      </header>
      <TextField
        label="Search titles and messages"
        hideLabel
        type="search"
        placeholder="Search titles and messages"
        value={query}
        onValue={setQuery}
      />
      {list.trouble.value !== undefined && (
        <p class="small bad" role="alert">
          {list.trouble.value}
        </p>
      )}
      <p class="unseen" role="status">
        {list.total.value} found
      </p>
      {items.length === 0 && <p class="small faint">Nothing {query === '' ? 'yet' : 'found'}.</p>}
      <ul class="conversations">
        {items.map((conversation) => (
          <ConversationItem
            key={conversation.id}
            conversation={conversation}
            isOpen={conversation.id === thread.id.value}
            list={list}
            onOpen={() => onOpen(conversation.id)}
            onChange={() => setChanging(conversation)}
          />
        ))}
      </ul>
      {items.length < list.total.value && (
        <Button kind="quiet" onClick={() => void list.more()}>
          More
        </Button>
      )}
      {changing !== undefined && (
        <ChangeDialog
          conversation={changing}
          list={list}
          onDeleted={() => changing.id === thread.id.value && onOpen(undefined)}
          onClose={() => setChanging(undefined)}
        />
      )}
      <footer class="row row-middle small">
        <span class="faint who">{who}</span>
        <span class="push">
          <Button kind="quiet" onClick={onSignOut}>
            Sign out
          </Button>
        </span>
      </footer>
    </section>
  )
}

const byStar = (a: Conversation, b: Conversation) => Number(b.starred) - Number(a.starred)
