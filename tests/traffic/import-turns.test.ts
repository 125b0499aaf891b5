import { describe, expect, it } from 'vitest'
import { isObject } from '../../contract/json.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { loadProfile } from '../../cli/world-data.ts'
import type { RecordedExchange } from '../../contract/exchange.ts'
import {
  checkScripts,
  contentsOf,
  eventsOf,
  importTurns,
  type PlayedEvent,
  playTurn,
  recordingOf,
} from './import-turns.ts'
import { shippedTurns } from '../support/shipped-turns.ts'
import { isProving } from '../support/proving.ts'

const deployed = await loadProfile('profiles/deployed-0.8')
const proxy = await recordingOf('a.proxy.har.gz')
const browser = await recordingOf('a.browser.har.gz')

const turnsIn = (exchanges: readonly RecordedExchange[]) =>
  exchanges.filter(
    ({ request }) => request.method === 'POST' && /\/(react|dag|auto)$/.test(request.url.pathname),
  )
const bodyOf = ({ request }: RecordedExchange): Record<string, unknown> =>
  JSON.parse(String(request.content)) as Record<string, unknown>

const imported = importTurns(proxy)
const recordedTurns = turnsIn(proxy).filter(({ frames }) => frames !== undefined)
const scripts = await checkScripts(imported.result)

/** The script that was imported from an entry. */
const scriptOf = ({ uses }: typeof imported, all: readonly Scenario[], entry: number) => {
  const use = uses.find((one) => one.entry === entry && one.as === 'script')
  return all.find(({ name }) => use?.what === `script ${name}`)
}

/** The entry with the pace and usage of each script: the first of the turns with equal texts. */
const firstEntry = new Map(
  imported.uses
    .toReversed()
    .map(({ entry, what }) => [what.replace('script ', ''), entry] as const),
)
const textsOf = (events: readonly PlayedEvent[]) =>
  contentsOf(events).filter(({ name }) => name !== 'done')

const isDelta = ({ name, data }: PlayedEvent) =>
  name === 'answer' && isObject(data) && (data['text'] ?? data['content']) !== undefined

/** The times of events after `routing`, without the time in which a person decides. */
function paceOf(events: readonly PlayedEvent[]): number[] {
  const decided = events.findIndex(({ name }) => name === 'awaiting_confirmation') + 1
  const start = events.find(({ name }) => name !== 'routing')?.t ?? 0
  return events.map(({ t }, index) =>
    decided > 0 && index >= decided ? t - (events[decided]?.t ?? 0) : t - start,
  )
}

/**
 * Deltas come at their recorded times, to the millisecond. A script has no separate time for an
 * event that comes together with another event, such as the end of an answer and `done`.
 */
const tolerance = { delta: 1.5, other: 260 }

describe('the turns of a recording', () => {
  it.each(
    recordedTurns.map((exchange) => [`${exchange.index}: ${exchange.flow}`, exchange] as const),
  )(
    'a recorded turn becomes a script that plays its events, its texts and its pace: %s',
    async (_title, exchange) => {
      const recorded = eventsOf(exchange.frames ?? [])
      const script = scriptOf(imported, scripts, exchange.index)
      if (script === undefined) throw new Error('No script was made of this turn.')
      const { agent } = script.match
      const rejects = recorded.some(({ data }) => JSON.stringify(data).includes('rejected'))
      const { frames } = await playTurn(
        { profile: deployed, scenarios: [script] },
        {
          q: String(bodyOf(exchange)['q']),
          endpoint: exchange.request.url.pathname.split('/').at(-1) ?? '',
          agent: agent === undefined ? undefined : { name: agent, suggest_followups: true },
          decision: rejects ? 'reject' : 'approve',
        },
      )
      const isCut = recorded.at(-1)?.name !== 'end'
      const played = eventsOf(frames).slice(0, isCut ? recorded.length : undefined)
      const isFirst = firstEntry.get(script.name) === exchange.index
      expect(isFirst ? contentsOf(played) : textsOf(played)).toEqual(
        isFirst ? contentsOf(recorded) : textsOf(recorded),
      )
      if (!isFirst) return
      const off = paceOf(played).flatMap((t, index) => {
        const event = recorded[index] as PlayedEvent
        const difference = Math.abs(t - (paceOf(recorded)[index] ?? 0))
        const most = isDelta(event) ? tolerance.delta : tolerance.other
        return difference <= most ? [] : [{ index, event, difference }]
      })
      expect(off).toEqual([])
    },
  )
})

