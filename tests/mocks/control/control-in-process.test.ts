import { describe, expect, it } from 'vitest'
import type { DueList } from '../../../contract/control/clock.ts'
import { ControlError } from '../../../mocks/control/control-error.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { shortStory } from '../../support/short-story.ts'
import { empty, mountInProcess } from '../../support/transports.ts'
import { signIn, visit } from '../../support/visitor.ts'

const options = { fixtures: { empty: () => empty } }
const other = { ...empty, name: 'other' }

describe('the worlds of a fake in the same process', () => {
  it('a fake in process creates, controls and deletes worlds without HTTP, and their names survive a reset', async () => {
    const { fake } = mountInProcess(options)
    const red = await fake.worlds.create({ name: 'red', fixture: 'empty' })
    expect(red.about()).toMatchObject({ name: 'red', fixture: empty.name })
    await red.records.change('settings', 'settings', { maintenance_mode: true })
    red.reset()
    expect(red.records.read('settings', 'settings')['maintenance_mode']).toBe(false)
    const blue = red.fork('blue')
    expect(fake.worlds.list().map(({ name }) => name)).toEqual(['red', 'blue'])
    blue.delete()
    expect(fake.worlds.list().map(({ name }) => name)).toEqual(['red'])
    expect(() => blue.delete()).toThrow(ControlError)
    await expect(fake.worlds.create({ name: 'red' })).rejects.toMatchObject({ status: 409 })
    expect(() => fake.control('\n').reset()).toThrow(ControlError)
  })

  it('a fixture is read once on its first use, and read again if reading it failed', async () => {
    let reads = 0
    const supply = async () => {
      if (reads++ === 0) throw new Error('Not yet there.')
      return empty
    }
    const { fake } = mountInProcess({ fixtures: { empty: supply } })
    expect(reads).toBe(0)
    await expect(fake.worlds.create({ fixture: 'empty' })).rejects.toThrow('Not yet there.')
    await Promise.all([
      fake.worlds.create({ name: 'one', fixture: 'empty' }),
      fake.worlds.create({ name: 'two', fixture: 'empty' }),
    ])
    expect(reads).toBe(2)
    expect(fake.world('one').config.fixture).toBe(fake.world('two').config.fixture)
  })

  it('a world has the dates of the day on which it is created or reset, also with a named fixture', async () => {
    const day = 24 * 3600 * 1000
    const start = Date.parse(empty.anchored_at)
    const systemClock = createManualClock(start)
    const { fake } = mountInProcess({
      fixture: empty,
      fixtures: { other: () => other },
      systemClock,
    })
    const daysOf = (name?: string) =>
      (Date.parse(fake.world(name).config.fixture.anchored_at) - start) / day
    const red = await fake.worlds.create({ name: 'red', fixture: 'other' })
    expect([daysOf(), daysOf('red')]).toEqual([0, 0])
    systemClock.pass(7 * day)
    await fake.worlds.create({ name: 'blue', fixture: 'other' })
    expect([daysOf(), daysOf('red'), daysOf('blue')]).toEqual([0, 0, 7])
    red.reset()
    fake.control().reset()
    expect([daysOf(), daysOf('red')]).toEqual([7, 7])
  })

  it('a world is deleted after its idle time to live, but not while a stream is open', async () => {
    const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
    const mounted = mountInProcess({ systemClock, speed: 1, scenarios: [shortStory] })
    const { keys } = (await mounted.fake.worlds.create({ name: 'red', ttl: '1m' })).about()
    const names = () => mounted.fake.worlds.list().map(({ name }) => name)
    systemClock.pass(59_000)
    const visitor = visit(mounted, keys['full'])
    const stream = await visitor.read('POST /api/react', { body: { q: 'Tell me' } })
    mounted.fake.control('red').clock.freeze()
    await stream.until(1)
    systemClock.pass(600_000)
    expect(names()).toEqual(['red'])
    await stream.leave()
    systemClock.pass(61_000)
    expect(names()).toEqual([])
  })
})

describe('the records of a world in the same process', () => {
  it('two changes of one record at the same time are both stored', async () => {
    const { records } = mountInProcess().fake.control()
    const id = records.list('agents').items[0]?.id ?? ''
    const changes = [{ name: 'New name' }, { description: 'New words' }]
    await Promise.all(changes.map((change) => records.change('agents', id, change)))
    expect(records.read('agents', id)).toMatchObject({ ...changes[0], ...changes[1] })
  })
})

