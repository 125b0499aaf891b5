import { expect, it } from 'vitest'
import { askForRefund, statusOf } from '../../support/refund.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import {
  describeTransports,
  type Mounted,
  shippedScenarios as scenarios,
} from '../../support/transports.ts'
import {
  inWorld,
  newConversation,
  newKey,
  signIn,
  visit,
  type Visitor,
} from '../../support/visitor.ts'
import { newWorkflow, run, taking } from '../../support/workflow-tools.ts'

/** Advances the clock of a world through the control API. */
const move = (mounted: Mounted, world: string, body: object) =>
  mounted.fake.fetch(
    new Request(`http://platform.test/w/${world}/__control/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )

/** All data of a user that depend on time. */
async function settleIn(mounted: Mounted) {
  const visitor = await signIn(mounted)
  const key = await newKey(visitor, { expires_at: new Date(Date.now() + 3_600_000).toISOString() })
  const workflow = await newWorkflow(visitor, taking(5))
  for (let count = 0; count < 10; count++) await run(visitor, workflow)
  const { id } = await askForRefund(visitor)
  return { visitor, key: visit(mounted, key.key), workflow, confirmation: id }
}

const mayRun = async (visitor: Visitor, workflow: string) =>
  (await visitor.open(`POST /api/workflows/${workflow}/run`, { body: { inputs: {} } })).status

describeTransports('the clock of a world', (mount) => {
  it('the clock of a world expires tokens, keys, approvals and rate limits, in this world only', async () => {
    const mounted = await mount({ scenarios })
    for (const world of ['red', 'blue']) await move(mounted, world, { freeze: true })
    const red = await settleIn(inWorld(mounted, 'red'))
    const blue = await settleIn(inWorld(mounted, 'blue'))
    expect(await mayRun(red.visitor, red.workflow)).toBe(429)

    await move(mounted, 'red', { advance: '61s' })
    expect(await mayRun(red.visitor, red.workflow)).toBe(200)
    await move(mounted, 'red', { advance: '61m' })
    expect(await red.key.refusal('GET /api/agents')).toEqual([401, 'invalid_token'])
    expect((await red.visitor.call('GET /api/auth/me')).status).toBe(200)
    await move(mounted, 'red', { advance: '2h' })
    expect(await red.visitor.refusal('GET /api/auth/me')).toEqual([401, 'token_expired'])
    await move(mounted, 'red', { advance: '1d' })
    const again = await signIn(inWorld(mounted, 'red'))
    expect(await statusOf(again, red.confirmation)).toBe('expired')

    expect(await mayRun(blue.visitor, blue.workflow)).toBe(429)
    expect((await blue.key.call('GET /api/agents')).status).toBe(200)
    expect((await blue.visitor.call('GET /api/auth/me')).status).toBe(200)
    expect(await statusOf(blue.visitor, blue.confirmation)).toBe('pending')
  })

  it('the clock of a world steps through a stream of twenty events', async () => {
    const mounted = await mount({ scenarios: [twentyEvents], speed: 1 })
    const visitor = await signIn(mounted)
    await move(mounted, 'default', { freeze: true })
    const conversation_id = await newConversation(visitor)
    const body = { q: 'Count', conversation_id }
    const stream = await visitor.read('POST /api/react', { body })
    const [turn] = mounted.fake.world().runningTurns
    const steps: number[] = []
    for (let step = 0; step < 19; step++) {
      steps.push(turn?.events.length ?? 0)
      await move(mounted, 'default', { advance: 'next' })
    }
    expect(turn?.state).toBe('done')
    const seen = await stream.rest()
    expect(seen).toHaveLength(20)
    expect(steps.filter((count, step) => count !== steps[step - 1]).length).toBeGreaterThan(12)
  })
})

const words = 'one two three four five six seven eight nine ten eleven twelve'

const twentyEvents: Scenario = {
  name: 'twenty-events',
  match: { endpoint: 'react', query: 'count' },
  pace: { by: 'word', size: 1, every: 50 },
  script: [{ answer: words }],
}
