import { useEffect, useState } from 'preact/hooks'
import type { Conversation } from '../../../contract/records/conversation.ts'
import { keyHint } from '../../keys/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Form, TextField } from '../../ui/fields.tsx'
import type { SessionStore } from './model/session-store.ts'
import { TimeAgo } from '../../ui/text.tsx'
import { useMutation } from '../../control/hooks.ts'
import { useWorldNow } from '../../control/world-status.ts'
import type { ConversationList } from './model/conversation-list.ts'
import { describeError } from './model/describe-error.ts'
import { Dialog } from '../../ui/dialog.tsx'

type SidebarProps = {
  readonly store: SessionStore
  readonly identityName: string
  readonly onSignOut: () => void
  readonly onOpen: (id: string | undefined) => void
}

/** The milliseconds from the last keystroke to the start of a search. */
const searchDelay = 200

export function Sidebar({ store, identityName, onSignOut, onOpen }: SidebarProps) {
  const { list, thread } = store
  const [query, setQuery] = useState(list.query.value)
  const [changing, setChanging] = useState<Conversation>()
  useEffect(() => {
    if (query === list.query.value) return undefined
    const timer = window.setTimeout(() => void list.search(query), searchDelay)
    return () => window.clearTimeout(timer)
  }, [query, list])

  const items = list.items.value
  const starred = items.filter((conversation) => conversation.starred)
  const others = items.filter((conversation) => !conversation.starred)
  const renderItem = (conversation: Conversation) => (
    <ConversationItem
      key={conversation.id}
      conversation={conversation}
      isOpen={conversation.id === thread.id.value}
      list={list}
      onOpen={() => onOpen(conversation.id)}
      onChange={() => setChanging(conversation)}
    />
  )
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
      {list.error.value !== undefined && (
        <p class="small bad" role="alert">
          {list.error.value}
        </p>
      )}
      <p class="unseen" role="status">
        {list.total.value} found
      </p>
      {items.length === 0 && <p class="small faint">Nothing {query === '' ? 'yet' : 'found'}.</p>}
      <div class="conversations">
        {starred.length > 0 && (
          <>
            <h3 class="tiny faint">Starred</h3>
            <ul>{starred.map(renderItem)}</ul>
            {others.length > 0 && <h3 class="tiny faint">Recent</h3>}
          </>
        )}
        <ul>{others.map(renderItem)}</ul>
      </div>
      {items.length < list.total.value && (
        <Button kind="quiet" onClick={() => void list.loadMore()}>
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
        <span class="faint who">{identityName}</span>
        <span class="push">
          <Button kind="quiet" onClick={onSignOut}>
            Sign out
          </Button>
        </span>
      </footer>
    </section>
  )
}

type ConversationItemProps = {
  readonly conversation: Conversation
  readonly isOpen: boolean
  readonly list: ConversationList
  readonly onOpen: () => void
  /** Opens the dialog that renames or deletes the conversation. */
  readonly onChange: () => void
}

/** A conversation in the list, with buttons that open it, mark it with a star and change it. */
function ConversationItem(props: ConversationItemProps) {
  const { conversation, isOpen, list, onOpen, onChange } = props
  const title = conversation.title || 'Untitled'
  return (
    <li class={isOpen ? 'conversation is-open' : 'conversation'}>
      <button
        type="button"
        class="conversation-title"
        aria-current={isOpen ? 'true' : undefined}
        onClick={onOpen}
      >
        <span>{title}</span>
        <span class="tiny faint">
          <TimeAgo iso={conversation.updated_at ?? conversation.created_at} now={useWorldNow()} />
        </span>
      </button>
      <Button
        kind="quiet"
        label={`Star ${title}`}
        pressed={conversation.starred}
        onClick={() => void list.star(conversation)}
      >
        {conversation.starred ? '★' : '☆'}
      </Button>
      <Button kind="quiet" label={`Rename or delete ${title}`} onClick={onChange}>
        ⋯
      </Button>
    </li>
  )
}

type ChangeDialogProps = {
  readonly conversation: Conversation
  readonly list: ConversationList
  readonly onDeleted: () => void
  readonly onClose: () => void
}

/** A dialog that renames a conversation, or deletes it after a second press. */
function ChangeDialog({ conversation, list, onDeleted, onClose }: ChangeDialogProps) {
  const [title, setTitle] = useState(conversation.title)
  const [isSure, setIsSure] = useState(false)
  const { run, error } = useMutation(describeError)
  async function rename() {
    if (await run(() => list.rename(conversation.id, title))) onClose()
  }
  async function remove() {
    if (!isSure) return setIsSure(true)
    if (!(await run(() => list.delete(conversation.id)))) return
    onDeleted()
    onClose()
  }
  return (
    <Dialog title="Conversation" onClose={onClose}>
      <Form class="stack" onSubmit={rename}>
        <TextField label="Title" value={title} required error={error} onValue={setTitle} />
        <div class="row">
          <Button kind="primary" type="submit">
            Rename
          </Button>
          <span class="push">
            <Button kind="danger" onClick={remove}>
              {isSure ? 'Delete permanently' : 'Delete'}
            </Button>
          </span>
        </div>
      </Form>
    </Dialog>
  )
}
