import type { Fixture } from '../../../contract/fixture.ts'
import type { ResourceKind } from '../../../contract/kinds.ts'
import { type OperationId, operationIds, operations } from '../../../contract/operations.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { createFake, type Fake } from '../../../mocks/fake.ts'
import { bodyOf } from './bodies.ts'

export type Call = {
  readonly request: string
  readonly body: object | undefined
  readonly status: number
  readonly type: string | null
  readonly answer: string
}

type Ids = Readonly<Record<string, string | undefined>>

const fixedTime = Date.parse('2026-11-02T09:00:00.000Z')
const demoUser = { email: 'demo@example.com', password: 'demo-password' }

/** Creates a fake whose time stands still, so that each build writes the same page. */
const createStillFake = (fixture: Fixture, scenarios: readonly Scenario[]): Fake =>
  createFake({
    fixture,
    scenarios,
    seed: 'api',
    speed: Infinity,
    systemClock: { now: () => fixedTime, after: () => () => {} },
  })

/**
 * Calls every operation with records of the demo company. Each operation has a separate world, so
 * that no call sees the changes of another call.
 */
export async function playCalls(
  fixture: Fixture,
  scenarios: readonly Scenario[],
): Promise<ReadonlyMap<OperationId, Call>> {
  const fake = createStillFake(fixture, scenarios)
  const calls = new Map<OperationId, Call>()
  // Plays this workflow run with its pauses, because it could otherwise not be cancelled in time.
  const slow = { name: 'workflow-runs.cancel', speed: 1 }
  await createClient(fake, '').call('POST /__control/worlds', slow)
  for (const id of operationIds) calls.set(id, await playCall(fake, fixture, id))
  fake.close()
  return calls
}

/** Plays refused calls, such as one without a credential, to show the errors of many operations. */
export async function playRefusals(fixture: Fixture): Promise<readonly Call[]> {
  const fake = createStillFake(fixture, [])
  const key = (name: string) => fake.world().keyring.valueOf(fixture.showcase.keys[name] ?? '')
  const refusals = [
    await createClient(fake, '').call('GET /api/agents'),
    await createClient(fake, '', 'svc_unknown').call('GET /api/agents'),
    await createClient(fake, '', key('chat')).call('GET /api/agents'),
    await createClient(fake, '', key('full')).call('GET /api/agents/none'),
    await createClient(fake, '', key('full')).call('POST /api/me/api-keys', {}),
  ]
  fake.close()
  return refusals
}

async function playCall(fake: Fake, fixture: Fixture, id: OperationId): Promise<Call> {
  const { method, path, loads, access }: Operation = operations[id]
  const world = `/w/${id}`
  const session = (await createClient(fake, world).call('POST /api/auth/login', demoUser)).answer
  const tokens = JSON.parse(session) as Record<'access_token' | 'refresh_token', string>
  const user = createClient(fake, world, tokens.access_token)
  const ids = await idsFor(user, fixture, id)
  const request = `${method} ${path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? name)}`
  const body = bodyOf(id)
  const sentBody = body && {
    ...body,
    ...(loads?.in === 'body' && { [loads.by]: ids[loads.by] }),
    ...(id === 'conversations.delete-batch' && { ids: [ids['conversation_id']] }),
    ...(id === 'orgs.add-member' && { user_id: ids['user_id'] }),
    ...(id === 'auth.refresh' && { refresh_token: tokens.refresh_token }),
  }
  return (access === 'public' ? createClient(fake, world) : user).call(request, sentBody)
}

const turnOperations: ReadonlySet<OperationId> = new Set(['chat.react', 'chat.dag', 'chat.auto'])

/** Returns values for the ids in the path or the body of an operation. */
async function idsFor(user: Client, fixture: Fixture, id: OperationId): Promise<Ids> {
  const { loads }: Operation = operations[id]
  const records = demoUserRecords(fixture)
  if (turnOperations.has(id)) return { conversation_id: await newConversation(user) }
  if (loads?.kind === 'confirmation' || id === 'chat.inject') return waitingTurn(user, records)
  if (id === 'workflow-runs.cancel') return runningRun(user, records)
  const kind = loads?.kind ?? (id === 'conversations.delete-batch' ? 'conversation' : 'user')
  return pathIdsByKind[kind](records)
}

/** The records of the fixture, the id of the demo user, and a filter for the user's records. */
function demoUserRecords(fixture: Fixture) {
  const me = fixture.users.find(({ email }) => email === demoUser.email)?.id
  const mine = <Row extends { readonly user_id: string | null }>(rows: readonly Row[]) =>
    rows.filter(({ user_id }) => user_id === me)
  return {
    ...fixture,
    me,
    mine,
    other: fixture.users.find(({ email }) => email.startsWith('other'))?.id,
  }
}

