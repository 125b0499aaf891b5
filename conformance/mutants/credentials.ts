import { member } from '../session/json.ts'
import { type Call, type Route, conversations, lists } from './call.ts'
import { ignoresBodyToken, ignoresHeader, refusesKeys } from './chat.ts'
import { isToken, retryWithCredential } from './issued-credentials.ts'
import { respondWith, withState, mutants, refusal, type Wrap } from './wrap.ts'

const writes = 'POST /api/me/api-keys | POST /api/conversations | POST /api/chat/resume'

/** A fault: sends another status and error code instead of 401 for some calls. */
const refusedAs = (
  route: Route,
  wanted: (call: Call) => boolean,
  status: number,
  code: string,
): Wrap => respondWith(route, (call, was) => was === 401 && wanted(call), refusal(status, code))

const isAnonymous = ({ bearer }: Call): boolean => bearer === undefined
const hasPrefix =
  (prefix: string) =>
  ({ bearer }: Call): boolean =>
    bearer?.startsWith(prefix) ?? false

const isMalformed = hasPrefix('aaa.')
const isForeign = hasPrefix('xyz_')
const isExpired = (call: Call): boolean => isToken(call) && !isMalformed(call)

/** A fault: the lists accept every call for which `wanted` returns true. */
const accepts = (wanted: (call: Call) => boolean): Wrap =>
  retryWithCredential(lists, (call, { tokens }) => (wanted(call) ? tokens[0] : undefined))

/** Mutants that accept or refuse the wrong credentials. */
export const credentialMutants = mutants({
  'anonymous-list-is-403': {
    killedBy: 'credentials.missing-is-401',
    description: 'A list request without a credential gets 403.',
    wrap: refusedAs(lists, isAnonymous, 403, 'unauthorized'),
  },
  'anonymous-list-has-an-invalid-token': {
    killedBy: 'credentials.missing-is-unauthorized',
    description: 'A list request without a credential gets the code `invalid_token`.',
    wrap: refusedAs(lists, isAnonymous, 401, 'invalid_token'),
  },
  'anonymous-write-is-403': {
    killedBy: 'credentials.missing-is-401-everywhere',
    description: 'A write without a credential gets 403.',
    wrap: refusedAs(writes, isAnonymous, 403, 'unauthorized'),
  },
  'anonymous-write-has-an-invalid-token': {
    killedBy: 'credentials.missing-is-unauthorized-everywhere',
    description: 'A write without a credential gets the code `invalid_token`.',
    wrap: refusedAs(writes, isAnonymous, 401, 'invalid_token'),
  },
  'agents-refuse-keys': {
    killedBy: 'credentials.api-key-is-accepted',
    description: 'The list of agents only accepts access tokens.',
    wrap: refusesKeys('GET /api/agents'),
  },
  'updates-refuse-keys': {
    killedBy: 'credentials.api-key-is-accepted-everywhere',
    description: 'Updating a conversation only accepts access tokens.',
    wrap: refusesKeys(conversations.update),
  },
  'access-token-works-once': {
    killedBy: 'credentials.access-token-is-accepted',
    description: 'An access token can read a list only once.',
    wrap: withState(() => {
      const read = new Set<string>()
      const isUsedAgain = (call: Call) => {
        const use = `${call.path} ${call.bearer}`
        const isKnown = read.has(use)
        read.add(use)
        return isToken(call) && isKnown
      }
      return respondWith(lists, isUsedAgain, refusal(401, 'invalid_token'))
    }),
  },
  'any-prefix-works': {
    killedBy: 'credentials.other-prefix-is-rejected',
    description: 'A key with another prefix is accepted.',
    wrap: accepts(isForeign),
  },
  'other-prefix-is-unauthorized': {
    killedBy: 'credentials.other-prefix-is-an-invalid-token',
    description: 'A key with another prefix is treated as a missing credential.',
    wrap: refusedAs(lists, isForeign, 401, 'unauthorized'),
  },
  'malformed-token-works': {
    killedBy: 'credentials.malformed-is-rejected',
    description: 'The signature of a token is not verified.',
    wrap: accepts(isMalformed),
  },
  'malformed-token-is-unauthorized': {
    killedBy: 'credentials.malformed-is-an-invalid-token',
    description: 'A malformed token is treated as a missing credential.',
    wrap: refusedAs(lists, isMalformed, 401, 'unauthorized'),
  },
  'unissued-key-works': {
    killedBy: 'credentials.unissued-key-is-rejected',
    description: 'Any key with the right prefix is accepted.',
    wrap: accepts(hasPrefix('svc_')),
  },
  'expired-token-works': {
    killedBy: 'credentials.expired-token-is-rejected',
    description: 'An expired access token is accepted.',
    wrap: accepts(isExpired),
  },
  'expired-token-is-unauthorized': {
    killedBy: 'credentials.expired-token-has-a-code-of-the-table',
    description: 'An expired access token is treated as a missing credential.',
    wrap: refusedAs(lists, isExpired, 401, 'unauthorized'),
  },
  'react-probe-ignores-the-body-token': {
    killedBy: 'credentials.react-reads-the-body-token',
    description:
      'POST /api/react refuses a request without a header, even if its body has a token.',
    wrap: ignoresBodyToken('POST /api/react'),
  },
  'dag-probe-ignores-the-body-token': {
    killedBy: 'credentials.dag-reads-the-body-token',
    description: 'POST /api/dag refuses a request without a header, even if its body has a token.',
    wrap: ignoresBodyToken('POST /api/dag'),
  },
  'react-probe-ignores-the-header': {
    killedBy: 'credentials.react-reads-the-header',
    description:
      'POST /api/react refuses a request without a body token, even if its header is valid.',
    wrap: ignoresHeader('POST /api/react'),
  },
  'dag-probe-ignores-the-header': {
    killedBy: 'credentials.dag-reads-the-header',
    description:
      'POST /api/dag refuses a request without a body token, even if its header is valid.',
    wrap: ignoresHeader('POST /api/dag'),
  },
  'react-takes-any-body-token': {
    killedBy: 'credentials.wrong-body-token-is-rejected',
    description: 'POST /api/react accepts any text as a body token.',
    wrap: retryWithCredential('POST /api/react', ({ body }, { tokens }) =>
      String(member(body, 'token')).startsWith('xyz_') ? tokens[0] : undefined,
    ),
  },
})
