import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { member } from '../../conformance/session/json.ts'
import { resume } from '../../conformance/mutants/call.ts'
import { onEvents, onRequest, type Wrap } from '../../conformance/mutants/wrap.ts'
import { createRunRecorder, runConformance } from '../../conformance/runner/runner.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { resumeBesideReader } from '../../conformance/stream/later-turns.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'

const eventText = (cursor: number, name = 'step') =>
  `id: ${cursor}\nevent: ${name}\ndata: {"cursor":${cursor}}\n\n`
const stream = (body: string | ReadableStream) =>
  new Response(body, { headers: { 'content-type': 'text/event-stream' } })

/** A platform that refuses a resume while a turn runs. */
function refusingPlatform() {
  let turns = 0
  let isRunning = false
  const refused = Promise.withResolvers<void>()
  function slowTurn(): Response {
    let cursor = 0
    isRunning = true
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      cursor += 1
      if (cursor > 3) {
        await refused.promise
        // The suite handles the refusal before the turn goes on.
        for (let turn = 0; turn < 20; turn += 1) await setImmediate()
      }
      isRunning = cursor < 6
      controller.enqueue(new TextEncoder().encode(eventText(cursor, isRunning ? 'step' : 'end')))
      if (!isRunning) controller.close()
    }
    return stream(new ReadableStream({ pull }))
  }
  const resumed = () => {
    if (!isRunning) return stream(eventText(1) + eventText(2, 'end'))
    refused.resolve()
    const headers = { 'retry-after': '120' }
    return Response.json({ error: 'rate_limit_exceeded' }, { status: 429, headers })
  }
  const turn = () => {
    turns += 1
    return turns === 1
      ? stream(eventText(1) + eventText(2, 'done') + eventText(3, 'end'))
      : slowTurn()
  }
  const answers: Readonly<Record<string, () => Response>> = {
    '/api/auth/login': () =>
      Response.json({ access_token: 'eyJa.b.c', refresh_token: 'r12345678' }),
    '/api/conversations': () => Response.json({ id: 'c1' }, { status: 201 }),
    '/api/chat/resume': resumed,
    '/api/dag': turn,
  }
  return async (request: Request) =>
    answers[new URL(request.url).pathname]?.() ??
    Response.json({ error: 'not_found' }, { status: 404 })
}

it('a resume that is refused while another connection reads the turn rejects, and does not end the process', async () => {
  const session = createRunRecorder({
    target: { baseUrl: 'http://platform.test', email: 'demo@example.com', password: 'secret' },
    plan: 'full',
    grace: 0,
    sleep: async () => {},
    fetch: refusingPlatform(),
  })
  await expect(resumeBesideReader(session)).rejects.toThrow('429')
})

/** A target whose first resume of a second plan comes between `done` and the suggestions. */
function storingSuggestionsLate(): Wrap {
  let plans = 0
  let isStored = false
  const countPlans = onRequest('POST /api/dag', ({ body }) => {
    if (typeof member(body, 'q') === 'string') plans += 1
    return undefined
  })
  const dropSuggestions = onEvents(resume, () => {
    let isLate = false
    return (frame, { body }) => {
      const isPart = plans > 1 && Number(member(body, 'cursor')) >= 0
      isLate ||= isPart && !isStored && frame.event === 'done'
      isStored ||= isLate
      return isLate && frame.event === 'suggestions' ? [] : frame
    }
  })
  return (fetch, hit) => countPlans(dropSuggestions(fetch, hit), () => {})
}

it('an interrupted turn is read to its end although the target stores the suggestions after `done`', async () => {
  const { fake, systemClock } = virtualFake()
  let hits = 0
  const { results } = await runConformance({
    target,
    plan: 'full',
    only: ['resume.interrupted-turn-is-read-to-its-end'],
    fetch: storingSuggestionsLate()(fake.fetch, () => (hits += 1)),
    now: systemClock.now,
    sleep: systemClock.sleep,
  })
  expect(hits).toBe(1)
  expect(results.map(({ verdict, message }) => `${verdict} ${message}`)).toEqual(['pass '])
})

it('an interrupted turn is resumed while it runs, although slower checks come in between', async () => {
  const { results } = await virtualFake({ 'resume.mid-turn': 'previous' }).runSuite('full')
  const observed = results.find(({ id }) => id === 'resume.form-of-an-interruption')?.observation
  expect(observed).toMatchObject({ 'resume.mid-turn': 'previous' })
})

const slowTurn = (...times: readonly number[]): Scenario => ({
  name: 'slow-leave',
  match: { endpoint: 'dag', query: ['annual leave'] },
  script: [
    {
      plan: {
        steps: times.map((takes, place) => ({ id: `s${place}`, task: 'Read', takes, result: '' })),
        achieved: true,
        confidence: 0.9,
        reasoning: 'Done.',
      },
    },
    { answer: 'Thirty days.' },
  ],
})

const interruptions = [
  { name: 'is waited for', times: [26_000], verdict: 'pass', reason: '' },
  {
    name: 'and still runs at the end of the waiting time makes its check inconclusive',
    times: [10_000, 20_000, 28_000, 60_000],
    verdict: 'inconclusive',
    reason: 'the turn still ran when the time was over',
  },
]

it.each(interruptions)(
  'an interrupted turn that takes longer than the turn before it $name',
  async ({ times, verdict, reason }) => {
    const picks = { 'resume.mid-turn': 'stored' }
    const [judged, observed] = (
      await virtualFake(picks, undefined, [slowTurn(...times)]).runSuite('full', [
        'resume.interrupted-turn-is-read-to-its-end',
        'resume.form-of-an-interruption',
      ])
    ).results
    expect([judged?.verdict, judged?.message]).toEqual([verdict, reason])
    expect(observed?.observation).toMatchObject({ 'turn.on-disconnect': 'goes-on' })
  },
)
