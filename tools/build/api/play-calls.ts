import type { Fixture } from '../../../contract/fixture.ts'
import type { ResourceKind } from '../../../contract/kinds.ts'
import { type OperationId, operationIds, operations } from '../../../contract/operations.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { createFake, type Fake } from '../../../mocks/fake.ts'
import { bodyOf } from './bodies.ts'

/** A request and its response. */
export type Call = {
  readonly request: string
  readonly body: object | undefined
  readonly status: number
  readonly type: string | null
  readonly answer: string
}

type Ids = Readonly<Record<string, string | undefined>>

const moment = Date.parse('2026-11-02T09:00:00.000Z')
const demoUser = { email: 'demo@example.com', password: 'demo-password' }

/**
 * Calls operations with records of the demo company, each in a world of its own: what one changes, no
 * other sees. Time stands still, so the same sources give the same bytes.
 */
export async function playCalls(
  fixture: Fixture,
  scenarios: readonly Scenario[],
): Promise<ReadonlyMap<OperationId, Call>> {
  const systemClock = { now: () => moment, after: () => () => {} }
  const fake = createFake({ fixture, scenarios, seed: 'api', speed: Infinity, systemClock })
  const calls = new Map<OperationId, Call>()
  // A run without pauses could not be cancelled.
  await open(fake, '/__control/worlds', 'POST ', { name: 'workflow-runs.cancel', speed: 1 })
  for (const id of operationIds) calls.set(id, await playCall(fake, fixture, id))
  fake.close()
  return calls
}

/** Calls without a credential, with a wrong one, and so on, for the errors that many operations share. */
export async function playRefusals(fixture: Fixture): Promise<readonly Call[]> {
  const fake = createFake({
    fixture,
    seed: 'api',
    systemClock: { now: () => moment, after: () => () => {} },
  })
  const key = (name: string) => fake.world().keyring.valueOf(fixture.showcase.keys[name] ?? '')
  const call = (request: string, body?: object, bearer?: string) =>
    send(fake, 'default', request, body, bearer)
  const refusals = [
    await call('GET /api/agents'),
    await call('GET /api/agents', undefined, 'svc_unknown'),
    await call('GET /api/agents', undefined, key('chat')),
    await call('GET /api/agents/none', undefined, key('full')),
    await call('POST /api/me/api-keys', {}, key('full')),
  ]
  fake.close()
  return refusals
}

async function playCall(fake: Fake, fixture: Fixture, id: OperationId): Promise<Call> {
  const { method, path, loads, access }: Operation = operations[id]
  const session = await send(fake, id, 'POST /api/auth/login', demoUser)
  const { access_token: token, refresh_token } = JSON.parse(session.answer) as Record<
    string,
    string
  >
  const ids = await idsFor(fake, fixture, id, token)
  const named = loads?.in === 'body' ? { [loads.by]: ids[loads.by] } : {}
  const body = bodyOf(id)
  const request = `${method} ${path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? name)}`
  const sent = body && {
    ...body,
    ...named,
    ...ownValues(id, ids),
    ...(id === 'auth.refresh' && { refresh_token }),
  }
  return send(fake, id, request, sent, access === 'public' ? undefined : token)
}

/** Fields of a body that name records. */
const ownValues = (id: OperationId, { conversation_id, user_id }: Ids): object =>
  id === 'conversations.delete-batch'
    ? { ids: [conversation_id] }
    : id === 'orgs.add-member'
      ? { user_id }
      : {}

const startsTurn: ReadonlySet<OperationId> = new Set(['chat.react', 'chat.dag', 'chat.auto'])

/** The ids that the path or the body of an operation names. */
async function idsFor(
  fake: Fake,
  fixture: Fixture,
  id: OperationId,
  token: string | undefined,
): Promise<Ids> {
  const { loads }: Operation = operations[id]
  if (loads?.kind === 'confirmation' || id === 'chat.inject')
    return waitingTurn(fake, fixture, id, token)
  if (startsTurn.has(id)) return { conversation_id: await newConversation(fake, id, token) }
  if (id === 'workflow-runs.cancel') return runningRun(fake, fixture, id, token)
  const kind = loads?.kind ?? (id === 'conversations.delete-batch' ? 'conversation' : 'user')
  return idsOf[kind](recordsOf(fixture))
}

/** The records of the demo user. */
function recordsOf(fixture: Fixture) {
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

type Records = ReturnType<typeof recordsOf>

const idsOf: { readonly [Kind in Exclude<ResourceKind, 'confirmation'>]: (all: Records) => Ids } = {
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

/** A turn that waits for an approval. */
async function waitingTurn(fake: Fake, fixture: Fixture, world: string, token: string | undefined) {
  const agent_id = fixture.agents.find(({ name }) => name === 'Support Desk')?.id
  const conversation_id = await newConversation(fake, world, token, { agent_id })
  const turn = { q: 'Please pay back the broken gateways', conversation_id }
  const wanted = /"confirmation_id":"([^"]+)"/
  const id = await readUntil(fake, world, 'POST /api/react', turn, token, wanted)
  return { conversation_id, id }
}

async function newConversation(fake: Fake, world: string, token: string | undefined, fields = {}) {
  const { answer } = await send(fake, world, 'POST /api/conversations', fields, token)
  return (JSON.parse(answer) as { readonly data: { readonly id: string } }).data.id
}

/** A run that has started, and goes on for ever, because time stands still. */
async function runningRun(fake: Fake, fixture: Fixture, world: string, token: string | undefined) {
  const { workflow_id } = idsOf.workflow(recordsOf(fixture))
  const path = `POST /api/workflows/${workflow_id}/run`
  return {
    workflow_id,
    run_id: await readUntil(fake, world, path, { inputs: {} }, token, /"run_id":"([^"]+)"/),
  }
}

/** Reads a stream until a text is there; returns the text, and leaves the stream open. */
async function readUntil(
  fake: Fake,
  world: string,
  request: string,
  body: object,
  token: string | undefined,
  wanted: RegExp,
): Promise<string> {
  const response = await open(fake, `/w/${world}`, request, body, token)
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += new TextDecoder().decode(chunk)
    const [, found] = wanted.exec(text) ?? []
    if (found !== undefined) return found
  }
  throw new Error(`${request} does not send ${String(wanted)}: ${text}`)
}

async function send(
  fake: Fake,
  world: string,
  request: string,
  body?: object,
  token?: string,
): Promise<Call> {
  const response = await open(fake, `/w/${world}`, request, body, token)
  const { status, headers } = response
  return { request, body, status, type: headers.get('content-type'), answer: await response.text() }
}

function open(fake: Fake, base: string, request: string, body?: object, token?: string) {
  const [method = '', path = ''] = request.split(' ')
  return fake.fetch(
    new Request(`http://127.0.0.1:4010${base}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    }),
  )
}
