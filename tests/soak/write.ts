import { CrashWriters } from '../mocks/adapters/crash-writers.ts'
import { visit, type Visitor } from '../support/visitor.ts'
import { allRequestsArrived } from './all-requests-arrived.ts'
import { type Actor, type Draw, withNewWorld, type OwnWorld } from './load.ts'

/** Faults for writers. None of them may lose an acknowledged write, or create a record that was not requested. */
const faults = [
  { connection: 'reset' },
  { connection: 'refused' },
  { error: { code: 'internal_error' } },
  { latency: '20ms' },
  { body: { truncate: 5 } },
  { body: 'empty' },
]

/** A fetch that sometimes disconnects before the response. */
const createImpatientFetch = (draw: Draw) => async (request: Request) => {
  if (draw(10) > 0) return fetch(request)
  return fetch(request, { signal: AbortSignal.timeout(draw(8)) })
}

const visitorOf = ({ baseUrl, key }: OwnWorld, call: (request: Request) => Promise<Response>) =>
  visit({ baseUrl, fetch: call, fake: undefined as never }, key)

/** Creates, changes and deletes records under faults, and compares the result with the acknowledged writes. */
export const write: Actor = async (load, name, draw) => {
  for (let life = 0; load.isRunning(); life++)
    await withNewWorld(load, `${name}-${life}`, async (world) => {
      const calm = visitorOf(world, fetch)
      await writeAwhile(calm, visitorOf(world, createImpatientFetch(draw)), world)
      await world.callControl('POST reset')
      load.tally.resets++
      // The same API keys are valid after a reset.
      await writeAwhile(calm, visitorOf(world, createImpatientFetch(draw)), world)
    })

  async function writeAwhile(calm: Visitor, hasty: Visitor, world: OwnWorld): Promise<void> {
    const writers = await CrashWriters.begin(calm)
    for (let calls = 0; calls < 40 && load.isRunning(); calls++) {
      if (draw(8) === 0) {
        const effect = faults[draw(faults.length)]
        await world.callControl('POST faults', { match: { endpoint: '/api/*' }, times: 1, effect })
        load.tally.faults++
      }
      if (draw(20) === 0) await world.callControl('POST clock', { advance: '5s' })
      try {
        await writers.write(hasty, draw)
        load.tally.writes++
      } catch {
        load.tally.refusals++
      }
    }
    await world.callControl('DELETE faults')
    // Otherwise an aborted request could create a record in the next world of this name.
    await allRequestsArrived(load.url)
    load.problems.push(
      ...(await writers.broken(calm)).map((found) => `A write was lost in ${world.name}: ${found}`),
    )
  }
}
