import { deviates, open, openName, policy, specified, wire } from './choice.ts'

/** Choices about conversations (2.5, 4.3). */
export const conversationChoices = {
  'conversations.create-status': wire({
    question: 'Which status does the creation of a conversation have?',
    clause: '4.3',
    options: { 200: specified('200'), 201: deviates('201') },
    default: '200',
    shows: { endpoints: ['conversations.create'] },
  }),
  'conversations.created-shape': wire({
    question: 'What is the payload when a conversation is created?',
    clause: '4.3: not specified',
    options: { record: open('the record'), id: open('`{conversation_id}`') },
    default: 'record',
    shows: { endpoints: ['conversations.create'] },
  }),
  'conversations.ownership': policy({
    question: "May a caller reach another user's conversation?",
    clause: '2.5, 7',
    options: { own: specified('no: they get 404'), any: deviates('yes') },
    default: 'own',
    shows: {
      endpoints: [
        'conversations.read',
        'conversations.update',
        'conversations.delete',
        'chat.resume',
      ],
    },
    alsoFails: ['resume.foreign-conversation-is-not-found', 'resume.foreign-turn-stays-hidden'],
  }),
  'conversations.modes': policy({
    question: 'Which values may `mode` have?',
    clause: '4.3: not specified',
    options: { listed: open('react, dag, auto'), any: open('any text') },
    default: 'listed',
    shows: { endpoints: ['conversations.create'], with: 'mode' },
  }),
  'conversations.order': policy({
    question: 'In which order are conversations listed?',
    clause: '4.3: not specified',
    options: {
      'starred-first': open('starred ones first, then the newest'),
      newest: open('the newest first'),
      oldest: open('the oldest first'),
    },
    default: 'starred-first',
    shows: { endpoints: ['conversations.list'] },
  }),
  'conversations.search-parameter': policy({
    question: 'What is the string parameter of the conversation list called?',
    clause: '4.3: not specified',
    options: { q: open('`q`'), named: openName('another name') },
    default: 'q',
    shows: { endpoints: ['conversations.list'] },
  }),
  'conversations.kb-ids': policy({
    question: 'Can `kb_ids` be set on create and update?',
    clause: '2.5: not specified',
    options: { settable: open('yes'), ignored: open('no, it is ignored') },
    default: 'settable',
    shows: { endpoints: ['conversations.create', 'conversations.update'], with: 'kb_ids' },
  }),
  'conversations.model-name': policy({
    question: 'Which `model_name` does a conversation have that was created without one?',
    clause: '4.3: not specified',
    options: {
      null: open('null'),
      active: open('that of its agent, else of the active general model'),
    },
    default: 'null',
    shows: { endpoints: ['conversations.create'] },
  }),
  'conversations.message-metadata': policy({
    question: 'What does the metadata of a stored answer contain besides the events?',
    clause: '4.3: not specified',
    options: {
      figures: open('the figures of `done`, and the mode'),
      whole: open('the whole `done`, the mode, the last thought and the suggestions'),
    },
    default: 'figures',
    shows: { endpoints: ['conversations.read'] },
  }),

  // The specification does not mention the export of conversations.
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
