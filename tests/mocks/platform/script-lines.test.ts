import { describe, expect, it } from 'vitest'
import { createManualClock } from '../../support/manual-clock.ts'
import { respond } from '../../support/refund.ts'
import { answerIn, only, type SeenEvent } from '../../support/stream-reader.ts'
import { mountScripts, script, playScript } from '../../support/play-scripts.ts'
import { mountInProcess } from '../../support/transports.ts'
import { newConversation, signIn } from '../../support/visitor.ts'

const stepsOf = (events: readonly SeenEvent[]) =>
  events.map(
    ({ event, data }) => `${event} ${String(data['type'] ?? '')} ${String(data['status'] ?? '')}`,
  )

describe('a line of a script', () => {
  it('a line of a script may have its own pace', async () => {
    const events = await playScript(
      script(
        [
          { think: { text: 'abc', pace: { by: 'character' } } },
          { answer: { text: 'x y', pace: { by: 'word', size: 1 } } },
          { answer: ' one two' },
        ],
        { pace: { by: 'word', size: 2 } },
      ),
    )
    const deltas = events.flatMap(({ data }) => data['thinking_delta'] ?? data['text'] ?? [])
    expect(deltas).toEqual(['a', 'b', 'c', 'x', ' y', ' one two'])
  })

  it('a script can send an event unchanged, and its own `done` instead of the automatic one', async () => {
    const done = {
      answer: 'Mine.',
      tokens: 7,
      elapsed: 1,
      usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
      cache: { read_tokens: 0, creation_tokens: 0 },
    }
    const events = await playScript(
      script([
        { send: { heartbeat: {} } },
        { send: { answer: { type: 'delta', text: 'Mine.' } } },
        { send: { done } },
      ]),
    )
    expect(only(events, 'heartbeat')).toBeDefined()
    expect(only(events, 'done')).toMatchObject(done)
    expect(stepsOf(events).slice(-4)).toEqual(['step thinking done', 'done  ', 'title  ', 'end  '])
  })

  it('the answer in `done` includes answer events that the script sends', async () => {
    const events = await playScript(
      script([{ answer: 'One' }, { send: { answer: { type: 'delta', text: ' two' } } }]),
    )
    expect(only(events, 'done')).toMatchObject({ answer: 'One two' })
  })

  it('a script can send awaiting_confirmation before the tool call', async () => {
    const call = { tool: 'pay', takes: 1, observation: 'paid' }
    const approval = {
      call,
      approved: [{ think: 'I may.' }],
      rejected: [{ answer: '{{reason}}!' }],
    }
    const story = script([{ approval }, { answer: 'Done.' }])
    const decided = async (decision: object) => {
      const visitor = await signIn(mountScripts(story))
      const conversation_id = await newConversation(visitor)
      const reader = await visitor.read('POST /api/react', { body: { q: '-', conversation_id } })
      const { confirmation_id } = await reader.untilEvent('awaiting_confirmation')
      await respond(visitor, String(confirmation_id), decision)
      return reader.rest()
    }
    const events = await decided({ decision: 'approve' })
    expect(stepsOf(events).slice(1, 10)).toEqual([
      'step thinking done',
      'step iteration start',
      'awaiting_confirmation awaiting_confirmation ',
      'step thinking start',
      'step thinking delta',
      'step thinking done',
      'step iteration done',
      'step thinking start',
      'step thinking done',
    ])
    expect(answerIn(events)).toBe('Done.')
    expect(answerIn(await decided({ decision: 'reject', reason: 'Too much' }))).toBe('Too much!')
  })
})

describe('a plan', () => {
  it('a plan of sixty steps runs them in parallel, each after the steps that it depends on', async () => {
    const steps = Array.from({ length: 60 }, (_, index) => ({
      id: `s${index}`,
      task: `Task ${index}`,
      after: index < 6 ? [] : [`s${index - 6}`, ...(index % 5 === 0 ? [`s${index - 5}`] : [])],
      thinking: 'I look at it.',
      calls: [{ tool: 'look', takes: 100 + (index % 7) * 40, observation: 'ok' }],
      result: `Result ${index}`,
    }))
    const plan = { steps, achieved: true, confidence: 0.9, reasoning: 'All done.' }
    const events = await playScript(
      script([{ plan }, { answer: 'Ready.' }], { match: { endpoint: 'dag' } }),
    )
    const at = (id: string, what: string) =>
      events.findIndex(({ data }) => data['step_id'] === id && data['event'] === what)
    for (const { id, after } of steps)
      for (const other of after) expect(at(other, 'completed')).toBeLessThan(at(id, 'started'))
    const begun = events.findIndex(({ data }) => data['event'] === 'completed')
    const early = events.slice(0, begun).filter(({ data }) => data['event'] === 'started')
    expect(early.length).toBeGreaterThanOrEqual(6)
    expect(events.filter(({ data }) => data['event'] === 'completed')).toHaveLength(60)
  })
})

describe('a turn without pauses', () => {
  it('a turn without pauses is complete in its response, and sets no timer', async () => {
    const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
    let timers = 0
    const counting = {
      ...systemClock,
      after: (ms: number, run: () => void) => (timers++, systemClock.after(ms, run)),
    }
    const long = script([
      { think: 'Hm.' },
      { call: { tool: 'look', takes: 600_000 } },
      { pause: 600_000 },
      { answer: 'A long answer. '.repeat(500) },
    ])
    const mounted = mountInProcess({ scenarios: [long], systemClock: counting })
    const visitor = await signIn(mounted)
    const conversation_id = await newConversation(visitor)
    const before = timers
    const response = await visitor.open('POST /api/react', { body: { q: '-', conversation_id } })
    expect([...mounted.fake.world().runningTurns]).toEqual([])
    expect(await response.text()).toContain('event: end')
    expect(timers).toBe(before)
  })

  it('a turn without pauses sends an answer of 200 KB completely', async () => {
    const text = 'Row after row, the protocol goes on – 計測値 🧪.\n'.repeat(4200)
    const events = await playScript(script([{ answer: text }], { pace: { by: 'token' } }))
    expect(answerIn(events)).toBe(text)
  })
})
