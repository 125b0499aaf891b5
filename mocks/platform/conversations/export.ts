import type { Conversation, Message } from '../../../contract/records/conversation.ts'
import type { Download } from '../../world/wire.ts'

type ConversationExport = (conversation: Conversation, messages: readonly Message[]) => Download

const roleLabels = { user: 'You', assistant: 'Assistant' } as const

/** A conversation to read. */
export const toMarkdown: ConversationExport = (conversation, messages) => {
  const head = `# ${titleOf(conversation)}\n\n*${dateOf(conversation.created_at)}*\n`
  const spoken = messages.map(
    ({ role, content, created_at }) =>
      `\n## ${roleLabels[role]}, ${dateOf(created_at)}\n\n${content ?? ''}\n`,
  )
  return {
    name: `${fileNameOf(conversation)}.md`,
    type: 'text/markdown; charset=utf-8',
    text: head + spoken.join(''),
  }
}

/** A conversation with its messages, for programs. */
export const toJson: ConversationExport = (conversation, messages) => ({
  name: `${fileNameOf(conversation)}.json`,
  type: 'application/json',
  text: `${JSON.stringify({ ...conversation, messages }, null, 2)}\n`,
})

const titleOf = ({ title }: Conversation) => title || 'Untitled conversation'
const dateOf = (moment: string) => `${moment.slice(0, 10)} ${moment.slice(11, 16)} UTC`

/** So much of a title is looked at for 60 characters that a file can be named by. */
const maxTitleLength = 1000

/** A name that every file system and header takes. */
function fileNameOf({ id, title }: Conversation): string {
  const words = title
    .slice(0, maxTitleLength)
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return words?.join('-').slice(0, 60) ?? `conversation-${id.slice(0, 8)}`
}
