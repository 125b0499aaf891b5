import { type ActiveRow, checks, corePlan } from '../session/check.ts'
import type { RequestSpec, Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import {
  requireBaseline,
  checkEach,
  errorCode,
  assert,
  isAccepted,
  skip,
} from '../session/assertions.ts'
import {
  conversationIdFor,
  namedQuestion,
  trackConversationOfTurn,
} from '../setup/conversations.ts'
import { userCredential } from '../setup/credentials.ts'
import { agentId, readList } from '../setup/lists.ts'
import { unknownUuid, unknownRoute } from '../setup/unknown-resources.ts'
import { recoveredTurn, secondTurn } from '../stream/later-turns.ts'
import { Blocked } from '../session/outcomes.ts'
import type { RuleId } from '../../contract/rules.ts'
import { besideStream, isStream } from '../stream/stream.ts'
import { isObject } from '../../contract/json.ts'
import { type Turn, dagTurn, question, reactTurn } from '../stream/turns.ts'

/** Creates a request with the user's credential in header and body. Other checks use one place. */
async function asUser(session: TestSession, path: string, fields: object): Promise<RequestSpec> {
  const credential = await userCredential(session)
  return { method: 'POST', path, bearer: credential, body: { ...fields, token: credential } }
}

/** Sends a request that must not start a turn. */
const post = async (session: TestSession, path: string, fields: object): Promise<Exchange> =>
  session.send(await asUser(session, path, fields))

/** Requests a turn and, if it is accepted, disconnects at its first event. */
const startTurn = async (session: TestSession, fields: object): Promise<Exchange> =>
  session.stream(await asUser(session, '/api/react', fields), (events) => events.length > 0)

// No deployment converts an object to a string, so this value is always invalid.
const invalidString = { a: 1 }

function refusesObject(path: string, fields: readonly string[]): ActiveRow {
  return {
    rule: 'chat.declared-types',
    detects: ['errors.validation-status'],
    run: async (session) => {
      // Proves that the credential is good: it can create a conversation.
      await conversationIdFor(session)
      return checkEach(fields, async (field) => {
        // Reuses an earlier accepted request, because a new one would cost another turn.
        const earlier = session.exchanges.find(
          ({ request, status }) =>
            status === 200 && request.path === path && isObject(member(request.body, field)),
        )
        if (earlier !== undefined) assert.status(earlier, 422)
        const request = await asUser(session, path, {
          q: session.uniqueName('question'),
          [field]: invalidString,
        })
        const exchange = await session.send({ ...request, invalidField: field })
        // A restricted account may be refused before the body is validated.
        requireBaseline(exchange.status !== 403, "the user's own credential is refused (403)")
        if (exchange.status === 404) await requireLookupFirst(session, path, field, exchange)
        else assert.status(exchange, 422)
      })
    },
  }
}

/**
 * Fails if a 404 for an invalid id is wrong. A 404 is right only if the target looks for the
 * resource first: then an invalid `q` gets 404 with an unknown id, and 422 with a known id.
 */
async function requireLookupFirst(
  session: TestSession,
  path: string,
  field: string,
  refusal: Exchange,
): Promise<void> {
  const unknownIdResponse = await post(session, path, { q: invalidString, [field]: unknownUuid })
  const got = 'status 404, although an invalid q with an unknown id is 422'
  assert.holds(unknownIdResponse.status !== 422, `status 422 for an invalid ${field}`, got, refusal)
  requireBaseline(
    unknownIdResponse.status === 404,
    `an unknown ${field} is ${unknownIdResponse.status}`,
  )
  const existing =
    field === 'agent_id'
      ? ((await agentId(session)) ?? skip('no agent is visible'))
      : await conversationIdFor(session)
  assert.status(await post(session, path, { q: invalidString, [field]: existing }), 422)
}

const takesCredential = (
  plan: 'turn' | 'full',
  place: 'body' | 'header',
  startTurnWith: (session: TestSession) => Promise<Turn>,
) =>
  ({
    plan,
    rule: place === 'body' ? 'chat.body-token' : 'chat.header',
    detects: [place === 'body' ? 'auth.body-token' : 'auth.chat-header'],
    run: async (session) =>
      assert.accepted((await assert.setUpSucceeds(startTurnWith(session))).credentialResponse),
  }) satisfies ActiveRow

/** Creates a check that runs a turn with an API key. Other checks judge the events of the turn. */
const runsWithKey = (
  rule: RuleId,
  startTurnWith: (session: TestSession) => Promise<Turn>,
): ActiveRow => ({
  plan: 'turn',
  rule,
  run: async (session) => {
    const { keyResponse, keyProblem, credentialResponse } = await startTurnWith(session)
    if (keyResponse === undefined) throw new Blocked(keyProblem ?? 'no API key could be used')
    requireBaseline(isAccepted(credentialResponse), 'the credential of the user is refused as well')
    assert.accepted(keyResponse)
  },
})

const exists = (rule: 'chat.auto-exists' | 'chat.inject-exists', path: string): ActiveRow => ({
  level: 'should',
  rule,
  run: async (session) => {
    const absent = await unknownRoute(session)
    const exchange = await post(session, path, {})
    const got = `status ${exchange.status}, as on an unknown route`
    assert.holds(!absent.matches(exchange), 'an existing operation', got, exchange)
  },
})

const listConversations = (session: TestSession): Promise<Exchange> =>
  readList(session, '/api/conversations', '?size=100')

/** The `total` of a list of conversations. */
const totalOf = ({ json }: Exchange): unknown => member(json, 'total')

/** Checks of chat requests, and of where react and dag read the credential (2.6, 4.2). */
export const chatChecks = checks(corePlan, {
  'chat.react-refuses-an-object-as-query': refusesObject('/api/react', ['q']),
  'chat.dag-refuses-an-object-as-query': refusesObject('/api/dag', ['q']),
  'chat.dag-refuses-an-object-as-conversation': refusesObject('/api/dag', ['conversation_id']),
  'chat.dag-refuses-an-object-as-agent': refusesObject('/api/dag', ['agent_id']),
  'chat.dag-refuses-objects-as-strings': {
    ...refusesObject('/api/dag', ['image_ids', 'user_metadata', 'doc_mode']),
    level: 'should',
  },
  'chat.auto-exists': exists('chat.auto-exists', '/api/auto'),
  'chat.inject-exists': exists('chat.inject-exists', '/api/chat/inject'),
  'chat.inject-without-turn': {
    level: 'observe',
    rule: 'chat.inject-exists',
    detects: ['chat.inject-without-turn'],
    run: async (session) => {
      const id = await conversationIdFor(session, 'titled')
      const body = { conversation_id: id, content: question }
      const exchange = await post(session, '/api/chat/inject', body)
      return errorCode(exchange) ?? exchange.status
    },
  },
  // The checks from here on start turns. All checks above run first, while turns are left.
  'chat.react-takes-body-token': takesCredential('turn', 'body', reactTurn),
  'chat.dag-takes-body-token': takesCredential('turn', 'body', dagTurn),
  'chat.react-takes-header': takesCredential('turn', 'header', secondTurn),
  'chat.dag-takes-header': takesCredential('full', 'header', recoveredTurn),
  'chat.api-key-runs-a-turn': runsWithKey('credentials.keys', dagTurn),
  'chat.chat-key-runs-a-turn': runsWithKey('scopes.chat', secondTurn),
  'chat.turn-without-conversation': {
    level: 'observe',
    rule: 'chat.react-streams',
    plan: 'full',
    detects: ['turn.without-conversation', 'turn.unknown-agent'],
    run: async (session) => {
      const before = await listConversations(session)
      const { name, q } = namedQuestion(session, question)
      const strange = await startTurn(session, { q, agent_id: unknownUuid })
      const refused = !isStream(strange)
      const turn = refused ? await startTurn(session, { q }) : strange
      if (!isStream(turn)) return { 'turn.without-conversation': turn.status }
      // Waits, then lists once, because polling would cost several requests.
      await session.sleep(session.grace)
      const after = await listConversations(session)
      await trackConversationOfTurn(session, name, [before, after])
      return {
        'turn.unknown-agent': refused ? 'refused' : 'ignored',
        'turn.without-conversation':
          totalOf(before) === totalOf(after) ? 'not-stored' : 'makes-one',
      }
    },
  },
  'chat.concurrent-turns': {
    level: 'observe',
    rule: 'chat.react-streams',
    plan: 'destructive',
    detects: ['turn.concurrent'],
    run: async (session) => {
      const body = { q: question, conversation_id: await conversationIdFor(session, 'react') }
      let second: Promise<Exchange> | undefined
      await reactTurn(session)
      await session.stream(await asUser(session, '/api/react', body), (events) => {
        if (events.length > 0) second ??= besideStream(startTurn(session, body))
        return false
      })
      if (second === undefined) skip('the first turn had no event')
      return isStream(await second) ? 'side-by-side' : 'refused'
    },
  },
})
