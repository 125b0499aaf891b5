import { describe, expect, it } from 'vitest'
import { choiceIds } from '../../../contract/choices.ts'
import { operationIds } from '../../../contract/operations.ts'
import { documented, type Profile } from '../../../contract/picks.ts'
import { readProfile } from '../../../contract/profile.ts'
import { choicesShownBy, type ObservedCall } from '../../../contract/choices/shown-choices.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { describeTransports, type Mounted, mountInProcess } from '../../support/transports.ts'
import { keyOf, login, newConversation, signIn, visit } from '../../support/visitor.ts'
import type { CoverageReport } from '../../../contract/control/journal.ts'

async function coverage({ fake }: Mounted, query = '', headers = {}): Promise<Response> {
  return fake.fetch(new Request(`http://platform.test/__control/coverage${query}`, { headers }))
}

const reportOf = async (mounted: Mounted, query = '') =>
  (await (await coverage(mounted, query)).json()) as CoverageReport

const choicesIn = (seen: Partial<ObservedCall>, profile: Profile = documented) =>
  choicesShownBy(profile, {
    endpoint: 'agents.list',
    outcome: 'success',
    events: [],
    fields: [],
    ...seen,
  }).map(({ choice }) => choice)

describe('the choices that a request used', () => {
  it('the choices that a request shows depend on its operation, response, error and events', () => {
    expect(choicesIn({})).toContain('lists.envelope')
    expect(choicesIn({ endpoint: 'auth.me' })).not.toContain('lists.envelope')
    expect(choicesIn({ endpoint: 'chat.auto' })).toContain('chat.routing-event')
    expect(choicesIn({ endpoint: 'chat.react' })).not.toContain('chat.routing-event')
    expect(choicesIn({ endpoint: 'chat.resume', events: ['resume_done'] })).toContain(
      'resume.done-payload',
    )
    expect(choicesIn({ endpoint: 'chat.resume' })).not.toContain('resume.done-payload')
    expect(choicesIn({ outcome: 'method-unknown' })).toContain('errors.wrong-method')
  })

  it('a refused request used only choices about errors, and no choices about successful responses', () => {
    const refused = choicesIn({ outcome: 'key-disabled' })
    expect(refused).toContain('errors.envelope')
    expect(refused).toContain('auth.disabled-key-code')
    expect(refused).not.toContain('lists.envelope')
    expect(choicesIn({})).not.toContain('errors.envelope')
  })

  it('a request whose response was replaced by a fault used few choices', () => {
    expect(choicesIn({ outcome: 'fault' })).toEqual(['errors.envelope'])
  })

  it('the choices that a request used exclude choices that another pick makes irrelevant', () => {
    const arrays = readProfile({ picks: { 'lists.envelope': 'array' } })
    expect(choicesIn({})).toContain('lists.pages-when-empty')
    expect(choicesIn({}, arrays)).not.toContain('lists.pages-when-empty')
    expect(choicesIn({}, arrays)).toContain('lists.envelope')
  })

  it('the coverage of a choice uses the option of the called operation, not of the whole profile', () => {
    const profile = readProfile({
      picks: { 'errors.envelope': { default: 'documented', at: { 'GET /api/agents': 'detail' } } },
    })
    const grade = (endpoint: ObservedCall['endpoint']) =>
      choicesShownBy(profile, { endpoint, outcome: 'admin-only', events: [], fields: [] }).find(
        ({ choice }) => choice === 'errors.envelope',
      )?.grade
    expect([grade('agents.list'), grade('auth.me')]).toEqual(['deviates', 'specified'])
  })
})

describe('a request that was refused', () => {
  it('a request that is refused before its route used no choice about the route', () => {
    const anonymous = choicesIn({ endpoint: 'chat.react', outcome: 'credential-missing' })
    expect(anonymous).not.toContain('turn.without-conversation')
    expect(anonymous).toContain('auth.challenge')
    const malformed = choicesIn({ endpoint: 'chat.react', outcome: 'invalid' })
    expect(malformed).toContain('turn.without-conversation')
  })

  it('a refused request for a missing scope used the choice about several scopes', () => {
    expect(choicesIn({ outcome: 'scope-missing' })).toContain('scopes.separator')
    expect(choicesIn({ endpoint: 'keys.create', fields: ['scopes'] })).toContain('scopes.separator')
    expect(choicesIn({ endpoint: 'keys.create' })).not.toContain('scopes.separator')
  })
})

describe('a turn', () => {
  it('a turn uses the choices about the fields that its request has', () => {
    const [bare, full] = [[], ['agent_id', 'conversation_id', 'token'] as const].map((fields) =>
      choicesIn({ endpoint: 'chat.react', fields }),
    )
    expect(bare).toContain('turn.without-conversation')
    expect(full).not.toContain('turn.without-conversation')
    expect(bare).not.toContain('turn.unknown-agent')
    expect(full).toEqual(expect.arrayContaining(['turn.unknown-agent', 'auth.body-token']))
  })
})

