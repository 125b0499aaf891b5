import { describe, expect, test } from 'vitest'
import { eventData, type EventName } from '../../contract/events.ts'
import { readProfile } from '../../contract/profile.ts'
import { detectLanguage } from '../../mocks/platform/languages/languages.ts'
import { allClicks, type Click, clicksBehind, clicksTo } from './clicks.ts'
import { answerIn, only, type SeenEvent } from '../support/stream-reader.ts'
import { demo, mountInProcess, shippedScenarios } from '../support/transports.ts'
import { newConversation, signIn, type Visitor } from '../support/visitor.ts'

/** The scripts that clicks can play. A script with a `state` plays only after other scripts. */
const scenarios = shippedScenarios.filter(({ match }) => match.state === undefined)
const clicks = allClicks()

/** Plays a dialogue in a new conversation; returns the events of its last turn. */
async function playDialogue(visitor: Visitor, dialogue: readonly Click[], decision: object) {
  const agent_id = demo.agents.find(({ name }) => name === dialogue[0]?.agent)?.id
  const conversation_id = await newConversation(visitor, { agent_id })
  let events: readonly SeenEvent[] = []
  for (const { sentence: q, mode, fits } of dialogue) {
    const body = { q, conversation_id, agent_id }
    const reader = await visitor.read(`POST /api/${mode}`, { body })
    const script = scenarios.find(({ name }) => name === fits[0])?.script ?? []
    if (script.some((line) => 'approval' in line)) {
      const { confirmation_id } = await reader.untilEvent('awaiting_confirmation')
      await visitor.call(`POST /api/confirmations/${confirmation_id}/respond`, { body: decision })
    }
    events = await reader.rest()
  }
  return { events, conversation_id }
}

const approve = { decision: 'approve' }
const visitor = await signIn(mountInProcess({ scenarios }))
const played = new Map<string, readonly SeenEvent[]>()
for (const { name } of scenarios)
  played.set(name, (await playDialogue(visitor, clicksTo(name, clicks), approve)).events)

const eventsOf = (name: string) => played.get(name) ?? []
const answerOf = (name: string) => String(only(eventsOf(name), 'done')['answer'])
const answers = scenarios.map(({ name }) => answerOf(name))

/**
 * Finds twenty different scripts, each reachable from the previous script; `undefined` if there is
 * no path.
 */
function walk(path: readonly string[]): readonly string[] {
  if (path.length === 20) return path
  for (const { fits } of clicksBehind(path.at(-1) ?? '', 'Support Desk')) {
    const [next] = fits
    if (next === undefined || path.includes(next)) continue
    const found = walk([...path, next])
    if (found.length === 20) return found
  }
  return []
}

describe('the suggestions of the demo', () => {
  test('the suggestions of the demo lead from the prompts of the agents to every script', () => {
    const reached = new Set(clicks.map(({ fits }) => fits[0]))
    expect(scenarios.filter(({ name }) => !reached.has(name))).toEqual([])
  })

  test('a clicked suggestion of the demo plays exactly the intended script', () => {
    expect(clicks.filter(({ fits }) => fits.length !== 1)).toEqual([])
  })

  test('the demo offers at least two suggestions after every script', () => {
    const ends = scenarios.filter(({ suggestions = [] }) => suggestions.length < 2)
    expect(ends.map(({ name }) => name)).toEqual([])
  })

  test('a user of the demo can click through twenty turns without a repeated script', () => {
    expect(walk(['order-status'])).toHaveLength(20)
  })
})

