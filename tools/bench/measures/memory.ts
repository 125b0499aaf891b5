import { runCalls } from '../load/load.ts'
import type { Measure } from '../measure.ts'
import { startServer } from '../process.ts'
import { bareName, understudyName, type Workload } from '../servers/server.ts'
import { formatNumber } from '../statistics.ts'

/** Measures whether the memory of a server grows with the number of calls. */
export const memory: Measure = async ({ servers, quick }) => {
  const counts = quick ? [100_000, 300_000] : [300_000, 1_000_000]
  const rows: string[][] = []
  let growth = Number.NaN
  for (const { name, list } of servers) {
    if (list === undefined || !(name === understudyName || (name === bareName && !quick))) continue
    const [idle = 0, ...used] = await memoryAfterCalls(list, counts)
    const times = (used.at(-1) ?? Number.NaN) / (used[0] ?? Number.NaN)
    if (name === understudyName) growth = times
    rows.push([name, ...[idle, ...used, times].map(formatNumber)])
  }
  const [few = '', many = ''] = counts.map((count) => count.toLocaleString('en'))
  return [
    {
      title: 'Memory',
      about: 'Resident memory in MB after that many list calls.',
      columns: ['', 'idle', `after ${few}`, `after ${many}`, 'ratio'],
      rows,
      bounds: [
        {
          text: `memory after ${many} calls, × after ${few}`,
          value: growth,
          before: 1.11,
          limit: { atMost: 1.3 },
        },
      ],
    },
  ]
}

/** The memory in megabytes when idle, and after each of these numbers of calls. */
async function memoryAfterCalls({ command, requests }: Workload, counts: readonly number[]) {
  const server = await startServer(command)
  try {
    const [request = ''] = await requests(server, 1)
    const usedMegabytes = [server.memory()]
    let calls = 0
    for (const count of counts) {
      while (calls < count) {
        const result = await runCalls(server, { request, connections: 16, warmUp: 0, period: 2000 })
        if (result.calls === 0 || result.failed > 0)
          throw new Error(
            `After ${calls} calls, ${result.failed} got an incomplete response, or a status that is not 200.`,
          )
        calls += result.calls
      }
      usedMegabytes.push(server.memory())
    }
    return usedMegabytes
  } finally {
    await server.stop()
  }
}
