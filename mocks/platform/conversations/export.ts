import type { Conversation, Message } from '../../../contract/records/conversation.ts'
import { type ExportedText, toDocx, toPdf } from './export-documents.ts'
import type { ExportFormat } from '../../world/behaviour.ts'
import type { Download } from '../../world/wire.ts'

const roleLabels = { user: 'You', assistant: 'Assistant' } as const

const textOf = (conversation: Conversation, messages: readonly Message[]): ExportedText => ({
  title: titleOf(conversation),
  sections: messages.map(({ role, content, created_at }) => ({
    heading: `${roleLabels[role]}, ${dateOf(created_at)}`,
    text: content ?? '',
  })),
})

/** Exports a conversation in a format. */
export function exportConversation(
  conversation: Conversation,
  messages: readonly Message[],
  format: ExportFormat,
): Download {
  const extension = format === 'markdown' ? 'md' : format
  const content = contentIn(format, conversation, messages)
  return { name: `${fileNameOf(conversation)}.${extension}`, type: types[format], content }
}

const types: Readonly<Record<ExportFormat, string>> = {
  markdown: 'text/markdown; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
}

function contentIn(
  format: ExportFormat,
  conversation: Conversation,
  messages: readonly Message[],
): Download['content'] {
  if (format === 'json') return `${JSON.stringify({ ...conversation, messages }, null, 2)}\n`
  const text = textOf(conversation, messages)
  if (format === 'docx') return toDocx(text)
  if (format === 'pdf') return toPdf(text)
  const date = dateOf(conversation.created_at)
  const isPlain = format === 'txt'
  const head = isPlain ? `${text.title}\n${date}\n` : `# ${text.title}\n\n*${date}*\n`
  const sections = text.sections.map(
    ({ heading, text: said }) => `\n${isPlain ? '' : '## '}${heading}\n\n${said}\n`,
  )
  return head + sections.join('')
}

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