describe.each(scenarios.map(({ name }) => [name] as const))('the scenario %s', (name) => {
  const events = eventsOf(name)

  test('a shipped scenario plays to its end, with every placeholder filled', () => {
    expect(events.at(-1)?.event).toBe('end')
    expect(events.filter(({ event }) => event === 'suggestions')).toHaveLength(1)
    expect(events.map(({ data }) => JSON.stringify(data)).join('')).not.toMatch(/\{\{|undefined/)
  })

  test('a shipped scenario streams one answer, and never splits a character', () => {
    const types = events.flatMap(({ event, data }) => (event === 'answer' ? [data['type']] : []))
    expect(types.filter((type) => type !== 'delta')).toEqual(['start', 'done'])
    expect(answerIn(events)).toBe(answerOf(name))
    for (const { data } of events) expect(String(data['text'] ?? '').isWellFormed()).toBe(true)
  })
})

describe('the shipped scenarios', () => {
  test('the shipped scenarios send every event of the contract', async () => {
    const { conversation_id } = await playDialogue(visitor, clicksTo('order-status', clicks), {})
    const resumed = await visitor.stream('POST /api/chat/resume', {
      body: { conversation_id, cursor: -1 },
    })
    const routed = await visitor.stream('POST /api/auto', { body: { q: 'Is the portal up?' } })
    const others = [await withInject(), await withExtras(), await withFailure()]
    const all = [...played.values(), resumed, routed, ...others]
    const names = new Set(all.flat().map(({ event }) => event as EventName))
    expect(names).toEqual(new Set(Object.keys(eventData)))
  })

  test('the shipped scenarios have dialogues whose last turn refers to the first', () => {
    const serial = 'CN-24-0612'
    expect(answerOf('warranty-claim/3')).toContain(`Remove \`${serial}\``)
    expect(answerOf('warranty-claim/3')).toContain('“Is a gateway from 2024 still under warranty?”')
    expect(answerOf('work-abroad/2')).toContain('| Valencia, two weeks |')
    expect(answerOf('installer-passerelle/2')).toContain('**4 passerelles**')
  })

  test.each(['warranty-claim/3', 'offer-larkfield/3', 'refund-approval'])(
    'the shipped scenarios allow a rejection of %s, and the answer states the reason',
    async (name) => {
      const rejected = { decision: 'reject', reason: 'not this month' }
      const { events } = await playDialogue(visitor, clicksTo(name, clicks), rejected)
      expect(answerIn(events)).toContain('not this month')
      expect(answerIn(events)).not.toBe(answerOf(name))
    },
  )

  test('the shipped scenarios refuse to reveal private data, and call no tool for it', () => {
    expect(eventsOf('colleagues-pay').filter(({ data }) => 'tool' in data)).toEqual([])
    expect(answerOf('colleagues-pay')).toContain("I can't tell you what Tomasz earns")
  })

  test('the shipped scenarios tell each user their own days of leave', async () => {
    const other = await signIn(mountInProcess({ scenarios }), 'other')
    const body = { q: 'How many days of leave do I have left?' }
    const events = await other.stream('POST /api/react', { body })
    expect(answerIn(events)).toContain('Otis Brandt')
    expect(answerIn(events)).not.toContain('6.5')
  })

  test('the shipped scenarios give orders and invoices the amounts that the tables have', () => {
    const rows = demo.tables?.flatMap((table) => table.rows) ?? []
    const amountsOf = (id: string) => rows.find((row) => row[0] === id) ?? []
    expect(amountsOf('FH-20388')).toContain(698)
    expect(answerOf('refund-approval')).toContain('€698.00')
    expect(amountsOf('2026-3318')).toEqual(expect.arrayContaining([4235, 'overdue']))
    expect(answerOf('invoice-reminder')).toContain('largest overdue item is invoice **2026-3318**')
  })

  test('the shipped scenarios have answers in English, German, French, Spanish and Japanese', () => {
    const languages = new Set(answers.map((answer) => detectLanguage(answer)))
    expect([...languages].toSorted()).toEqual(['de', 'en', 'es', 'fr', 'ja'])
  })

  test.each<readonly [what: string, written: RegExp]>([
    ['tables', /^\|[-:| ]+\|$/m],
    ['task lists', /^- \[[ x]\] /m],
    ['links', /\[[^\]]+\]\(https:\/\/[^)]+\)/],
    ['inline formulas', /(?<!\$)\$[^$\n]+\$(?!\$)/],
    ['block formulas', /^\$\$\n[^$]+\n\$\$$/m],
    ...['sh', 'python', 'ts', 'sql', 'diff'].map(
      (language) => [`code: ${language}`, RegExp(`^\`\`\`${language}$`, 'm')] as const,
    ),
  ])('the shipped scenarios have Markdown with %s', (_, written) => {
    expect(answers.filter((answer) => written.test(answer))).not.toEqual([])
  })

  test('the shipped scenarios have a plan of sixty steps with nine in parallel', () => {
    let [atWork, most] = [0, 0]
    const progress = eventsOf('data-centre-move').filter(({ event }) => event === 'step_progress')
    for (const { data } of progress) {
      if (data['event'] === 'started') atWork++
      if (data['event'] === 'completed') atWork--
      most = Math.max(most, atWork)
    }
    expect(progress.filter(({ data }) => data['event'] === 'completed')).toHaveLength(60)
    expect(most).toBeGreaterThanOrEqual(9)
  })

  test('the shipped scenarios have a document of 200 KB without two equal pages', () => {
    const protocol = answerOf('commissioning-protocol')
    expect(Buffer.byteLength(protocol)).toBeGreaterThan(200_000)
    const pages = protocol.split(/^### .+$/m).slice(1)
    expect(new Set(pages).size).toBe(132)
    expect(protocol.match(/\*\*Accepted after correction\*\*/g)).toHaveLength(
      Number(/(\d+) after a correction/.exec(protocol)?.[1]),
    )
  })

  test('the shipped scenarios have names of meeting rooms with emoji sequences, combining, invisible and right-to-left characters', () => {
    const names = answerOf('room-names')
    const odd = [
      '👩🏽‍🔬',
      '🏴\u{e0067}',
      'Cafe\u0301',
      '\u200b',
      '\ufeff',
      '\u00ad',
      '𝔄',
      'קומה',
      'قاعة',
    ]
    expect(odd.filter((one) => !names.includes(one))).toEqual([])
  })

  test('the shipped scenarios have a turn of more than ten minutes without a pause of two minutes', async () => {
    const mounted = mountInProcess({ scenarios, speed: 1 })
    const { clock } = mounted.fake.world()
    clock.freeze()
    const [asked] = clicksTo('firmware-acceptance', clicks)
    const reader = await (
      await signIn(mounted)
    ).read('POST /api/react', {
      body: { q: asked?.sentence },
    })
    const [turn] = mounted.fake.world().runningTurns
    clock.advance(20 * 60_000)
    await reader.rest()
    const times = (turn?.events ?? []).map(({ at }) => Date.parse(at))
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(10 * 60_000)
    expect(Math.max(...gaps)).toBeLessThan(2 * 60_000)
  })
})

/** A turn with an injected text. */
async function withInject(): Promise<readonly SeenEvent[]> {
  const mounted = mountInProcess({ scenarios, speed: 1 })
  const speaker = await signIn(mounted)
  const { clock } = mounted.fake.world()
  clock.freeze()
  const conversation_id = await newConversation(speaker)
  const body = { q: 'Which commit made the ingest gateway slower?', conversation_id }
  const reader = await speaker.read('POST /api/react', { body })
  clock.advance(2000)
  const content = 'It began on Tuesday.'
  await speaker.call('POST /api/chat/inject', { body: { conversation_id, content } })
  clock.advance(60_000)
  const events = await reader.rest()
  expect(events.map(({ data }) => data['reasoning']).join()).toContain(`The user adds: ${content}`)
  return events
}

/** A turn with events outside the specification. */
async function withExtras(): Promise<readonly SeenEvent[]> {
  const picks = { 'events.unlisted': 'heartbeat', 'events.post-processing': 'yes' }
  const mounted = mountInProcess({ scenarios, profile: readProfile({ picks }) })
  return (await signIn(mounted)).stream('POST /api/react', { body: { q: 'Is the portal up?' } })
}

/** A turn that fails. The demo has none, because each demo answer must suggest a next step. */
async function withFailure(): Promise<readonly SeenEvent[]> {
  const fail = { error: 'TimeoutError', message: 'The model is down.' }
  const down = { name: 'down', match: { endpoint: 'react' as const }, script: [{ fail }] }
  const mounted = mountInProcess({ scenarios: [down] })
  return (await signIn(mounted)).stream('POST /api/react', { body: { q: 'Is it up?' } })
}
