import { open, policy, specified, unseen, wire } from './choice.ts'

/** Choices about approvals, injected texts and quotas (3, 4.2, 8). */
export const approvalChoices = {
  'approvals.wait': policy({
    question: 'How long does a turn wait for an approval?',
    clause: '8: a pending approval expires after 24 hours',
    options: {
      '24h': specified('24 hours'),
      '120s': unseen(
        'two minutes, after which the approval has expired',
        'a check cannot wait that long',
      ),
    },
    default: '24h',
    shows: { events: ['awaiting_confirmation'] },
  }),
  'approvals.arguments': policy({
    question: 'Does a confirmation contain the arguments of the tool call?',
    clause: '4.7: not specified',
    options: { told: open('yes'), empty: open('no: `arguments` is always empty') },
    default: 'told',
    shows: { endpoints: ['confirmations.read'] },
  }),
  'approvals.event-form': policy({
    question: 'How does `awaiting_confirmation` write `timeout_at`, and a missing channel?',
    clause: '6: the table lists no such event',
    options: {
      records: open('as records do: `timeout_at` like every date, `channel_label` null'),
      plain: open('`timeout_at` with the offset `+00:00`, `channel_label` as an empty text'),
    },
    default: 'records',
    shows: { events: ['awaiting_confirmation'] },
  }),
  'chat.inject-elsewhere': wire({
    question:
      'What is the response to an inject into an unknown conversation, or into one of another user?',
    clause: '4.2: not specified',
    options: {
      conversation_not_found: open('404 `conversation_not_found`'),
      forbidden: open('403 `forbidden`'),
    },
    default: 'conversation_not_found',
    shows: { endpoints: ['chat.inject', 'chat.inject-recall'] },
  }),
  'quotas.unstored-turns': policy({
    question: 'Does a turn without a conversation count towards the quota?',
    clause: '8: not specified',
    options: {
      count: open('yes'),
      free: open('no: the conversations count that began in the month and still exist'),
    },
    default: 'count',
    when: { 'turn.without-conversation': ['not-stored'] },
    shows: { conditions: ['quota-exceeded'] },
  }),
}
