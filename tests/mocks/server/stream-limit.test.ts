import { expect, it } from 'vitest'
import { ownLimits } from '../../../contract/limits.ts'
import { shortStory } from '../../support/short-story.ts'
import { describeTransports, mountInProcess } from '../../support/transports.ts'
import { keyOf, visit } from '../../support/visitor.ts'

const body = { q: 'Tell me' }

describeTransports('a fake with the maximum number of streams', (mount) => {
  it('a fake with the maximum number of streams refuses another stream, until one has ended', async () => {
    const mounted = await mount({ maxStreams: 2, scenarios: [shortStory], speed: 1 })
    const visitorOf = (world: string) => {
      mounted.fake.world(world).clock.freeze()
      return visit(mounted, keyOf(mounted, 'full', world))
    }
    const [red, blue] = [visitorOf('red'), visitorOf('blue')]
    const streams = [await red.read('POST /api/react', { body })]
    streams.push(await blue.read('POST /api/dag', { body }))
    await Promise.all(streams.map((stream) => stream.until(1)))
    expect(await red.refusal('POST /api/react', { body })).toEqual([503, 'service_unavailable'])
    expect([...mounted.fake.world('red').runningTurns]).toHaveLength(1)
    expect((await red.call('GET /api/agents')).status).toBe(200)
    mounted.fake.world('blue').clock.advance(3_600_000)
    await streams[1]?.rest()
    expect((await red.open('POST /api/react', { body })).status).toBe(200)
  })
})

it('a stream that nobody reads counts towards the maximum only until its world is reset', async () => {
  const mounted = mountInProcess({ maxStreams: 1, scenarios: [shortStory], speed: 1 })
  const start = () => visit(mounted, keyOf(mounted, 'full')).open('POST /api/react', { body })
  const unread = await start()
  expect([unread.status, (await start()).status]).toEqual([200, 503])
  mounted.fake.control().reset()
  expect((await start()).status).toBe(200)
  await unread.body?.cancel()
  expect((await start()).status).toBe(503)
  mounted.fake.close()
})

it('a fake has a limited number of streams by default', () => {
  const { fake } = mountInProcess()
  expect(fake.world().config.streams.limit).toBe(ownLimits.streams)
  fake.close()
})
