import { type Attack, everywhere, filled, many, oddNumbers } from './attack.ts'

const numbers = [...oddNumbers, -0, '1e9d', '0s', 9e15]
const ask = { q: 'Where is my order?' }

/** Effects on a stream that need work for every byte or event. */
const streamEffects: Readonly<Record<string, object>> = {
  split: { split: { bytes: 1 } },
  drip: { drip: { bytes: 1, every: 0 } },
  'drip-slowly': { drip: { bytes: 1e-9, every: 1e12 } },
  merge: { merge: { events: 1000 } },
  'cut-far-away': { cut: { at_byte: 2 ** 53 - 1 } },
  'late-stall': { stall: { after_event: 2 ** 53 - 1, for: 1e308 } },
  malform: { malform: { event: 1, as: 'utf8' }, crlf: true, duplicate: { event: 3 } },
}

const ofStreams = Object.entries(streamEffects).map(([name, stream]): Attack => ({
  name: `fault-${name}`,
  on: name === 'split' ? everywhere : ['serve'],
  description: 'Applies a fault to each byte or event of a long stream.',
  largest: 8000,
  allowedLists: 250,
  async play(client, size) {
    await client.control('POST faults', { effect: { stream } })
    await client.prepare('POST director', { say: filled('word ', size) })
    await client.api('POST /api/react', ask)
  },
}))

