import { describe, expect, it } from 'vitest'
import { operationIds, operations, type OperationId } from '../../../contract/operations.ts'
import { readProfile } from '../../../contract/profile.ts'
import { pathWith } from '../../support/requests.ts'
import { demo, describeTransports, type Mounted, mountInProcess } from '../../support/transports.ts'
import { drawn } from '../../support/proving.ts'
import { keyOf, newConversation, newKey, signIn, visit } from '../../support/visitor.ts'

const scopes = ['chat', 'agents', 'kb', 'connectors', 'admin'] as const

/** The required scope of an operation by the table of the specification; other operations need none. */
const needed: { readonly [Id in OperationId]?: (typeof scopes)[number] } = {
  'chat.react': 'chat',
  'chat.dag': 'chat',
  'chat.inject': 'chat',
  'chat.ticket': 'chat',
  'agents.list': 'agents',
  'agents.read': 'agents',
  'knowledge-bases.list': 'kb',
  'knowledge-bases.retrieve': 'kb',
}

const closed = operationIds.filter((id) => operations[id].access !== 'public')

/** Scopes that all operations of a family require. */
const families: readonly (typeof scopes)[number][] = ['admin', 'connectors']

/** The method and path of an operation, with the ids of existing records. */
async function callOf(mounted: Mounted, id: OperationId): Promise<string> {
  const visitor = await signIn(mounted)
  const ids: Readonly<Record<string, string>> = {
    key_id: (await newKey(visitor)).id,
    conversation_id: await newConversation(visitor),
    agent_id: demo.agents[0]?.id ?? '',
    user_id: demo.users[1]?.id ?? '',
    id: demo.knowledge_bases[0]?.id ?? '',
  }
  const { method, path } = operations[id]
  return `${method} ${pathWith(path, (name) => ids[name] ?? 'unknown')}`
}

/** Returns `let in` if a credential is accepted, else the status and the error code. */
async function answersTo(mounted: Mounted, operation: string, bearer?: string) {
  const body = operation.startsWith('GET') ? {} : { body: {} }
  const response = await visit(mounted, bearer).open(operation, body)
  if (![401, 403].includes(response.status)) return 'let in'
  return [response.status, ((await response.json()) as { error: unknown }).error]
}

describe.each(drawn(closed, 25))('the operation %s', (id) => {
  it('an operation that needs a credential refuses a request without a credential with 401', async () => {
    const mounted = mountInProcess()
    expect(await answersTo(mounted, await callOf(mounted, id))).toEqual([401, 'unauthorized'])
  })

  it('an operation that needs a credential accepts a session token and a key with full access', async () => {
    const mounted = mountInProcess()
    const operation = await callOf(mounted, id)
    const { access_token } = (
      await visit(mounted).call<{ access_token: string }>('POST /api/auth/login', {
        body: { email: 'demo@example.com', password: 'demo-password' },
      })
    ).json
    expect(await answersTo(mounted, operation, access_token)).toBe('let in')
    expect(await answersTo(mounted, operation, keyOf(mounted, 'full'))).toBe('let in')
  })

  it.each(scopes)(
    'an operation responds to a key with the scope %s as the table of scopes says',
    async (scope) => {
      const mounted = mountInProcess()
      const operation = await callOf(mounted, id)
      const asked = needed[id] ?? families.find((family) => id.startsWith(`${family}.`))
      const allowed = asked === undefined || asked === scope
      expect(await answersTo(mounted, operation, keyOf(mounted, scope))).toEqual(
        allowed ? 'let in' : [403, 'forbidden'],
      )
    },
  )
})

describeTransports('scopes', (mount) => {
  it('a key with two scopes has access to the operations of both scopes, and to no others', async () => {
    const mounted = await mount()
    const { key } = await newKey(await signIn(mounted), { scopes: 'agents,kb' })
    const bearer = visit(mounted, key)
    expect((await bearer.call('GET /api/agents')).status).toBe(200)
    expect((await bearer.call('GET /api/knowledge-bases')).status).toBe(200)
    expect(await bearer.refusal('POST /api/react', { body: { q: 'Hi' } })).toEqual([
      403,
      'forbidden',
    ])
  })

  it('a key with unknown scopes has no access to operations that need a scope', async () => {
    const mounted = await mount()
    const { key } = await newKey(await signIn(mounted), { scopes: 'Chat' })
    const refused = await visit(mounted, key).refusal('POST /api/react', { body: { q: 'Hi' } })
    expect(refused).toEqual([403, 'forbidden'])
  })

  it('a key with unknown scopes never has full access, however the scopes are spelt', async () => {
    const profile = readProfile({ picks: { 'scopes.unlisted': 'full' } })
    const mounted = await mount({ profile })
    const { key } = await newKey(await signIn(mounted), { scopes: 'full' })
    expect(await visit(mounted, key).refusal('GET /api/conversations')).toEqual([403, 'forbidden'])
  })

  it('a 403 for a missing scope names the scopes of the key and the required scope', async () => {
    const mounted = await mount()
    const { json } = await visit(mounted, keyOf(mounted, 'chat')).call('GET /api/agents')
    expect(json).toEqual({
      success: false,
      error: 'forbidden',
      message: 'This key is limited to `chat`; the scope `agents` is needed.',
    })
  })

  it('the scopes of a key also apply if the key is sent in the body', async () => {
    const mounted = await mount()
    const asked = (name: string) =>
      visit(mounted).refusal('POST /api/dag', { body: { token: keyOf(mounted, name) } })
    expect(await asked('kb')).toEqual([403, 'forbidden'])
    expect((await asked('chat'))[0]).toBe(422)
  })
})
