import { open, policy } from './choice.ts'

/** Choices about the export of a conversation, which the specification does not name. */
export const exportChoices = {
  'conversations.export-formats': policy({
    question: 'In which formats can a conversation be exported?',
    clause: '4.3: not specified',
    options: {
      data: open('`markdown` and `json`'),
      documents: open('`md`, `txt`, `docx` and `pdf`'),
    },
    default: 'data',
    shows: { endpoints: ['conversations.export'] },
  }),
  'conversations.export-format': policy({
    question: 'Must an export name its format?',
    clause: '4.3: not specified',
    options: { optional: open('no: the default is Markdown'), required: open('yes: else 422') },
    default: 'optional',
    shows: { endpoints: ['conversations.export'] },
  }),
}
