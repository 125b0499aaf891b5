import {
  deviates,
  deviatingNumber,
  inventory,
  open,
  policy,
  specified,
  unseen,
  wire,
} from './choice.ts'
import { looksInvalid } from './errors.ts'

const uncodedErrors = {
  'errors.auth-codes': ['uncoded'],
  'errors.invalid-token-status': ['401'],
} as const
const expiredKeyRefusal = { 'auth.expired-key': ['invalid_token', 'token_expired'] } as const

/** Choices about credentials, login and scopes (2.7, 4.6, 5). */
export const credentialChoices = {
  'auth.body-token': policy({
    question: 'Does the body field `token` replace the header on react and dag?',
    clause: '5.R2',
    options: { accepted: specified('yes'), ignored: deviates('no, only the header counts') },
    default: 'accepted',
    shows: { endpoints: ['chat.react', 'chat.dag'], with: 'token' },
  }),
  'auth.auto-body-token': policy({
    question: 'Does the body field `token` replace the header on `/api/auto`?',
    clause: '4.2: not specified',
    options: { accepted: open('yes'), ignored: open('no') },
    default: 'accepted',
    shows: { endpoints: ['chat.auto'], with: 'token' },
  }),
  'auth.chat-header': policy({
    question: 'Does the `Authorization` header count on the streaming endpoints?',
    clause: '4.C1',
    options: { honoured: specified('yes'), ignored: deviates('no, only the body token does') },
    default: 'honoured',
    // If the header and the body token were both refused, no request could authenticate.
    when: { 'auth.body-token': ['accepted'] },
    shows: { endpoints: ['chat.react', 'chat.dag', 'chat.auto'], without: 'token' },
  }),
  'auth.two-credentials': policy({
    question: 'Which credential counts if both header and body token are sent?',
    clause: '5.R2: not specified',
    options: { header: open('the header'), body: open('the body token') },
    default: 'header',
    when: { 'auth.body-token': ['accepted'], 'auth.chat-header': ['honoured'] },
    shows: { endpoints: ['chat.react', 'chat.dag', 'chat.auto'], with: 'token' },
  }),
  'auth.scheme': policy({
    question: 'Is the scheme `Bearer` case-insensitive?',
    clause: '5.R1: not specified',
    options: { 'any-case': open('yes'), exact: open('no') },
    default: 'any-case',
    shows: {},
  }),
  'auth.refresh-token-as-bearer': policy({
    question: 'Does a refresh token work as an access token?',
    clause: '5: the specification names two kinds of credential',
    options: { refused: open('no'), accepted: open('yes') },
    default: 'refused',
    shows: { conditions: ['credential-malformed'] },
  }),
  'auth.challenge': wire({
    question: 'Does a 401 have a `WWW-Authenticate` header?',
    clause: '7: not specified',
    options: { absent: open('no'), bearer: open('yes: `Bearer`') },
    default: 'absent',
    shows: { conditions: ['credential-missing'] },
  }),
  'auth.disabled-key-code': wire({
    question: 'How is a disabled key rejected?',
    clause: '5.R7',
    options: {
      unauthorized: specified('401 `unauthorized`'),
      invalid_token: deviates('as an invalid token'),
    },
    default: 'unauthorized',
    unobservableWhen: [uncodedErrors],
    shows: { conditions: ['key-disabled'] },
  }),
  'auth.deleted-key-code': wire({
    question: 'How is a deleted or unknown key rejected?',
    clause: '5.R7',
    options: {
      invalid_token: specified('as an invalid token'),
      unauthorized: deviates('401 `unauthorized`'),
    },
    default: 'invalid_token',
    unobservableWhen: [uncodedErrors],
    shows: { conditions: ['key-unknown'] },
  }),
  'auth.expired-key': policy({
    question: 'How is an expired key rejected?',
    clause:
      '3, 7: its effect is not specified, but the row of `invalid_token` includes expired keys',
    options: {
      invalid_token: open('as an invalid token'),
      token_expired: open('with `token_expired`'),
      accepted: deviates('not at all'),
    },
    default: 'invalid_token',
    unobservableWhen: [...looksInvalid, { 'errors.expired-token-code': ['invalid_token'] }].map(
      (row) => ({
        ...row,
        ...expiredKeyRefusal,
      }),
    ),
    shows: { conditions: ['key-expired'] },
  }),
  'scopes.enforced': policy({
    question: 'Are the scopes of a key enforced?',
    clause: '5.R6, 5.R8',
    options: {
      enforced: specified('yes'),
      ignored: deviates('no: scopes are stored but not enforced'),
    },
    default: 'enforced',
    shows: { conditions: ['scope-missing'] },
  }),
  'scopes.unlisted': policy({
    question: 'Which scope does an operation need if the table does not list it?',
    clause: '5: not specified',
    options: {
      none: open('none: any key may call them'),
      'chat-family': open('auto and resume need `chat`; the others need none'),
      full: open('they need full access'),
    },
    default: 'none',
    when: { 'scopes.enforced': ['enforced'] },
    shows: { conditions: ['scope-missing'] },
  }),
  'scopes.separator': policy({
    question: 'What separates several scopes in the string?',
    clause: '5: not specified',
    options: { comma: open('`chat,kb`'), space: open('`chat kb`'), semicolon: open('`chat;kb`') },
    default: 'comma',
    when: { 'scopes.enforced': ['enforced'] },
    shows: [{ endpoints: ['keys.create'], with: 'scopes' }, { conditions: ['scope-missing'] }],
  }),
  'scopes.admin-reach': policy({
    question: 'Does the scope `admin` include the other scopes?',
    clause: '5.R6',
    options: { own: specified('no, only the administrative endpoints'), all: open('yes') },
    default: 'own',
    when: { 'scopes.enforced': ['enforced'] },
    shows: { conditions: ['scope-missing'] },
  }),
  'login.token-type': wire({
    question: 'How is the token type spelled?',
    clause: '2.7',
    options: { bearer: specified('`bearer`'), Bearer: open('`Bearer`') },
    default: 'bearer',
    shows: { replies: ['session'] },
  }),
  'login.expires-in': policy({
    question: 'What is the lifetime of an access token?',
    clause: '2.7, 8',
    options: { 7200: specified('7200 s'), seconds: deviatingNumber('another number of seconds') },
    default: '7200',
    shows: { replies: ['session'] },
  }),
  'login.restricted-account': policy({
    question: 'When is a restricted account refused?',
    clause: '7: 403, at which operation is not specified',
    options: {
      login: open('at login, and with all of its credentials'),
      later: open('login succeeds, every other request is refused'),
    },
    default: 'login',
    shows: { conditions: ['account-restricted'] },
  }),
  'login.restricted-on-chat': policy({
    question: 'How is a restricted account refused at a streaming endpoint?',
    clause: '7',
    options: {
      forbidden: specified('403 `forbidden`, as everywhere'),
      unauthorized: unseen('401', 'the suite has no restricted account'),
    },
    default: 'forbidden',
    shows: {
      conditions: ['account-restricted'],
      endpoints: ['chat.react', 'chat.dag', 'chat.auto'],
    },
  }),
  'refresh.shape': wire({
    question: 'What does the response to a refresh contain?',
    clause: '4.6: only implied',
    options: {
      login: open('everything that a login response contains'),
      'access-only': open('a new access token with its type and lifetime'),
    },
    default: 'login',
    shows: { endpoints: ['auth.refresh'] },
  }),
  'refresh.rotation': policy({
    question: 'What happens to a refresh token that was used?',
    clause: '5.R4: not specified',
    options: {
      'single-session': open(
        'only one is valid per user: a login or refresh revokes all earlier ones',
      ),
      once: open('it becomes invalid; the tokens of other logins stay valid'),
      reusable: open('nothing: it can be used again'),
    },
    default: 'single-session',
    shows: [
      { endpoints: ['auth.refresh'], replies: ['session'] },
      { conditions: ['refresh-spent'] },
    ],
  }),
  'operations.auth-verify': inventory({
    question: 'Does `GET /api/auth/verify` exist?',
    clause: '4.6',
    options: { present: specified('yes'), absent: open('no') },
    default: 'present',
    shows: { endpoints: ['auth.verify'] },
  }),
}
