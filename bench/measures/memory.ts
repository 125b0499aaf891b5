import { figure } from '../figures.ts'
import { callOften } from '../loads.ts'
import { start } from '../server.ts'
import type { Measure } from './measure.ts'

/** Whether what a server occupies grows with the calls that it has answered. */
export const memory: Measure = async ({ contestants, quick }) => {
  const [soon, late] = quick ? [10_000, 30_000] : [300_000, 1_000_000]
  const able = contestants.filter(({ name }) => name === 'bare node:http' || name === 'understudy')
  const rows: string[][] = []
  let growth = Number.NaN
  for (const { name, list } of able) {
    if (list === undefined) continue
    const server = await start(list.launch)
    try {
      const [request = ''] = await list.requests(server, 1)
      const idle = server.memory()
      let calls = 0
      const occupiedAfter = async (most: number) => {
        let occupied = idle
        while (calls < most) {
          const load = { request, connections: 16, warmUp: 0, period: 2000 }
          const result = await callOften(server, load)
          // Else it would be asked for ever.
          if (result.calls === 0 || result.wrong > 0)
            throw new Error(`${name} no longer answered as it should after ${calls} calls.`)
          calls += result.calls
          occupied = result.memory
        }
        return occupied
      }
      const before = await occupiedAfter(soon)
      const after = await occupiedAfter(late)
      if (name === 'understudy') growth = after / before
      rows.push([name, ...[idle, before, after, after / before].map(figure)])
    } finally {
      await server.stop()
    }
  }
  const [few = '', many = ''] = [soon, late].map((calls) => calls.toLocaleString('en'))
  return {
    title: 'Memory',
    about: 'What a server occupies, in MB, after so many of the calls above.',
    columns: ['', 'idle', `after ${few}`, `after ${many}`, 'ratio'],
    rows,
    // What is told of few calls is that code is compiled and a journal fills.
    goals: quick
      ? []
      : [{ text: `memory after ${many} calls, of ${few}`, reached: growth, bound: { most: 1.1 } }],
  }
}
