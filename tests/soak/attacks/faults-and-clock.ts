import { type Attack, everywhere, filled, many, oddNumbers } from './attack.ts'

const numbers = [...oddNumbers, -0, '1e9d', '0s', 9e15]
const ask = { q: 'Where is my order?' }

/** Effects on a stream of which each makes work of every byte or event. */
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
  tries: 'Lets a fault work on each byte or event of a long stream.',
  largest: 8000,
  asksFor: 250,
  async play(client, size) {
    await client.control('POST faults', { effect: { stream } })
    await client.prepare('POST director', { say: filled('word ', size) })
    await client.api('POST /api/react', ask)
  },
}))

export const faultAndClockAttacks: readonly Attack[] = [
  {
    name: 'fault-of-a-long-operation',
    once: 'fatal',
    on: everywhere,
    tries: 'Adds a fault for an operation whose name is longer than any pattern may be.',
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
    tries:
      'Adds a thousand faults of kilobytes each, then calls, lists and deletes one that is none.',
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
    tries: 'Lets every call be answered with a message of megabytes.',
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
    tries: 'Adds a fault for a hundred thousand callers and numbers of calls, then calls.',
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
    tries: 'Adds a thousand faults with patterns of many stars; every call is held against them.',
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
    tries: 'Adds faults with numbers that no fault can have, and calls under each that is taken.',
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
    tries: 'Lets calls wait longer than anyone lives, and hangs up.',
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
    tries: 'Moves, stops and scales the clock by numbers and dates that no clock has.',
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
    tries: 'Moves the clock by a thousand years again and again, with turns and runs under way.',
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
    once: 'fatal',
    on: everywhere,
    tries: 'Plays turns at speeds that lead beyond all dates, and asks how they are.',
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
    tries: 'Brings scripts whose pauses lead beyond all dates, and asks how their turns are.',
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
