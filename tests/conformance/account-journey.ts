import { findFullKey, findKeyRecord } from '../../conformance/setup/keys.ts'
import type { JourneyClient } from './journey-client.ts'

type Key = { readonly value: string; readonly id: string }

/** Logins, keys, scopes and lists, as clients and scripts of several users handle them. */
export async function accountJourney(
  call: JourneyClient,
  sleep: (ms: number) => Promise<void>,
): Promise<void> {
  const signIn = async (email: string, password: string) => {
    const { json } = await call('POST /api/auth/login', { body: { email, password } })
    return { access: String(json['access_token']), refresh: json['refresh_token'], json }
  }
  const first = await signIn('demo@example.com', 'demo-password')
  const token = first.access
  await call('GET /api/auth/verify', { token })
  await useLists(call, token)
  // A script uses the type of its token as the login response names it.
  const authorization = `${String(first.json['token_type'])} ${token}`
  await call('GET /api/agents', { headers: { authorization } })
  await useTurns(call, token)
  const expiring = await useKeys(call, token)
  await useScopes(call, token)
  // A script sends another content type than it should.
  const plain = { 'content-type': 'text/plain' }
  await call('POST /api/me/api-keys', { token, body: { name: 'From a shell' }, headers: plain })
  await useSessions(call, signIn)
  // Two hours later, the access token and the key have expired.
  await sleep(2.5 * 3600_000)
  await call('GET /api/agents', { token })
  await call('GET /api/agents', { token: expiring.value })
  await refreshTwice(call, first.refresh, signIn)
}

async function useLists(call: JourneyClient, token: string): Promise<void> {
  for (const list of ['agents', 'conversations', 'knowledge-bases', 'me/api-keys']) {
    await call(`GET /api/${list}`, { token })
    await call(`GET /api/${list}?size=100`, { token })
    await call(`GET /api/${list}?page=20000`, { token })
  }
  await call('GET /api/agents/0f0e0d0c-0b0a-4908-8706-0504030201ee', { token })
  await call('GET /api/conversations?q=nothing-has-this-title', { token })
}

/** Requests turns whose token is only in one place. */
async function useTurns(call: JourneyClient, token: string): Promise<void> {
  for (const mode of ['react', 'auto']) {
    await call(`POST /api/${mode}`, { body: { q: 'What is new?', token } })
    await call(`POST /api/${mode}`, { token, body: { q: 'What is new?' } })
  }
}

async function useKeys(call: JourneyClient, token: string): Promise<Key> {
  const create = async (body: object): Promise<Key | undefined> =>
    keyIn((await call('POST /api/me/api-keys', { token, body })).json)
  const used = await create({ name: 'Sync' })
  const toggled = await create({ name: 'Export' })
  if (used === undefined || toggled === undefined) throw new Error('no key was created')
  await call('GET /api/me/api-keys?size=100', { token })
  for (const _ of [1, 2, 3]) await call('GET /api/agents', { token: used.value })
  await call('POST /api/conversations', { token: used.value, body: { title: 'By a script' } })
  await call('GET /api/me/api-keys?size=100', { token })
  const active = `PATCH /api/me/api-keys/${toggled.id}/active`
  await call(active, { token, body: { is_active: false } })
  await call('GET /api/agents', { token: toggled.value })
  await call(active, { token, body: { is_active: true } })
  await call(`DELETE /api/me/api-keys/${toggled.id}`, { token })
  await call('GET /api/agents', { token: toggled.value })
  // A client uses the name of its deployment.
  const { time } = await call('GET /api/me/api-keys', { token })
  const end = new Date(time + 3600_000).toISOString()
  for (const field of ['expires_at', 'expiration', 'other_name']) {
    const body = { name: 'For an hour', [field]: end }
    const { json } = await call('POST /api/me/api-keys', { token, body })
    const key = keyIn(json)
    if (key && findKeyRecord(json)?.['expires_at']) return key
  }
  throw new Error('no key expires')
}

function keyIn(json: unknown): Key | undefined {
  const [value, id] = [findFullKey(json)?.value, findKeyRecord(json)?.['id']]
  return typeof value === 'string' && typeof id === 'string' ? { value, id } : undefined
}

async function useScopes(call: JourneyClient, token: string): Promise<void> {
  const conversation = await call('POST /api/conversations', { token, body: { title: 'Scopes' } })
  const { id, conversation_id = id } = conversation.data
  for (const scopes of ['agents', 'chat', 'admin', 'agents,kb', 'agents kb', 'agents;kb']) {
    const { json } = await call('POST /api/me/api-keys', { token, body: { name: 'Bot', scopes } })
    const key = keyIn(json)
    if (key === undefined) continue
    for (const list of ['agents', 'knowledge-bases', 'conversations'])
      await call(`GET /api/${list}`, { token: key.value })
    const body = { conversation_id, cursor: -1 }
    await call('POST /api/chat/resume', { token: key.value, body })
  }
}

type SignIn = (
  email: string,
  password: string,
) => Promise<{ readonly access: string; readonly refresh: unknown }>

/** Another user signs out everywhere, and a restricted one tries to sign in. */
async function useSessions(call: JourneyClient, signIn: SignIn): Promise<void> {
  const restricted = await signIn('restricted@example.com', 'restricted-password')
  await call('GET /api/agents', { token: restricted.access })
  const other = await signIn('other@example.com', 'other-password')
  await call('GET /api/conversations', { token: other.access })
  await call('POST /api/me/sessions/revoke-all', { token: other.access })
  await call('GET /api/conversations', { token: other.access })
  await call('POST /api/auth/refresh', { body: { refresh_token: other.refresh } })
}

/** The first device refreshes its token after the second one signed in, and so do two tabs. */
async function refreshTwice(call: JourneyClient, older: unknown, signIn: SignIn): Promise<void> {
  const second = await signIn('demo@example.com', 'demo-password')
  await call('POST /api/auth/refresh', { body: { refresh_token: older } })
  const third = await signIn('demo@example.com', 'demo-password')
  for (const refresh_token of [third.refresh, third.refresh, second.refresh])
    await call('POST /api/auth/refresh', { body: { refresh_token } })
}
