import { useState } from 'preact/hooks'
import type { Conversation } from '../../../../contract/records/conversation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Moment } from '../../../ui/moment.tsx'
import type { ConversationList } from '../model/conversation-list.ts'

export type ConversationItemProps = {
  readonly conversation: Conversation
  readonly isOpen: boolean
  readonly list: ConversationList
  readonly onOpen: () => void
  readonly onDeleted: () => void
}

/** A conversation in the list: opened, starred, and changed from here. */
export function ConversationItem(given: ConversationItemProps) {
  const { conversation, isOpen, list, onOpen, onDeleted } = given
  const [isChanging, setIsChanging] = useState(false)
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
          <Moment iso={conversation.updated_at ?? conversation.created_at} />
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
      <Button kind="quiet" label={`Rename or delete ${title}`} onClick={() => setIsChanging(true)}>
        ⋯
      </Button>
      {isChanging && (
        <ChangeDialog
          conversation={conversation}
          list={list}
          onDeleted={onDeleted}
          onClose={() => setIsChanging(false)}
        />
      )}
    </li>
  )
}

type ChangeDialogProps = Pick<ConversationItemProps, 'conversation' | 'list' | 'onDeleted'> & {
  readonly onClose: () => void
}

function ChangeDialog({ conversation, list, onDeleted, onClose }: ChangeDialogProps) {
  const [title, setTitle] = useState(conversation.title)
  const [isSure, setIsSure] = useState(false)
  async function rename(event: Event) {
    event.preventDefault()
    await list.rename(conversation.id, title)
    onClose()
  }
  async function remove() {
    if (!isSure) return setIsSure(true)
    await list.delete(conversation.id)
    onDeleted()
    onClose()
  }
  return (
    <Dialog title="Conversation" onClose={onClose}>
      <form class="stack" onSubmit={rename}>
        <TextField label="Title" value={title} required onValue={setTitle} />
        <div class="row">
          <Button kind="primary" type="submit">
            Rename
          </Button>
          <span class="push">
            <Button kind="danger" onClick={remove}>
              {isSure ? 'Delete for good' : 'Delete'}
            </Button>
          </span>
        </div>
      </form>
    </Dialog>
  )
}