export const faultAndClockAttacks: readonly Attack[] = [
  {
    name: 'fault-of-a-long-operation',
    wasFatal: true,
    on: everywhere,
    description: 'Adds a fault whose endpoint pattern exceeds the maximum length.',
    largest: 1_900_000,
    async play(client, size) {
      const effect = { latency: 1 }
      for (const endpoint of [
        filled('a', size),
        `/${filled('*a', size)}`,
        `/${filled('a*', size)}`,
      ])
        await client.control('POST faults', { match: { endpoint }, effect })
    },
  },
  {
    name: 'faults-of-long-texts',
    on: everywhere,
    description:
      'Adds a thousand faults of several KB, then calls, lists them, and deletes one that does not exist.',
    largest: 1000,
    async play(client, count) {
      const effect = { error: { code: 'rate_limit_exceeded', message: filled('x', 1000) } }
      const about = filled('y', 900)
      await client.control(
        'POST faults',
        many(count, () => ({ about, match: { nth: 1e9 }, effect })),
      )
      await client.api('GET /api/agents')
      await client.control('GET faults')
      await client.control('DELETE faults/none')
    },
  },
  {
    name: 'fault-message-of-megabytes',
    on: everywhere,
    description: 'Adds a fault whose error message is megabytes long, then calls.',
    largest: 1_800_000,
    async play(client, size) {
      const error = { code: 'rate_limit_exceeded', message: filled('x\u2028', size) }
      await client.control('POST faults', { about: 'x', effect: { error } })
      await client.api('GET /api/agents')
      await client.api('GET /api/agents')
      await client.control('GET faults')
    },
  },
  {
    name: 'fault-of-many-callers',
    on: everywhere,
    description: 'Adds a fault for a hundred thousand callers and call numbers, then calls.',
    largest: 100_000,
    async play(client, count) {
      const effect = { latency: 0 }
      const caller = many(count, (index) => `c${index}`)
      await client.control('POST faults', { match: { caller }, effect })
      const nth = many(count, (index) => index + 1000)
      await client.control('POST faults', { match: { nth }, effect })
      await client.api('GET /api/agents')
    },
  },
  {
    name: 'faults-of-open-patterns',
    on: everywhere,
    description:
      'Adds a thousand faults with many wildcards each; every call is matched against them.',
    largest: 1000,
    async play(client, count) {
      const endpoint = `/${filled('*a', 190)}*`
      const match = { endpoint, nth: 1_000_000 }
      await client.control(
        'POST faults',
        many(count, () => ({ match, effect: { latency: 1 } })),
      )
      await client.anyone(`GET /api/${filled('a', 14_000)}`)
      await client.api('GET /api/agents')
    },
  },
  {
    name: 'fault-of-odd-numbers',
    breaksAnswers: true,
    on: everywhere,
    description: 'Adds faults with impossible numbers, and calls under each that is accepted.',
    largest: 0,
    async play(client) {
      for (const number of numbers) {
        for (const effect of [
          { stream: { drip: { bytes: number, every: 1 } } },
          { stream: { drip: { bytes: 1, every: number } } },
          { stream: { cut: { at_byte: number } } },
          { stream: { split: { bytes: number } } },
          { body: { truncate: number } },
          { error: { code: 'rate_limit_exceeded', retry_after: number } },
        ])
          await client.control('POST faults', { effect, times: 1 })
        await client.control('POST faults', {
          match: { probability: number },
          effect: { body: 'empty' },
        })
        await client.anyone('GET /api/agents')
        await client.control('DELETE faults')
      }
    },
  },
  {
    name: 'fault-that-waits',
    on: everywhere,
    description: 'Delays calls by centuries, and disconnects.',
    largest: 40,
    async play(client, count) {
      await client.control('POST faults', { effect: { latency: 1e12 } })
      const waiting = many(count, () => client.anyone('GET /api/agents').catch(() => undefined))
      await client.control('GET faults')
      client.hangUp()
      await Promise.all(waiting)
      await client.control('DELETE faults')
    },
  },
  {
    name: 'clock-by-odd-numbers',
    on: everywhere,
    description: 'Moves, stops and scales the clock by impossible numbers and dates.',
    largest: 0,
    async play(client) {
      for (const number of numbers) {
        await client.control('POST clock', { advance: number })
        await client.control('POST clock', { scale: number })
        await client.api('GET /api/agents')
        await client.control('GET clock')
      }
      for (const freeze of [
        '0000-01-01',
        '9999-12-31T23:59:59-23:59',
        '+275760-09-13',
        '2026-02-30',
        filled('2', 1e6),
      ])
        await client.control('POST clock', { freeze })
      await client.control('POST clock', { resume: true })
    },
  },
  {
    name: 'clock-across-years',
    on: everywhere,
    description:
      'Advances the clock by thousands of years while turns and workflow runs are active.',
    largest: 40,
    async play(client, count) {
      await client.control('POST director', { speed: 1 })
      const turn = client.api('POST /api/dag', ask)
      for (const _ of many(count, Number)) {
        await client.control('POST clock', { advance: '36500d' })
        await client.api('GET /api/dashboard/stats')
        await client.api('GET /api/me/usage')
      }
      client.hangUp()
      await turn
    },
  },
  {
    name: 'director-by-odd-speeds',
    wasFatal: true,
    on: everywhere,
    description: 'Plays turns at speeds whose due times exceed all dates, and reads the director.',
    largest: 0,
    async play(client) {
      for (const speed of [...numbers, 'max', 1e-300, 1e-12]) {
        await client.control('POST director', { speed })
        const turn = client.api('POST /api/react', ask)
        await client.control('GET director')
        await client.control('POST director', { step: true })
        await client.control('POST director', { skip: true })
        await client.control('GET snapshot')
        client.hangUp()
        await turn
        await client.control('POST director', { resume: true })
      }
    },
  },
  {
    name: 'script-that-waits-beyond-dates',
    on: ['serve'],
    description: 'Adds scripts whose pauses exceed all dates, plays them, and reads the director.',
    largest: 0,
    async play(client) {
      for (const script of [
        [{ think: { text: ' ', pace: { size: 4_455_723_669_846, rate: 1, jitter: 1 } } }],
        [{ think: { text: 'x x', pace: { rate: 5e-324 } } }, { answer: 'x' }],
        [{ pause: 1e308 }, { answer: 'x' }],
        [{ call: { tool: 'x', takes: 8.64e15 } }],
      ]) {
        await client.control('POST director', { speed: 1 })
        const match = { endpoint: 'react' }
        await client.control('POST scenarios', { name: 'mine', match, script })
        const turn = client.api('POST /api/react', ask)
        await client.control('GET director')
        await client.control('POST director', { skip: true })
        await client.control('GET snapshot')
        client.hangUp()
        await turn
      }
    },
  },
  ...ofStreams,
]
