import { member } from '../session/json.ts'
import { type Call, type Route, conversations, lists } from './call.ts'
import { ignoresBodyToken, ignoresHeader } from './chat.ts'
import { isToken, answerAs } from './issued-credentials.ts'
import { onCall, onReply, errorReply, type Mutant, type Wrap } from './wrap.ts'

const writes = 'POST /api/me/api-keys | POST /api/conversations | POST /api/chat/resume'

/** Answers otherwise where a call is refused with 401. */
const refusedAs = (route: Route, wanted: (call: Call) => boolean, answer: () => Response): Wrap =>
  onReply(route, ({ status }, call) => (status === 401 && wanted(call) ? answer() : undefined))

const isAnonymous = ({ bearer }: Call): boolean => bearer === undefined
const hasPrefix =
  (prefix: string) =>
  ({ bearer }: Call): boolean =>
    bearer?.startsWith(prefix) ?? false

const isMalformed = hasPrefix('aaa.')
const isForeign = hasPrefix('xyz_')

/** Works for whoever sends such a credential. */
const works = (wanted: (call: Call) => boolean): Wrap =>
  answerAs(lists, (call, { tokens }) => (wanted(call) ? tokens[0] : undefined))

const unauthorized = () => errorReply(401, 'unauthorized')

/** Wrong in which credentials count. */
export const credentialMutants: readonly Mutant[] = [
  {
    id: 'anonymous-list-is-403',
    breaks: 'credentials.missing-is-401',
    says: 'A list without a credential is 403.',
    wrap: refusedAs(lists, isAnonymous, () => errorReply(403, 'unauthorized')),
  },
  {
    id: 'anonymous-list-has-an-invalid-token',
    breaks: 'credentials.missing-is-unauthorized',
    says: 'A missing credential is an invalid token on lists.',
    wrap: refusedAs(lists, isAnonymous, () => errorReply(401, 'invalid_token')),
  },
  {
    id: 'anonymous-write-is-403',
    breaks: 'credentials.missing-is-401-everywhere',
    says: 'A write without a credential is 403.',
    wrap: refusedAs(writes, isAnonymous, () => errorReply(403, 'unauthorized')),
  },
  {
    id: 'anonymous-write-has-an-invalid-token',
    breaks: 'credentials.missing-is-unauthorized-everywhere',
    says: 'A missing credential is an invalid token on writes.',
    wrap: refusedAs(writes, isAnonymous, () => errorReply(401, 'invalid_token')),
  },
  {
    id: 'agents-refuse-keys',
    breaks: 'credentials.api-key-is-accepted',
    says: 'The list of agents takes access tokens alone.',
    wrap: onReply('GET /api/agents', (_, call) =>
      hasPrefix('svc_')(call) ? errorReply(401, 'invalid_token') : undefined,
    ),
  },
  {
    id: 'updates-refuse-keys',
    breaks: 'credentials.api-key-is-accepted-everywhere',
    says: 'The update of a conversation takes access tokens alone.',
    wrap: onReply(conversations.update, (_, call) =>
      hasPrefix('svc_')(call) ? errorReply(401, 'invalid_token') : undefined,
    ),
  },
  {
    id: 'access-token-works-once',
    breaks: 'credentials.access-token-is-accepted',
    says: 'An access token can read a list only once.',
    wrap: (fetch, hit) => {
      const read = new Set<string>()
      const once = onCall(lists, async (call, next) => {
        const use = `${call.path} ${call.bearer}`
        if (!isToken(call) || !read.has(use)) {
          read.add(use)
          return next(call.request)
        }
        hit()
        return errorReply(401, 'invalid_token')
      })
      return once(fetch, hit)
    },
  },
  {
    id: 'any-prefix-works',
    breaks: 'credentials.other-prefix-is-rejected',
    says: 'A key with another prefix authenticates.',
    wrap: works(isForeign),
  },
  {
    id: 'other-prefix-is-unauthorized',
    breaks: 'credentials.other-prefix-is-an-invalid-token',
    says: 'A key with another prefix counts as no credential.',
    wrap: refusedAs(lists, isForeign, unauthorized),
  },
  {
    id: 'malformed-token-works',
    breaks: 'credentials.malformed-is-rejected',
    says: 'The signature of a token is not verified.',
    wrap: works(isMalformed),
  },
  {
    id: 'malformed-token-is-unauthorized',
    breaks: 'credentials.malformed-is-an-invalid-token',
    says: 'A malformed token counts as no credential.',
    wrap: refusedAs(lists, isMalformed, unauthorized),
  },
  {
    id: 'unissued-key-works',
    breaks: 'credentials.unissued-key-is-rejected',
    says: 'Any key with the right prefix authenticates.',
    wrap: works(hasPrefix('svc_')),
  },
  {
    id: 'expired-token-works',
    breaks: 'credentials.expired-token-is-rejected',
    says: 'An expired access token authenticates.',
    wrap: works((call) => isToken(call) && !isMalformed(call)),
  },
  {
    id: 'expired-token-is-unauthorized',
    breaks: 'credentials.expired-token-has-a-code-of-the-table',
    says: 'An expired access token counts as no credential.',
    wrap: refusedAs(lists, (call) => isToken(call) && !isMalformed(call), unauthorized),
  },
  {
    id: 'react-probe-ignores-the-body-token',
    breaks: 'credentials.react-reads-the-body-token',
    says: 'POST /api/react refuses a call without a header, whatever its body says.',
    wrap: ignoresBodyToken('POST /api/react'),
  },
  {
    id: 'dag-probe-ignores-the-body-token',
    breaks: 'credentials.dag-reads-the-body-token',
    says: 'POST /api/dag refuses a call without a header, whatever its body says.',
    wrap: ignoresBodyToken('POST /api/dag'),
  },
  {
    id: 'react-probe-ignores-the-header',
    breaks: 'credentials.react-reads-the-header',
    says: 'POST /api/react refuses a call without a body token, whatever its header says.',
    wrap: ignoresHeader('POST /api/react'),
  },
  {
    id: 'dag-probe-ignores-the-header',
    breaks: 'credentials.dag-reads-the-header',
    says: 'POST /api/dag refuses a call without a body token, whatever its header says.',
    wrap: ignoresHeader('POST /api/dag'),
  },
  {
    id: 'react-takes-any-body-token',
    breaks: 'credentials.wrong-body-token-is-rejected',
    says: 'POST /api/react takes any word as a body token.',
    wrap: answerAs('POST /api/react', ({ body }, { tokens }) =>
      String(member(body, 'token')).startsWith('xyz_') ? tokens[0] : undefined,
    ),
  },
]
