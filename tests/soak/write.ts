import { CrashWriters } from '../crash-writers.ts'
import { visit, type Visitor } from '../visitor.ts'
import { arrived } from './arrived.ts'
import { type Actor, type Draw, inNewWorld, type OwnWorld } from './load.ts'

/** What strikes writers: none of it may lose what was acknowledged, or make what nobody asked for. */
const faults = [
  { connection: 'reset' },
  { connection: 'refused' },
  { error: { code: 'internal_error' } },
  { latency: '20ms' },
  { body: { truncate: 5 } },
  { body: 'empty' },
]

/** Calls as one who hangs up now and then, before the answer is there. */
const impatient = (draw: Draw) => async (request: Request) => {
  if (draw(10) > 0) return fetch(request)
  return fetch(request, { signal: AbortSignal.timeout(draw(8)) })
}

const visitorOf = ({ baseUrl, key }: OwnWorld, call: (request: Request) => Promise<Response>) =>
  visit({ baseUrl, fetch: call, fake: undefined as never }, key)

/** Makes, changes and deletes while calls fail, and holds what it finds against what it was promised. */
export const write: Actor = async (load, name, draw) => {
  for (let life = 0; load.goesOn(); life++)
    await inNewWorld(load, `${name}-${life}`, async (world) => {
      const calm = visitorOf(world, fetch)
      await writeAwhile(calm, visitorOf(world, impatient(draw)), world)
      await world.steer('POST reset')
      load.tally.resets++
      // The same keys open a world that begins anew.
      await writeAwhile(calm, visitorOf(world, impatient(draw)), world)
    })

  async function writeAwhile(calm: Visitor, hasty: Visitor, world: OwnWorld): Promise<void> {
    const writers = await CrashWriters.begin(calm)
    for (let calls = 0; calls < 40 && load.goesOn(); calls++) {
      if (draw(8) === 0) {
        const effect = faults[draw(faults.length)]
        await world.steer('POST faults', { match: { endpoint: '/api/*' }, times: 1, effect })
        load.tally.faults++
      }
      if (draw(20) === 0) await world.steer('POST clock', { advance: '5s' })
      try {
        await writers.write(hasty, draw)
        load.tally.writes++
      } catch {
        load.tally.refusals++
      }
    }
    await world.steer('DELETE faults')
    // Else a call that was given up makes something in the world that comes next by this name.
    await arrived(load.url)
    load.problems.push(
      ...(await writers.broken(calm)).map((found) => `A write was lost in ${world.name}: ${found}`),
    )
  }
}
