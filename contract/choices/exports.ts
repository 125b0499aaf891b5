import { type Choice, open } from './choice.ts'

/** Choices about the export of a conversation, which the specification does not name. */
export const exportChoices = {
  'conversations.export-formats': {
    question: 'In which formats can a conversation be exported?',
    clause: '4.3: not specified',
    kind: 'policy',
    options: {
      data: open('`markdown` and `json`'),
      documents: open('`md`, `txt`, `docx` and `pdf`'),
    },
    default: 'data',
    shows: { endpoints: ['conversations.export'] },
  },
  'conversations.export-format': {
    question: 'Must an export name its format?',
    clause: '4.3: not specified',
    kind: 'policy',
    options: { optional: open('no: the default is Markdown'), required: open('yes: else 422') },
    default: 'optional',
    shows: { endpoints: ['conversations.export'] },
  },
} as const satisfies Record<string, Choice>
