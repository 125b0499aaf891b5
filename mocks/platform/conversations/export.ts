import type { Conversation, Message } from '../../../contract/records/conversation.ts'
import type { Download } from '../../world/wire.ts'

type ConversationExport = (conversation: Conversation, messages: readonly Message[]) => Download

const roleLabels = { user: 'You', assistant: 'Assistant' } as const

/** Exports a conversation as Markdown, for reading. */
export const toMarkdown: ConversationExport = (conversation, messages) => {
  const head = `# ${titleOf(conversation)}\n\n*${dateOf(conversation.created_at)}*\n`
  const sections = messages.map(
    ({ role, content, created_at }) =>
      `\n## ${roleLabels[role]}, ${dateOf(created_at)}\n\n${content ?? ''}\n`,
  )
  return {
    name: `${fileNameOf(conversation)}.md`,
    type: 'text/markdown; charset=utf-8',
    content: head + sections.join(''),
  }
}

export const toJson: ConversationExport = (conversation, messages) => ({
  name: `${fileNameOf(conversation)}.json`,
  type: 'application/json',
  content: `${JSON.stringify({ ...conversation, messages }, null, 2)}\n`,
})

const titleOf = ({ title }: Conversation) => title || 'Untitled conversation'
const dateOf = (moment: string) => `${moment.slice(0, 10)} ${moment.slice(11, 16)} UTC`

/** Characters of a title that are considered for the file name, which has at most 60. */
const maxTitleLength = 1000

/** A file name that is valid in every file system and header. */
function fileNameOf({ id, title }: Conversation): string {
  const words = title
    .slice(0, maxTitleLength)
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return words?.join('-').slice(0, 60) ?? `conversation-${id.slice(0, 8)}`
}