describeTransports('coverage', (mount) => {
  it('coverage lists requested operations that are not played, with a similar operation', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    for (const path of ['/api/eval/datasets', '/api/skills/17', '/api/skills/18', '/api/agnets'])
      await visitor.call(`GET ${path}`)
    expect((await reportOf(mounted)).not_played).toEqual([
      { name: 'GET /api/skills/{id}', calls: 2, similar: null },
      { name: 'GET /api/eval/datasets', calls: 1, similar: null },
      { name: 'GET /api/agnets', calls: 1, similar: 'GET /api/agents' },
    ])
    const markdown = await (await coverage(mounted, '?format=markdown')).text()
    expect(markdown).toContain('## Requested, but not played')
    expect(markdown).toContain('| `GET /api/skills/{id}` | 2 |  |')
  })

  it('coverage reports used operations, errors, events and choices with their numbers, and unused ones', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const conversation_id = await newConversation(visitor)
    await visitor.stream('POST /api/react', { body: { q: 'Hi', conversation_id } })
    for (const id of ['x', 'y']) await visitor.call(`GET /api/conversations/${id}`)
    await visitor.call('POST /api/react', { body: {} })
    const { world, calls, endpoints, errors, events, choices, assumed } = await reportOf(mounted)
    expect([world, calls]).toEqual(['default', 6])
    expect(endpoints.exercised).toContainEqual({ name: 'POST /api/react', calls: 2 })
    expect(endpoints.never).toHaveLength(operationIds.length - endpoints.exercised.length)
    expect(endpoints.never).toContain('GET /api/agents')
    expect(errors.exercised).toEqual([
      { name: 'not_found', calls: 2 },
      { name: 'validation', calls: 1 },
    ])
    expect(errors.never).toContain('token_expired')
    expect(events.exercised).toContainEqual({ name: 'end', calls: 1 })
    expect(events.never).toContain('resume_done')
    const relied = choices.relied_on.find(({ choice }) => choice === 'turn.on-disconnect')
    expect(relied).toMatchObject({
      option: 'goes-on',
      grade: 'specified',
      calls: 2,
      first: [
        { world: 'default', number: 3 },
        { world: 'default', number: 6 },
      ],
    })
    expect(choices.never).toContain('resume.frame')
    expect(choices.relied_on.length + choices.never.length).toBe(choiceIds.length)
    expect(assumed).toBe(choices.relied_on.filter(({ grade }) => grade !== 'specified').length)
  })
})

describe('coverage', () => {
  it('coverage is reported for one world, or for all together, including deleted ones', async () => {
    const mounted = mountInProcess()
    const red = { ...mounted, baseUrl: `${mounted.baseUrl}/w/red` }
    await login(red)
    await visit(mounted, keyOf(mounted, 'full')).call('GET /api/agents')
    await mounted.fake.fetch(
      new Request('http://platform.test/__control/worlds/red', {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
      }),
    )
    expect((await reportOf(mounted)).endpoints.exercised).toEqual([
      { name: 'GET /api/agents', calls: 1 },
    ])
    const all = await reportOf(mounted, '?of=all')
    expect([all.world, all.endpoints.exercised.map(({ name }) => name)]).toEqual([
      null,
      ['POST /api/auth/login', 'GET /api/agents'],
    ])
  })

  it('coverage keeps requests that the journal has dropped, with the profile at that time', async () => {
    const mounted = mountInProcess()
    await visit(mounted).call('GET /api/agents')
    const world = mounted.fake.world()
    world.journal.clear()
    world.override('profile', readProfile({ picks: { 'errors.envelope': 'detail' } }))
    await visit(mounted).call('GET /api/agents')
    const { calls, choices } = await reportOf(mounted)
    const options = choices.relied_on.filter(({ choice }) => choice === 'errors.envelope')
    expect([calls, options.map(({ option }) => option)]).toEqual([2, ['documented', 'detail']])
  })

  it('coverage counts the error codes of faults', async () => {
    const mounted = mountInProcess()
    await mounted.fake.fetch(
      new Request('http://platform.test/__control/faults', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ effect: { error: { code: 'internal_error' } } }),
      }),
    )
    await visit(mounted).call('GET /api/agents')
    expect((await reportOf(mounted)).errors.exercised).toEqual([
      { name: 'internal_error', calls: 1 },
    ])
  })

  it('coverage lists the assumptions as Markdown, with question, option, clause and requests', async () => {
    const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
    const mounted = mountInProcess({ systemClock })
    await visit(mounted, keyOf(mounted, 'full')).call('GET /api/agents')
    const asked = await coverage(mounted, '?format=markdown')
    const accepted = await coverage(mounted, '', { accept: 'text/markdown' })
    expect(asked.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    const text = await asked.text()
    expect(await accepted.text()).toBe(text)
    const { assumed } = await reportOf(mounted)
    expect(text).toContain(`Your tests rely on these ${assumed} assumed behaviours`)
    const rows = text.split('\n').filter((line) => line.startsWith('| `') && line.includes('?'))
    expect(rows).toHaveLength(assumed)
    expect(rows.find((row) => row.includes('lists.pages-when-empty'))).toMatch(
      /^\| `lists\.pages-when-empty` \| .*\? \| .* \| .* \| 1 \| `default #1` \|$/,
    )
  })

  it.each(['?of=both', '?format=xml'])('coverage explains what is wrong with %s', async (query) => {
    expect((await coverage(mountInProcess(), query)).status).toBe(422)
  })
})
