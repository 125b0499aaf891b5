import { expect, it } from 'vitest'
import { choiceIds } from '../../../contract/choices.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { shortStory } from '../../support/short-story.ts'
import { answerIn } from '../../support/stream-reader.ts'
import { describeTransports, type Mounted } from '../../support/transports.ts'
import { newConversation, signIn, visit } from '../../support/visitor.ts'

type Row = {
  readonly id: string
  readonly pick: { readonly option: string; readonly grade: string; readonly value?: unknown }
  readonly at: Readonly<Record<string, { readonly option: string; readonly value?: unknown }>>
  readonly applies: boolean
  readonly default: string
  readonly options: Readonly<Record<string, object>>
}
type Table = { readonly profile: string; readonly choices: readonly Row[]; readonly error: string }

const call = async (mounted: Mounted, operation: string, body?: unknown) => {
  const { status, json } = await visit(mounted).call<Table>(
    operation,
    body === undefined ? {} : { body },
  )
  return { status, json }
}
const refusal = async (mounted: Mounted) =>
  (await visit(mounted).call<object>('GET /api/agents')).json

const row = (table: Table, id: string) => table.choices.find((one) => one.id === id)

const bare = { name: 'bare', picks: { 'errors.envelope': 'detail' } }
const profiles = { bare: () => bare }

