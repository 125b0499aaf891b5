import type { Conversation } from '../../../../contract/records/conversation.ts'
import { Button } from '../../../ui/button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import type { ConversationList } from '../model/conversation-list.ts'

export type ConversationItemProps = {
  readonly conversation: Conversation
  readonly isOpen: boolean
  readonly list: ConversationList
  readonly onOpen: () => void
  /** It is to be renamed or deleted. */
  readonly onChange: () => void
}

/** A conversation in the list: opened and starred from here. */
export function ConversationItem(given: ConversationItemProps) {
  const { conversation, isOpen, list, onOpen, onChange } = given
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
      <Button kind="quiet" label={`Rename or delete ${title}`} onClick={onChange}>
        ⋯
      </Button>
    </li>
  )
}
