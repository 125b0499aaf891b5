import { useState } from 'preact/hooks'
import type { Conversation } from '../../../../contract/records/conversation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import type { ConversationList } from '../model/conversation-list.ts'

export type ChangeDialogProps = {
  readonly conversation: Conversation
  readonly list: ConversationList
  readonly onDeleted: () => void
  readonly onClose: () => void
}

/** Renames a conversation, or deletes it at the second press. */
export function ChangeDialog({ conversation, list, onDeleted, onClose }: ChangeDialogProps) {
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