describe('the clock of a world in the same process', () => {
  it('the clock of a world in the same process advances, freezes at a time, steps and resumes, with durations in words or milliseconds', () => {
    const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
    const { clock } = mountInProcess({ systemClock }).fake
    clock.freeze('2026-12-24T18:00:00Z')
    expect(clock.advance('2h')).toEqual({
      now: '2026-12-24T20:00:00.000Z',
      frozen: true,
      scale: 1,
      ahead_ms: Date.parse('2026-12-24T20:00Z') - Date.parse('2026-11-21T08:00Z'),
    })
    expect(clock.advance(500).now).toBe('2026-12-24T20:00:00.500Z')
    expect(clock.step()).toBe(false)
    clock.resume({ scale: 60 })
    systemClock.pass(1000)
    expect(clock.iso()).toBe('2026-12-24T20:01:00.500Z')
    clock.freeze(new Date('2026-12-25T00:00:00Z'))
    expect(clock.now()).toBe(Date.parse('2026-12-25T00:00:00Z'))
    for (const wrong of ['soon', -1]) expect(() => clock.advance(wrong)).toThrow('a duration is')
    for (const wrong of ['tomorrow', Number.NaN, '2026-13-01'])
      expect(() => clock.freeze(wrong)).toThrow('{"freeze": "2026-11-21T08:00:00.000Z"}')
  })

  it('the clock of a world is read and advanced to the next due event over HTTP', async () => {
    const start = Date.parse('2026-11-21T08:00:00.000Z')
    const systemClock = createManualClock(start)
    const mounted = mountInProcess({ speed: 1, scenarios: [shortStory], systemClock })
    const visitor = await signIn(mounted)
    const move = (body: object) =>
      visit(mounted).call<{ now: string }>('POST /__control/clock', { body })
    await move({ freeze: '2030-01-01' })
    const fresh = await signIn(mounted)
    expect((await visitor.refusal('GET /api/auth/me'))[0]).toBe(401)
    await fresh.read('POST /api/react', { body: { q: 'Tell me' } })
    const { json } = await move({ advance: 'next' })
    const now = '2030-01-01T00:00:00.120Z'
    const ahead_ms = Date.parse(now) - start
    expect(json).toEqual({ now, frozen: true, scale: 1, ahead_ms })
    expect((await visit(mounted).call('GET /__control/clock')).json).toEqual(json)
  })

  it('the control API lists the next scheduled events of a world, the earliest first', async () => {
    const mounted = mountInProcess({ speed: 1, scenarios: [shortStory] })
    const control = visit(mounted)
    await control.call('POST /__control/clock', { body: { freeze: '2030-01-01' } })
    const visitor = await signIn(mounted)
    const body = { name: 'short-lived', expires_at: '2030-01-01T01:00:00Z' }
    await visitor.call('POST /api/me/api-keys', { body })
    await visitor.read('POST /api/react', { body: { q: 'Tell me' } })
    const { json } = await control.call<DueList>('GET /__control/clock/due')
    expect(json.due.slice(0, 3)).toEqual([
      { at: '2030-01-01T00:00:00.120Z', kind: 'event', subject: null },
      { at: '2030-01-01T01:00:00.000Z', kind: 'key', subject: 'short-lived' },
      { at: '2030-01-08T00:00:00.000Z', kind: 'session', subject: 'demo@example.com' },
    ])
  })

  it('a request that a fault delays for millions of years is listed as due at the end of time', async () => {
    const mounted = mountInProcess()
    const control = visit(mounted)
    await control.call('POST /__control/faults', { body: { effect: { latency: '999999999d' } } })
    const delayed = control.call('GET /api/agents')
    const { json } = await control.call<DueList>('GET /__control/clock/due')
    const due = { at: '9000-01-01T00:00:00.000Z', kind: 'delay', subject: null }
    expect(json.due).toContainEqual(due)
    await control.call('POST /__control/clock', { body: { advance: 'next' } })
    expect((await delayed).status).toBe(401)
  })
})

describe('the profile of a world in the same process', () => {
  it('a world in the same process plays a profile by its name or as data, and refuses other documents', async () => {
    const red = mountInProcess().fake.control('red')
    await red.play({ picks: { 'errors.envelope': 'detail' } })
    expect(red.choices().find(({ id }) => id === 'errors.envelope')?.pick.option).toBe('detail')
    await red.play('documented')
    expect(red.about().profile).toBe('documented')
    await expect(red.play({ pick: {} })).rejects.toThrow('Send {"profile": "documented"}')
    await expect(red.play(7)).rejects.toThrow(ControlError)
  })
})

describe('faults, journal and coverage in the same process', () => {
  it('a control client for a named world has the faults, the journal and the coverage of this world', async () => {
    const mounted = mountInProcess()
    const red = mounted.fake.control('red')
    const place = { ...mounted, baseUrl: `${mounted.baseUrl}/w/red` }
    const visitor = await signIn(place)
    const [id = ''] = red.faults.add({
      match: { endpoint: 'agents.list' },
      effect: { error: { code: 'internal_error' } },
    })
    expect(await visitor.refusal('GET /api/agents')).toEqual([500, 'internal_error'])
    expect(red.faults.list()).toMatchObject([{ id, met: 1, struck: 1 }])
    red.faults.remove(id)
    expect(() => red.faults.remove(id)).toThrow(ControlError)
    expect(() => red.faults.add({ effect: {} })).toThrow('`effect`')
    expect((await visitor.call('GET /api/agents')).status).toBe(200)

    const [failed] = red.journal.list({ status: '5xx' })
    expect(failed).toMatchObject({ path: '/w/red/api/agents', status: 500, faults: [id] })
    expect(red.journal.read(failed?.number ?? 0).number).toBe(failed?.number)
    expect(() => red.journal.read(99)).toThrow(ControlError)
    expect(() => red.journal.list({ endpoint: 'agents.lst' })).toThrow('agents.list')
    expect(() => red.journal.list({ limit: 0 })).toThrow('The filters of a journal are')
    expect(mounted.fake.control().journal.list()).toEqual([])
    const endpoint = { name: 'GET /api/agents', calls: 2 }
    expect(red.coverage().endpoints.exercised).toContainEqual(endpoint)
    red.journal.clear()
    expect(red.journal.list()).toEqual([])
    expect(mounted.fake.worlds.coverage().endpoints.exercised).toContainEqual(endpoint)
    expect(mounted.fake.control().coverage().calls).toBe(0)
  })
})