describe('the turns of a recording of a browser', () => {
  const { result, uses, unused } = importTurns(browser)
  const bodiless = turnsIn(browser).filter(({ status }) => status === 200)

  it('every turn whose events are stored or resumed becomes a script, and the others are listed with a reason', async () => {
    await checkScripts(result)
    const used = new Set(uses.map(({ entry }) => entry))
    const left = unused.map(({ entry }) => entry)
    expect(bodiless.map(({ index }) => used.has(index) || left.includes(index))).not.toContain(
      false,
    )
    const stored = storedQuestions(browser)
    const questions = bodiless.filter(({ index }) => used.has(index)).map((one) => bodyOf(one)['q'])
    expect(stored).toHaveLength(5)
    expect(questions).toEqual(expect.arrayContaining(stored))
    for (const { reason } of unused) expect(reason).toMatch(/no body/)
  })

  it('a turn from stored events has the events and texts of its stream', async () => {
    for (const script of result) {
      const exchange = recordedTurns.find((one) => bodyOf(one)['q'] === script.match.query)
      const { frames } = await playTurn(
        { profile: deployed, scenarios: [script] },
        {
          q: String(script.match.query).replaceAll(/^\/\^|\$\/$/g, ''),
          endpoint: script.match.endpoint as string,
          agent: { name: script.match.agent ?? 'Helper', suggest_followups: true },
        },
      )
      if (exchange === undefined) continue
      const recorded = eventsOf(exchange.frames ?? [])
      expect(script.about).toContain('made up')
      expect(contentsOf(eventsOf(frames))).toEqual(
        contentsOf(recorded.filter(({ name }) => name !== 'routing')),
      )
    }
  })
})

/** The questions whose stored events are in the recording, oldest first. */
function storedQuestions(exchanges: readonly RecordedExchange[]): string[] {
  const questions = exchanges.flatMap(({ request, json }) => {
    if (!/\/conversations\/[^/]+$/.test(request.url.pathname)) return []
    const data = isObject(json) && isObject(json['data']) ? json['data'] : {}
    const messages = (data['messages'] ?? []) as {
      role: string
      content: string
      message_type: string
      metadata: object
    }[]
    return messages.flatMap(({ metadata }, at) =>
      'sse_events' in (metadata ?? {})
        ? [
            messages
              .slice(0, at)
              .findLast(({ role, message_type }) => role === 'user' && message_type === 'text')
              ?.content ?? '',
          ]
        : [],
    )
  })
  return [...new Set(questions)]
}

const profiles = { documented: undefined, 'deployed-0.8': deployed }
const plays = Object.keys(profiles).flatMap((profile) =>
  shippedTurns.flatMap(({ scenario, question, scenarios, isLong }) =>
    (['approve', 'reject'] as const)
      .filter(
        (decision) => decision === 'approve' || JSON.stringify(scenarios).includes('approval'),
      )
      .map((decision) => ({ profile, scenario, question, scenarios, isLong, decision })),
  ),
)
const sampled = plays.filter(({ isLong }, at) => isProving || (!isLong && at % 7 === 0))

describe('the shipped scripts', () => {
  it.each(
    sampled.map(
      (play) =>
        [
          `${play.scenario}, ${play.question.mode}, ${play.profile}, ${play.decision}`,
          play,
        ] as const,
    ),
  )(
    'a turn of the fake is recorded, imported and played again with the same events, texts and times: %s',
    async (_title, { profile, scenarios, question, decision }) => {
      const picks = profiles[profile as keyof typeof profiles]
      const options = picks === undefined ? {} : { profile: picks }
      const asked = {
        q: question.q,
        endpoint: question.mode ?? 'react',
        decision,
        agent: { name: 'Helper', suggest_followups: true },
      }
      const first = await playTurn({ ...options, scenarios }, asked)
      const { result, unused } = importTurns(first.exchanges)
      expect(unused).toEqual([])
      const again = await playTurn({ ...options, scenarios: await checkScripts(result) }, asked)
      const recorded = eventsOf(first.frames)
      const played = eventsOf(again.frames)
      expect(contentsOf(played)).toEqual(contentsOf(recorded))
      expect(paceOf(played)).toEqual(paceOf(recorded))
    },
  )
})
