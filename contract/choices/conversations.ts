import { type Choice, deviates, open, openName, specified } from './choice.ts'

/** Choices about conversations (2.5, 4.3). */
export const conversationChoices = {
  'conversations.create-status': {
    question: 'Which status does the creation of a conversation have?',
    clause: '4.3',
    kind: 'wire',
    options: { 200: specified('200'), 201: deviates('201') },
    default: '200',
    shows: { endpoints: ['conversations.create'] },
  },
  'conversations.created-shape': {
    question: 'What is the payload when a conversation is created?',
    clause: '4.3: not specified',
    kind: 'wire',
    options: { record: open('the record'), id: open('`{conversation_id}`') },
    default: 'record',
    shows: { endpoints: ['conversations.create'] },
  },
  'conversations.ownership': {
    question: "May a caller reach another user's conversation?",
    clause: '2.5, 7',
    kind: 'policy',
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
  },
  'conversations.modes': {
    question: 'Which values may `mode` have?',
    clause: '4.3: not specified',
    kind: 'policy',
    options: { listed: open('react, dag, auto'), any: open('any text') },
    default: 'listed',
    shows: { endpoints: ['conversations.create'], with: 'mode' },
  },
  'conversations.order': {
    question: 'In which order are conversations listed?',
    clause: '4.3: not specified',
    kind: 'policy',
    options: {
      'starred-first': open('starred ones first, then the newest'),
      newest: open('the newest first'),
      oldest: open('the oldest first'),
    },
    default: 'starred-first',
    shows: { endpoints: ['conversations.list'] },
  },
  'conversations.search-parameter': {
    question: 'What is the string parameter of the conversation list called?',
    clause: '4.3: not specified',
    kind: 'policy',
    options: { q: open('`q`'), named: openName('another name') },
    default: 'q',
    shows: { endpoints: ['conversations.list'] },
  },
  'conversations.kb-ids': {
    question: 'Can `kb_ids` be set on create and update?',
    clause: '2.5: not specified',
    kind: 'policy',
    options: { settable: open('yes'), ignored: open('no, it is ignored') },
    default: 'settable',
    shows: { endpoints: ['conversations.create', 'conversations.update'], with: 'kb_ids' },
  },
  'conversations.model-name': {
    question: 'Which `model_name` does a conversation have that was created without one?',
    clause: '4.3: not specified',
    kind: 'policy',
    options: { null: open('null'), active: open('that of the active general model') },
    default: 'null',
    shows: { endpoints: ['conversations.create'] },
  },
  'conversations.message-metadata': {
    question: 'What does the metadata of a stored answer contain besides the events?',
    clause: '4.3: not specified',
    kind: 'policy',
    options: {
      figures: open('the figures of `done`, and the mode'),
      whole: open('the whole `done`, the mode, the last thought and the suggestions'),
    },
    default: 'figures',
    shows: { endpoints: ['conversations.read'] },
  },
} as const satisfies Record<string, Choice>
