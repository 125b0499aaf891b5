import type { ActiveCheck, Check } from '../session/check.ts'
import type { RequestSpec, Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { requireBaseline, each, errorCode, assert, skip } from '../session/assertions.ts'
import { conversation } from '../setup/conversations.ts'
import { userCredential } from '../setup/credentials.ts'
import { readList } from '../setup/lists.ts'
import { unknownUuid, unknownRoute } from '../setup/unknown-resources.ts'
import { interruptedTurn, secondTurn } from '../stream/later-turns.ts'
import { isStream } from '../stream/stream.ts'
import { type Turn, dagTurn, question, reactTurn } from '../stream/turns.ts'

/** A request as the user, the credential in both places: which of them counts is judged elsewhere. */
async function asUser(lab: TestSession, path: string, fields: object): Promise<RequestSpec> {
  const credential = await userCredential(lab)
  return { method: 'POST', path, bearer: credential, body: { ...fields, token: credential } }
}

/** Posts what must start no turn. */
const post = async (lab: TestSession, path: string, fields: object): Promise<Exchange> =>
  lab.send(await asUser(lab, path, fields))

/** Starts a turn, if it is accepted, and leaves it at its first event. */
const startTurn = async (lab: TestSession, fields: object): Promise<Exchange> =>
  lab.stream(await asUser(lab, '/api/react', fields), (events) => events.length > 0)

// An object is no string under any coercion.
const noString = { a: 1 }

function refusesObject(id: string, path: string, fields: readonly string[]): ActiveCheck {
  return {
    id,
    level: 'must',
    rule: 'chat.declared-types',
    plan: 'core',
    needs: ['user'],
    sees: ['errors.validation-status'],
    run: async (lab) => {
      // A credential that made a conversation: the refusal cannot be one of the credential.
      await conversation(lab)
      return each(fields, async (field) => {
        const ask = await asUser(lab, path, { q: question, [field]: noString })
        const exchange = await lab.send({ ...ask, breaks: field })
        requireBaseline(exchange.status !== 404, '404 came first; the order of checks is not shown')
        assert.status(exchange, 422)
      })
    },
  }
}

function takesCredential(
  id: string,
  plan: 'turn' | 'full',
  place: 'body' | 'header',
  turn: (lab: TestSession) => Promise<Turn>,
): ActiveCheck {
  return {
    id,
    level: 'must',
    rule: place === 'body' ? 'chat.body-token' : 'chat.header',
    plan,
    needs: ['user'],
    sees: [place === 'body' ? 'auth.body-token' : 'auth.chat-header'],
    run: async (lab) => assert.status((await assert.succeed(turn(lab))).asked, 200),
  }
}

function exists(id: string, rule: 'chat.auto-exists' | 'chat.inject-exists', path: string): Check {
  return {
    id,
    level: 'should',
    rule,
    plan: 'core',
    needs: ['user'],
    run: async (lab) => {
      const absent = await unknownRoute(lab)
      const exchange = await post(lab, path, {})
      const got = `status ${exchange.status}, as on an unknown route`
      assert.holds(!absent.matches(exchange), 'an operation', got, exchange)
    },
  }
}

/** Conversations of the user, as the list counts them. */
const countConversations = async (lab: TestSession): Promise<unknown> =>
  member((await readList(lab, '/api/conversations', '?size=1')).json, 'total')

/** Chat requests (2.6, 4.2), and the credential in the places that react and dag take it from. */
export const chatChecks: readonly Check[] = [
  refusesObject('chat.react-refuses-an-object-as-query', '/api/react', ['q']),
  refusesObject('chat.dag-refuses-an-object-as-query', '/api/dag', ['q']),
  refusesObject('chat.dag-refuses-an-object-as-conversation', '/api/dag', ['conversation_id']),
  refusesObject('chat.dag-refuses-an-object-as-agent', '/api/dag', ['agent_id']),
  {
    ...refusesObject('chat.dag-refuses-objects-as-strings', '/api/dag', [
      'image_ids',
      'user_metadata',
      'doc_mode',
    ]),
    level: 'should',
  },
  takesCredential('chat.react-takes-body-token', 'turn', 'body', reactTurn),
  takesCredential('chat.dag-takes-body-token', 'turn', 'body', dagTurn),
  takesCredential('chat.react-takes-header', 'turn', 'header', secondTurn),
  takesCredential('chat.dag-takes-header', 'full', 'header', interruptedTurn),
  exists('chat.auto-exists', 'chat.auto-exists', '/api/auto'),
  exists('chat.inject-exists', 'chat.inject-exists', '/api/chat/inject'),
  {
    id: 'chat.inject-without-turn',
    level: 'observe',
    rule: 'chat.inject-exists',
    plan: 'core',
    needs: ['user'],
    sees: ['chat.inject-without-turn'],
    run: async (lab) => {
      const body = { conversation_id: await conversation(lab), content: question }
      const exchange = await post(lab, '/api/chat/inject', body)
      return errorCode(exchange) ?? exchange.status
    },
  },
  {
    id: 'chat.turn-without-conversation',
    level: 'observe',
    rule: 'chat.react-streams',
    plan: 'full',
    needs: ['user'],
    sees: ['turn.without-conversation', 'turn.unknown-agent'],
    run: async (lab) => {
      const before = await countConversations(lab)
      const strange = await startTurn(lab, { q: question, agent_id: unknownUuid })
      const refused = !isStream(strange)
      const turn = refused ? await startTurn(lab, { q: question }) : strange
      if (!isStream(turn)) return { 'turn.without-conversation': turn.status }
      const after = await countConversations(lab)
      return {
        'turn.unknown-agent': refused ? 'refused' : 'ignored',
        'turn.without-conversation': before === after ? 'not-stored' : 'makes-one',
      }
    },
  },
  {
    id: 'chat.concurrent-turns',
    level: 'observe',
    rule: 'chat.react-streams',
    plan: 'destructive',
    needs: ['user'],
    sees: ['turn.concurrent'],
    run: async (lab) => {
      const body = { q: question, conversation_id: await conversation(lab, 'react') }
      let second: Promise<Exchange> | undefined
      await reactTurn(lab)
      await lab.stream(await asUser(lab, '/api/react', body), (events) => {
        if (events.length > 0) second ??= startTurn(lab, body)
        return false
      })
      if (second === undefined) skip('the first turn gave no event')
      return isStream(await second) ? 'side-by-side' : 'refused'
    },
  },
]
