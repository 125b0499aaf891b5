import { visit } from '../support/visitor.ts'
import { type Actor, withNewWorld } from './load.ts'

/** Resets, forks, restores and deletes worlds while their streams are being read. */
export const churn: Actor = async (load, name, draw) => {
  for (let life = 0; load.isRunning(); life++)
    await withNewWorld(load, `${name}-${life}`, async ({ baseUrl, key, callControl }) => {
      const visitor = visit({ baseUrl, fetch, fake: undefined as never }, key)
      const readers = await Promise.all(
        ['Where is my order?', 'Compare the plans', 'Tell me more'].map((q) =>
          visitor.read('POST /api/react', { body: { q } }),
        ),
      )
      await Promise.all(readers.map((reader) => reader.until(1)))
      if (draw(2) === 0) await callControl('POST clock', { freeze: true })
      const fork = `${name}-${life}-fork`
      await callControl(`POST worlds/${name}-${life}/fork`, { name: fork })
      load.tally.forks++
      const snapshot = await callControl<object>('GET snapshot')
      await callControl(`DELETE worlds/${fork}`)
      if (draw(2) === 0) await readers[0]?.leave()
      if (draw(2) === 0) await callControl('PUT snapshot', snapshot)
      else await callControl('POST reset')
      load.tally.resets++
      // The world of these streams was deleted, so they end. A disconnected reader reads nothing.
      await Promise.allSettled(readers.map((reader) => reader.rest()))
    })
}
