import { expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { describeTransports } from '../../support/transports.ts'
import { signIn } from '../../support/visitor.ts'

const profile = readProfile({
  name: 'with a stream',
  operations: {
    build_log: {
      kind: 'stream',
      path: '/api/builds/{build_id}/log',
      script: [
        { send: { started: { step: 1 } } },
        { pause: '2s' },
        { answer: 'All of it works.' },
        { send: { finished: { ok: true } } },
      ],
    },
    endless: {
      kind: 'stream',
      method: 'POST',
      path: '/api/endless',
      script: [{ send: { begun: {} } }, { pause: '300h' }, { send: { never: {} } }],
    },
  },
})

describeTransports('a stream of a profile', (mount) => {
  it("the events of an operation's script arrive in order, with the text in pieces", async () => {
    const visitor = await signIn(await mount({ profile }))
    const response = await visitor.open('GET /api/builds/7/log')
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const events = await visitor.stream('GET /api/builds/7/log')
    expect(events.map(({ event }) => event)).toEqual(['started', 'answer', 'answer', 'finished'])
    expect(events[0]?.data).toEqual({ step: 1 })
    expect((await visitor.as('nonsense').call('GET /api/builds/7/log')).status).toBe(401)
    await response.text()
  })

  it("the events of an operation's script follow the clock of the world", async () => {
    const { fake, ...mounted } = await mount({ profile, speed: 1 })
    const visitor = await signIn({ fake, ...mounted })
    const control = fake.control()
    control.clock.freeze()
    const reader = await visitor.read('GET /api/builds/7/log')
    expect(await reader.untilEvent('started')).toEqual({ step: 1 })
    control.clock.advance('5s')
    expect((await reader.rest()).map(({ event }) => event)).toContain('finished')
  })

  it.each([undefined, { endpoint: '/api/builds/*' }, { endpoint: 'GET /api/builds/7/log' }])(
    'a fault of streams also applies to a stream of a profile, with the match %j',
    async (match) => {
      const { fake, ...mounted } = await mount({ profile })
      const visitor = await signIn({ fake, ...mounted })
      fake
        .control()
        .faults.add({ ...(match && { match }), effect: { stream: { drop: { event: 1 } } } })
      const events = await visitor.stream('GET /api/builds/7/log')
      expect(events.map(({ event }) => event)).toEqual(['answer', 'answer', 'finished'])
      expect(fake.control().faults.list()).toMatchObject([{ met: 1, struck: 1 }])
    },
  )

  it('a stream stops when its reader leaves, and when its world is reset', async () => {
    const { fake, ...mounted } = await mount({ profile, speed: 1 })
    const visitor = await signIn({ fake, ...mounted })
    const leaving = await visitor.read('POST /api/endless')
    await leaving.untilEvent('begun')
    expect(fake.world().ownStreams.size).toBe(1)
    await leaving.leave()
    await expect.poll(() => fake.world().ownStreams.size).toBe(0)
    const staying = await visitor.read('POST /api/endless')
    await staying.untilEvent('begun')
    fake.control().reset()
    expect((await staying.rest()).map(({ event }) => event)).toEqual(['begun'])
  })
})

it.each([
  [{ script: [] }, 'script'],
  [{ script: [{ think: 'Hm' }] }, 'script'],
  [{ script: [{ pause: 'long' }] }, 'pause'],
])('a stream with an invalid script is refused with the position: %j', (wrong, says) => {
  const operations = { log: { kind: 'stream', path: '/api/log', ...wrong } }
  expect(() => readProfile({ operations })).toThrow(says)
})