describeTransports('choices of the control API', (mount) => {
  it('the control API lists choices with the effective option, the grades of options, and where a choice is visible', async () => {
    const mounted = await mount()
    const { json } = await call(mounted, 'GET /__control/choices')
    expect(json.profile).toBe('documented')
    expect(json.choices.map(({ id }) => id)).toEqual(choiceIds)
    for (const { pick, default: standard } of json.choices) expect(pick.option).toBe(standard)
    const one = await call(mounted, 'GET /__control/choices?id=errors.envelope')
    expect(one.json.choices).toMatchObject([
      {
        id: 'errors.envelope',
        clause: '7',
        options: { detail: { grade: 'deviates' } },
        shows: { conditions: [] },
      },
    ])
    const sized = row(json, 'lists.default-size')
    expect(Object.values(sized?.options ?? {})).toContainEqual(
      expect.objectContaining({ takes_value: true }),
    )
    const wrong = await call(mounted, 'GET /__control/choices?id=errors.envelop')
    expect([wrong.status, wrong.json.error]).toEqual([
      422,
      expect.stringContaining('Did you mean `errors.envelope`?'),
    ])
  })

  it('the control API switches choices at run time by a profile or by picks, in one world only', async () => {
    const mounted = await mount({ profiles })
    expect(await refusal(mounted)).toHaveProperty('success', false)
    const named = await call(mounted, 'PUT /__control/choices', { profile: 'bare' })
    expect(named.json.profile).toBe('bare')
    expect(await refusal(mounted)).toHaveProperty('error_code', 'unauthorized')
    const elsewhere = { ...mounted, baseUrl: `${mounted.baseUrl}/w/red` }
    expect(await refusal(elsewhere)).toHaveProperty('success', false)
    await call(mounted, 'PUT /__control/choices', { profile: 'documented' })
    expect(await refusal(mounted)).toHaveProperty('success', false)
    await call(mounted, 'PUT /__control/choices', { picks: bare.picks })
    expect(await refusal(mounted)).toHaveProperty('error_code', 'unauthorized')
  })

  it('the control API changes single choices on top of the profile, and resets them', async () => {
    const mounted = await mount({ profiles })
    await call(mounted, 'PUT /__control/choices', { profile: 'bare' })
    const at = { 'GET /api/agents': { items: 7 } }
    const picks = { 'lists.default-size': { at } }
    const { json } = await call(mounted, 'PATCH /__control/choices', { picks })
    expect(json.profile).toBe('bare, changed')
    expect(row(json, 'errors.envelope')?.pick.option).toBe('detail')
    expect(row(json, 'lists.default-size')?.at).toMatchObject({
      'GET /api/agents': { option: 'items', value: 7 },
    })
    const visitor = await signIn(mounted)
    expect((await visitor.call('GET /api/agents')).json).toHaveProperty('size', 7)
    const back = await call(mounted, 'PATCH /__control/choices', {
      picks: { 'errors.envelope': null },
    })
    expect(back.json.profile).toBe('bare, changed')
    expect(await refusal(mounted)).toHaveProperty('success', false)
    expect((await visitor.call('GET /api/agents')).json).toHaveProperty('size', 7)
  })

  it('the control API returns the profile of a world as a document that can be applied again', async () => {
    const mounted = await mount()
    const picks = { 'errors.envelope': 'detail' }
    await call(mounted, 'PATCH /__control/choices', { picks })
    const { json: saved } = await visit(mounted).call<object>('GET /__control/choices/profile')
    expect(saved).toEqual({ name: 'documented, changed', picks })
    const restored = await call(mounted, 'PATCH /__control/choices', {
      picks: { 'errors.envelope': null },
    })
    // Without a changed pick, the profile has its own name again, without "changed".
    expect(restored.json.profile).toBe('documented')
    const again = await call(mounted, 'PUT /__control/choices', saved)
    expect(row(again.json, 'errors.envelope')?.pick.option).toBe('detail')
  })

  it.each([
    ['PUT', { profile: 'bear' }, 'Did you mean `bare`?'],
    ['PUT', { picks: { 'errors.envelope': 'detial' } }, 'Did you mean `detail`?'],
    ['PUT', { picks: { 'resume.frame': 'wrapped' }, extra: 1 }, 'extra'],
    ['PUT', {}, '"picks"'],
    ['PATCH', { profile: 'bare' }, '"picks"'],
    [
      'PATCH',
      { picks: { 'scopes.enforced': 'ignored', 'scopes.separator': 'space' } },
      'only applies if',
    ],
  ])('the control API does not switch choices by %s %j', async (method, body, says) => {
    const mounted = await mount({ profiles })
    const before = (await call(mounted, 'GET /__control/choices')).json
    const { status, json } = await call(mounted, `${method} /__control/choices`, body)
    expect([status, json.error]).toEqual([422, expect.stringContaining(says)])
    expect((await call(mounted, 'GET /__control/choices')).json).toEqual(before)
  })

  it('a change of choices by the control API does not affect open streams', async () => {
    const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
    const mounted = await mount({ systemClock, speed: 1, scenarios: [shortStory] })
    const visitor = await signIn(mounted)
    const conversation_id = await newConversation(visitor)
    const body = { q: 'Tell me', conversation_id }
    const stream = await visitor.read('POST /api/react', { body })
    await stream.until(1)
    await call(mounted, 'PUT /__control/choices', { picks: { 'events.cursor-carrier': 'none' } })
    systemClock.pass(60_000)
    const events = await stream.rest()
    expect(answerIn(events)).toBe('That is the end.')
    expect(events.every(({ id }) => id !== undefined)).toBe(true)
    mounted.fake.control().director.speed('max')
    const next = await visitor.stream('POST /api/react', { body })
    expect(next.some(({ id }) => id !== undefined)).toBe(false)
  })

  it('an error of the control API repeats only the beginning of a long name, and says what is allowed', async () => {
    const mounted = await mount()
    const long = 'a'.repeat(10_000)
    const calls: readonly [operation: string, body: object, allowed: string][] = [
      ['PATCH choices', { picks: { [long]: 'x' } }, 'errors.envelope'],
      ['PATCH choices', { picks: { 'errors.envelope': long } }, 'detail'],
      ['POST worlds', { profile: long }, 'documented'],
      ['POST worlds', { [long]: 1 }, 'fixture'],
      ['POST director', { speed: long }, 'max'],
    ]
    for (const [operation, body, allowed] of calls) {
      const { status, json } = await call(mounted, operation.replace(' ', ' /__control/'), body)
      expect(status).toBe(422)
      expect(json.error).toContain(`${'a'.repeat(199)}…`)
      expect(json.error).not.toContain('a'.repeat(200))
      expect(json.error).toContain(allowed)
    }
  })
})
