import { describe, expect, it } from 'vitest'
import { resume, turns, type Call } from '../../conformance/mutants/call.ts'
import {
  onEvent,
  onJson,
  onResponse,
  errorResponse,
  type Wrap,
} from '../../conformance/mutants/wrap.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import { member } from '../../conformance/session/json.ts'
import type { Target } from '../../conformance/session/test-session.ts'
import { isObject } from '../../contract/json.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'

const ofTools = ['events.tool-call-has-tool-and-input', 'events.suggestions-are-strings']

/** Runs the checks of tool calls and suggestions; returns their results and the requested turns. */
async function judge(wrap: Wrap, options: Partial<Target> = {}, only = ofTools) {
  const { fake, systemClock } = virtualFake()
  const asked: unknown[] = []
  const watched: Wrap = onResponse(turns, (_, { body }) => void asked.push(body))
  const { results } = await runConformance({
    target: { ...target, ...options },
    plan: 'turn',
    only,
    fetch: watched(
      wrap(fake.fetch, () => undefined),
      () => undefined,
    ),
    now: systemClock.now,
    sleep: systemClock.sleep,
    tag: 'test',
  })
  return { results, asked }
}

const toolCall = 'How much annual leave do I have?'

const isAsked = ({ body }: Call, agentId: string): boolean =>
  member(body, 'q') === toolCall && member(body, 'agent_id') === agentId

const isTool = (data = ''): boolean => data.includes('"tool"') || data.includes('"input"')

/** A model that calls tools and suggests questions for one query of one agent only. */
const shyModel =
  (agentId: string): Wrap =>
  (fetch, hit) => {
    const steps = onEvent(`${turns} | ${resume}`, 'step suggestions', (frame, call) =>
      isAsked(call, agentId) || (frame.event === 'step' && !isTool(frame.data)) ? frame : [],
    )
    return steps(fetch, hit)
  }

const refusesAgents = onResponse(turns, (_, { body }) =>
  member(body, 'agent_id') === undefined ? undefined : errorResponse(404, 'not_found'),
)

async function listedAgent(): Promise<string> {
  const { fake } = virtualFake()
  const ids: unknown[] = []
  const seen: Wrap = onJson('GET /api/agents', (json) => {
    const items = member(json, 'items')
    if (Array.isArray(items)) ids.push(...items.filter(isObject).map(({ id }) => id))
    return undefined
  })
  const fetch = seen(fake.fetch, () => undefined)
  await runConformance({ target, plan: 'smoke', only: ['lists.answer-200'], fetch, tag: 'test' })
  return String(ids.at(-1))
}

describe('the turn that shows tool calls and suggestions', () => {
  it('the checks of tool calls are skipped with the flags to set if no turn called a tool', async () => {
    const { results } = await judge(shyModel('nobody'))
    expect(results.map(({ verdict }) => verdict)).toEqual(['skipped', 'skipped'])
    const message = results.find(({ id }) => id.includes('tool-call'))?.message
    expect(message).toContain('--tool-query')
    expect(message).toContain('--agent')
  })

  it('the turn with tool calls uses the query and the agent that the user set by flags', async () => {
    const agentId = await listedAgent()
    const { results, asked } = await judge(shyModel(agentId), { toolQuery: toolCall, agentId })
    expect(asked).toContainEqual(expect.objectContaining({ q: toolCall, agent_id: agentId }))
    expect(results.map(({ verdict }) => verdict)).toEqual(['pass', 'pass'])
  })

  it('the turn with tool calls uses a listed agent that suggests questions, and asks one of these questions', async () => {
    const { asked } = await judge((fetch) => fetch)
    const withAgent = asked.filter((body) => member(body, 'agent_id') !== undefined)
    expect(withAgent.length).toBe(1)
    expect(member(withAgent[0], 'q')).not.toBe(toolCall)
  })

  it('the turn with tool calls runs without a listed agent if the target refuses that agent', async () => {
    const { results } = await judge(refusesAgents)
    expect(results.map(({ verdict }) => verdict)).toEqual(['pass', 'pass'])
  })

  it('the checks of tool calls are blocked if the target refuses the agent that the user set', async () => {
    const options = { agentId: 'no-such-agent' }
    const { results } = await judge(refusesAgents, options, ['chat.react-takes-header'])
    expect(results.map(({ verdict }) => verdict)).toEqual(['blocked'])
    expect(results[0]?.message).toContain('--agent')
  })
})
