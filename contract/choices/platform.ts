import * as z from 'zod/mini'
import { open, policy, specified, wire } from './choice.ts'

const release = z.string().check(z.regex(/^\d+\.\d+\.\d+$/))

/** Choices about the published version, sessions and access to retrieval (4.4, 9). */
export const portalChoices = {
  'versioning.published': policy({
    question: 'Which version does the platform report?',
    clause: '9.R3: the specification names both',
    options: {
      '0.8.0': specified('0.8.0, as in the overview'),
      '0.8.9': specified('0.8.9, as in the description of the key list'),
      release: { grade: 'open', says: 'another release', value: release },
    },
    default: '0.8.0',
    shows: { endpoints: ['version'] },
  }),
  'sessions.revocation': policy({
    question: 'What is refused after all sessions of a user were revoked?',
    clause: '4.1: not specified',
    options: {
      access: open('access tokens issued before'),
      all: open('access and refresh tokens issued before'),
    },
    default: 'access',
    shows: [
      { endpoints: ['me.revoke-sessions'] },
      { conditions: ['token-revoked', 'refresh-spent'] },
    ],
  }),
  'knowledge-bases.retrieval-reach': policy({
    question: 'Who may retrieve from a knowledge base?',
    clause: '4.4: not specified',
    options: {
      visible: open('everyone who sees it in the list'),
      owner: open('only its owner: others get 404'),
    },
    default: 'visible',
    shows: { endpoints: ['knowledge-bases.retrieve'] },
  }),
}

/** Choices about administration. The specification shows no response shapes for it (4.7). */
export const administrationChoices = {
  'administration.envelope': wire({
    question: 'Are administrative records and statistics wrapped in a success envelope?',
    clause: '2.3, 4.7: not specified',
    options: { enveloped: open('yes'), bare: open('no, they are bare') },
    default: 'enveloped',
    shows: {
      endpoints: ['admin.users.create', 'admin.users.update', 'admin.stats', 'admin.settings.read'],
    },
  }),
}
