import { visit } from '../visitor.ts'
import { type Actor, inNewWorld } from './load.ts'

/** Takes worlds away from under their readers: resets, forks, snapshots, and ends. */
export const churn: Actor = async (load, name, draw) => {
  for (let life = 0; load.goesOn(); life++)
    await inNewWorld(load, `${name}-${life}`, async ({ baseUrl, key, steer }) => {
      const visitor = visit({ baseUrl, fetch, fake: undefined as never }, key)
      const readers = await Promise.all(
        ['Where is my order?', 'Compare the plans', 'Tell me more'].map((q) =>
          visitor.read('POST /api/react', { body: { q } }),
        ),
      )
      await Promise.all(readers.map((reader) => reader.until(1)))
      if (draw(2) === 0) await steer('POST clock', { freeze: true })
      const fork = `${name}-${life}-fork`
      await steer(`POST worlds/${name}-${life}/fork`, { name: fork })
      load.tally.forks++
      const snapshot = await steer<object>('GET snapshot')
      await steer(`DELETE worlds/${fork}`)
      if (draw(2) === 0) await readers[0]?.leave()
      if (draw(2) === 0) await steer('PUT snapshot', snapshot)
      else await steer('POST reset')
      load.tally.resets++
      // Their world is gone, so the streams end; who left already has nothing to read.
      await Promise.allSettled(readers.map((reader) => reader.rest()))
    })
}
