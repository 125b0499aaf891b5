import { expect, it } from 'vitest'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { mountInProcess } from '../../support/transports.ts'
import { newConversation, signIn } from '../../support/visitor.ts'

/** The data of an event, and its time in milliseconds. */
type Seen = { readonly at: number; readonly [name: string]: unknown }

const isStart = (event: Seen) => event['status'] === 'start' || event['event'] === 'started'

it.each(['react', 'dag'])(
  'a tool call or step reports the seconds between its events, even if the speed changes while it runs, on %s',
  async (mode) => {
    const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
    const calls = [200, 900, 2000].map((takes, index) => ({ tool: `tool-${index}`, takes }))
    const steps = calls.map((call) => ({
      id: call.tool,
      task: 'Call',
      calls: [call],
      result: 'x',
    }))
    const script: Scenario['script'] =
      mode === 'react'
        ? [{ calls }]
        : [{ plan: { steps, achieved: true, confidence: 1, reasoning: 'x' } }]
    const slow = { name: 'slow', match: { endpoint: [mode] }, script } as Scenario
    const { fake, ...mounted } = mountInProcess({ scenarios: [slow], speed: 1, systemClock })
    const visitor = await signIn({ fake, ...mounted })
    const conversation_id = await newConversation(visitor)
    await visitor.read(`POST /api/${mode}`, { body: { q: 'Go', conversation_id } })
    for (const speed of [1, 7, 0.3, 0.5, 2, 1 / 3, 4]) {
      fake.control().director.speed(speed)
      systemClock.pass(130)
    }
    systemClock.pass(60_000)
    const [turn] = fake.world().store.transcripts.owned(conversation_id, 'oldest')
    const events = (turn?.events ?? []).map(({ at, data }): Seen => ({
      ...data,
      at: Date.parse(at),
    }))
    const measured = events.flatMap((event) => {
      const seconds = event['iter_elapsed'] ?? event['duration']
      const key = event['event'] === 'completed' ? 'step_id' : 'tool'
      if (seconds === undefined || event[key] === undefined) return []
      const started = events.find((one) => isStart(one) && one[key] === event[key])
      return [{ seconds, events: (event.at - (started?.at ?? 0)) / 1000 }]
    })
    expect(measured).toHaveLength(mode === 'react' ? 3 : 6)
    for (const { seconds, events: between } of measured) expect(seconds).toBe(between)
  },
)