type Records = ReturnType<typeof demoUserRecords>

const pathIdsByKind: {
  readonly [Kind in Exclude<ResourceKind, 'confirmation'>]: (all: Records) => Ids
} = {
  'api-key': ({ mine, api_keys, showcase }) => ({
    key_id: mine(api_keys).find(({ id }) => id !== showcase.keys['full'])?.id,
  }),
  conversation: ({ mine, conversations }) => ({ conversation_id: mine(conversations)[0]?.id }),
  user: ({ other }) => ({ user_id: other }),
  agent: ({ mine, agents }) => ({ agent_id: mine(agents)[0]?.id }),
  'knowledge-base': ({ mine, knowledge_bases }) => ({ id: mine(knowledge_bases)[0]?.id }),
  document: ({ mine, knowledge_bases, documents }) => {
    const id = mine(knowledge_bases)[0]?.id
    return { id, doc_id: documents.find(({ kb_id }) => kb_id === id)?.id }
  },
  connector: ({ mine, connectors }) => ({ connector_id: mine(connectors)[0]?.id }),
  'connector-action': ({ mine, connectors }) => ({
    connector_id: mine(connectors)[0]?.id,
    action_id: mine(connectors)[0]?.actions[0]?.id,
  }),
  'mcp-server': ({ mine, mcp_servers }) => ({ server_id: mine(mcp_servers)[0]?.id }),
  organization: ({ organizations, other }) => ({ org_id: organizations[0]?.id, user_id: other }),
  member: ({ organizations, me }) => ({
    org_id: organizations[0]?.id,
    user_id: organizations[0]?.members.find(({ user_id }) => user_id !== me)?.user_id,
  }),
  channel: ({ channels }) => ({ channel_id: channels[0]?.id }),
  workflow: ({ mine, workflows }) => ({ workflow_id: mine(workflows)[0]?.id }),
  'workflow-run': ({ mine, workflow_runs }) => ({
    workflow_id: mine(workflow_runs)[0]?.workflow_id,
    run_id: mine(workflow_runs)[0]?.id,
  }),
}

/** Starts a turn that waits for an approval, and returns its ids. */
async function waitingTurn(user: Client, { agents }: Records): Promise<Ids> {
  const agent_id = agents.find(({ name }) => name === 'Support Desk')?.id
  const conversation_id = await newConversation(user, { agent_id })
  const turn = { q: 'Please pay back the broken gateways', conversation_id }
  const id = await user.readUntil('POST /api/react', turn, /"confirmation_id":"([^"]+)"/)
  return { conversation_id, id }
}

async function newConversation(user: Client, fields = {}): Promise<string> {
  const { answer } = await user.call('POST /api/conversations', fields)
  return (JSON.parse(answer) as { readonly data: { readonly id: string } }).data.id
}

/** Starts a workflow run, and returns its ids. It never ends, because time stands still. */
async function runningRun(user: Client, records: Records): Promise<Ids> {
  const { workflow_id } = pathIdsByKind.workflow(records)
  const request = `POST /api/workflows/${workflow_id}/run`
  return {
    workflow_id,
    run_id: await user.readUntil(request, { inputs: {} }, /"run_id":"([^"]+)"/),
  }
}

type Client = ReturnType<typeof createClient>

/** Creates a client of a fake for paths below `base`, with or without a credential. */
function createClient(fake: Fake, base: string, bearer?: string) {
  function open(request: string, body: object | undefined) {
    const [method = '', path = ''] = request.split(' ')
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    return fake.fetch(new Request(`http://127.0.0.1:4010${base}${path}`, init))
  }
  return {
    async call(request: string, body?: object): Promise<Call> {
      const response = await open(request, body)
      const { status, headers } = response
      const answer = await response.text()
      return { request, body, status, type: headers.get('content-type'), answer }
    },
    /** Reads a stream until a text has arrived. Returns the text, and leaves the stream open. */
    async readUntil(request: string, body: object, wanted: RegExp): Promise<string> {
      let text = ''
      for await (const chunk of (await open(request, body)).body ?? []) {
        text += new TextDecoder().decode(chunk)
        const [, found] = wanted.exec(text) ?? []
        if (found !== undefined) return found
      }
      throw new Error(`${request} does not send ${String(wanted)}: ${text}`)
    },
  }
}
