import { createParser } from 'eventsource-parser'
import type { Fixture } from '../../contract/fixture.ts'
import { fromSpeedFactor } from '../../contract/duration.ts'
import type { StoredUser } from '../../contract/records/user.ts'
import { createFake, type NewFakeOptions } from '../../mocks/fake.ts'
import { canDecide } from '../../mocks/platform/approvals/decide-approval.ts'
import { createConversation } from '../../mocks/platform/conversations/conversation-records.ts'
import { countRecords } from '../../mocks/platform/count-records.ts'
import { needsBodyToken } from '../../mocks/world/body-token.ts'
import { createAccessToken } from '../../mocks/world/tokens.ts'
import type { MatchInput } from '../../mocks/platform/chat/choose-script.ts'
import { parseJson } from '../../contract/json.ts'
import type { ReceivedEvent } from './timeline.ts'
import { guessText, UsageError } from '../command-line.ts'
import { choiceOf } from '../value-types.ts'

type Cast = {
  /** The name of the agent of the conversation. */
  readonly agent: string | undefined
  /** The user's email or display name. Default: the first user who can sign in. */
  readonly user: string | undefined
}

/** A fake in this process with one conversation in it, and a client that talks to it. */
export type Stage = ReturnType<typeof createStage>

/** Creates a fake with one conversation. Throws `UsageError` for an unknown agent or user. */
export function createStage(options: NewFakeOptions & { readonly fixture: Fixture }, cast: Cast) {
  const { fixture } = options
  const user = userOf(fixture, cast.user)
  const agent = agentOf(fixture, cast.agent)
  const fake = createFake(options)
  const world = fake.world()
  const tokenOf = (caller: StoredUser) => createAccessToken(world, caller, 7 * 24 * 3600)
  const token = tokenOf(user)
  const send = (path: string, body: object, signal?: AbortSignal, credential = token) =>
    fake.fetch(
      new Request(`http://understudy.test${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      }),
    )
  const agent_id = agent?.id ?? null
  const conversation_id = createConversation(world, user.id, { agent_id }).id
  const count: MatchInput['count'] = (kind, where) => countRecords(world, kind, where)
  return {
    /** The data, except the query, that decides which script plays. */
    question: { agent, user, count },
    /** Runs a turn, and yields its events as they arrive. */
    async *runTurn(mode: 'react' | 'dag', query: string, signal: AbortSignal) {
      const credential = needsBodyToken(world, `chat.${mode}`) ? { token } : {}
      const body = { q: query, conversation_id, agent_id, ...credential }
      const response = await send(`/api/${mode}`, body, signal)
      if (!response.ok)
        throw new UsageError(`The fake responded with ${response.status}: ${await response.text()}`)
      yield* eventsOf(response)
    },
    async decide(id: string, decision: 'approve' | 'reject', reason?: string) {
      const confirmation = world.store.confirmations.get(id)
      // A damaged stream can repeat the event of an approval that is already decided.
      if (confirmation !== undefined && confirmation.status !== 'pending') return
      // The user of the turn may not be allowed to decide, for example if the agent's owner must.
      const approver = [user, ...fixture.users].find(
        (one) => confirmation && !one.is_restricted && canDecide(world, confirmation, one),
      )
      const path = `/api/confirmations/${id}/respond`
      const credential = approver && tokenOf(approver)
      const response = await send(path, { decision, reason }, undefined, credential)
      if (!response.ok)
        throw new UsageError(
          `The fake refused the decision with ${response.status}: ${await response.text()}`,
        )
    },
    /** Moves the clock past the deadline of an approval. */
    expire: (until: string) =>
      world.clock.advance(Math.max(0, Date.parse(until) - world.clock.now()) + 1),
    setSpeed: (next: number) => world.override('speed', fromSpeedFactor(next)),
    close: () => fake.close(),
  }
}

async function* eventsOf(response: Response): AsyncGenerator<ReceivedEvent> {
  const events: ReceivedEvent[] = []
  const parser = createParser({
    // A script can damage its stream, so a payload that is not JSON stays a text.
    onEvent: ({ event = 'message', data, id }) =>
      events.push({ event, data: parseJson(data, data), id }),
  })
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    yield* events.splice(0)
  }
}

function userOf({ users, showcase }: Fixture, name = showcase.users[0]?.email): StoredUser {
  const foundUser = users.find(({ email, display_name }) => email === name || display_name === name)
  if (foundUser === undefined)
    throw new UsageError(`The fixture has no user \`${name}\`: pass the email of one of its users.`)
  return foundUser
}

function agentOf({ agents }: Fixture, name: string | undefined) {
  if (name === undefined) return undefined
  const foundAgent = agents.find((agent) => agent.name === name)
  if (foundAgent !== undefined) return foundAgent
  const agentNames = agents.map((agent) => agent.name)
  throw new UsageError(
    `The fixture has no agent \`${name}\`; it has ${agentNames.join(', ')}.${guessText(name, agentNames)}`,
  )
}

/** The flag type for an endpoint that plays scripts. */
export const endpointType = choiceOf(['react', 'dag'], 'A turn of auto is routed to one of them.')
