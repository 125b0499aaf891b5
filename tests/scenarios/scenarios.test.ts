import { describe, expect, test } from 'vitest'
import { loadPlayer } from '../../tools/build/fixtures/player.ts'
import { queriesOf } from '../../contract/scripts/queries.ts'
import { eventData } from '../../contract/events.ts'
import type { TurnEvent } from '../../contract/events.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { matchesQuery } from '../../mocks/platform/chat/match-query.ts'
import { demoFixture } from '../../tools/build/fixtures/demo.ts'
import { isSmallTalk } from './clicks.ts'

const player = await loadPlayer()
const { scenarios } = player
const { agents, routing } = await demoFixture(player)

const matches = (scenario: Scenario, query: string) =>
  queriesOf(scenario).length > 0 && matchesQuery(query, scenario)

/** Every query of the dialogue of a scenario. They fill all the groups of its queries. */
const queriesAround = ({ name }: Scenario) =>
  scenarios
    .filter((one) => one.name.split('/')[0] === name.split('/')[0])
    .flatMap((one) => queriesOf(one).map(([query]) => query))

const eventsOf = (script: Scenario): readonly TurnEvent[] =>
  player
    .play(
      {
        query: 'Why?',
        mode: script.match.endpoint === 'dag' ? 'dag' : 'react',
        script: { ...script, match: { ...script.match, query: queriesAround(script) } },
        title: 'A title',
        agent: undefined,
        user: { display_name: 'Dana Moore', email: 'dana@example.com' },
        past: [],
      },
      0,
    )
    .map(({ event }) => event)

const countOf = (events: readonly TurnEvent[], wanted: (event: TurnEvent) => boolean) =>
  events.filter(wanted).length

const named = (name: string): Scenario => {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (!found) throw new Error(`There is no scenario "${name}".`)
  return found
}

test('every suggested prompt of a published agent is answered by exactly one scenario', () => {
  const prompts = agents.flatMap(({ suggested_prompts }) => suggested_prompts)
  expect(prompts.length).toBeGreaterThan(12)
  const answers = prompts.map((prompt) => [
    prompt,
    scenarios.filter((one) => one.match.state === undefined && matches(one, prompt)).length,
  ])
  expect(answers.filter(([, count]) => count !== 1)).toEqual([])
})

test('every suggestion at the end of a scenario leads to another scenario, or is small talk', () => {
  const blind = scenarios.flatMap((scenario) =>
    (scenario.suggestions ?? []).filter(
      (suggestion) =>
        !isSmallTalk(suggestion) &&
        !scenarios.some((one) => one !== scenario && matches(one, suggestion)),
    ),
  )
  expect(blind).toEqual([])
})

test('the fast model sends every suggested prompt to the endpoint of its scenario', () => {
  for (const prompt of agents.flatMap(({ suggested_prompts }) => suggested_prompts)) {
    const isDag = routing.dag.some((words) => prompt.toLowerCase().includes(words))
    const scenario = scenarios.find((one) => matches(one, prompt))
    expect([prompt, scenario?.match.endpoint]).toEqual([prompt, isDag ? 'dag' : 'react'])
  }
})

test('no scenario matches the neutral question of the suite', () => {
  expect(scenarios.filter((one) => matches(one, 'What can you help me with?'))).toEqual([])
})

describe.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
  'the scenario %s',
  (_, scenario) => {
    const events = eventsOf(scenario)

    test('a scenario streams only valid events, with `end` last', () => {
      for (const { event, data } of events) if (event !== 'violation') eventData[event].parse(data)
      expect(events.at(-1)?.event).toBe('end')
    })

    test('a scenario streams deltas that form the answer of `done`, without blanks at its ends', () => {
      const typed = events.flatMap(({ event, data }) =>
        event === 'answer' && 'text' in data ? [data.text] : [],
      )
      const answer = events.flatMap(({ event, data }) => (event === 'done' ? [data.answer] : []))
      expect(answer).toEqual([typed.join('')])
      expect(answer[0]?.trim()).toBe(answer[0])
      expect(JSON.stringify(events)).not.toContain('{{')
    })

    test('a scenario has tool calls with a duration and a result', () => {
      const made = scenario.script.flatMap((line) =>
        'call' in line
          ? [line.call]
          : 'approval' in line
            ? [line.approval.call]
            : 'calls' in line
              ? line.calls
              : 'plan' in line
                ? line.plan.steps.flatMap((step) => step.calls ?? [])
                : [],
      )
      for (const { takes, observation, error } of made) {
        expect(takes).toBeGreaterThanOrEqual(300)
        expect(observation ?? error).toBeDefined()
      }
    })
  },
)

const calls = (status: 'start' | 'done') => (event: TurnEvent) =>
  event.event === 'step' && event.data.type === 'iteration' && event.data.status === status

describe('a scenario for client rendering', () => {
  test.each([
    ['welcome-note', 0],
    ['order-status', 1],
    ['compare-plans', 2],
  ])('the scenario %s makes %i tool calls', (name, count) => {
    const events = eventsOf(named(name))
    expect(countOf(events, calls('start'))).toBe(count)
    expect(countOf(events, calls('done'))).toBe(count)
  })

  test('the scenario compare-plans starts both of its tools before either is done', () => {
    const toolEvents = eventsOf(named('compare-plans')).filter(
      (event) => calls('start')(event) || calls('done')(event),
    )
    const starts = toolEvents.map((event) => calls('start')(event))
    expect(starts).toEqual([true, true, false, false])
  })

  test('the scenario margin-review plans four steps, rejects the result, and plans again', () => {
    const phases = eventsOf(named('margin-review')).flatMap(({ event, data }) =>
      event === 'phase' ? [data] : [],
    )
    const plans = phases.flatMap(({ steps }) => (steps ? [steps.length] : []))
    expect(plans).toEqual([4, 2])
    expect(phases.flatMap(({ achieved }) => achieved ?? [])).toEqual([false, true])
    expect(phases.flatMap(({ reason }) => reason ?? [])).toHaveLength(1)
    expect(new Set(phases.map(({ name }) => name))).toEqual(
      new Set(['planning', 'executing', 'analyzing']),
    )
  })

  test('the scenario onboarding-plan compacts its context and then writes a long answer', () => {
    const events = eventsOf(named('onboarding-plan'))
    const compacted = events.findIndex(({ event }) => event === 'compact')
    const typed = events.findIndex(({ event }) => event === 'answer')
    expect(compacted).toBeGreaterThan(0)
    expect(compacted).toBeLessThan(typed)
    const [done] = events.flatMap(({ event, data }) => (event === 'done' ? [data] : []))
    expect(done?.answer.split(/\s+/).length).toBeGreaterThan(350)
  })

  test('the scenario ingest-delay fails with its first tool and recovers with the next', () => {
    const done = eventsOf(named('ingest-delay')).flatMap(({ event, data }) =>
      event === 'step' && data.type === 'iteration' && data.status === 'done' ? [data] : [],
    )
    expect(done.map(({ error }) => typeof error)).toEqual(['string', 'object', 'object'])
  })
})
