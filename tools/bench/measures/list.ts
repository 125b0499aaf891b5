import { type CallResult, runCalls } from '../load/load.ts'
import { type Measure, tableOf } from '../measure.ts'
import { type ServerProcess, startServer } from '../process.ts'
import { bareName, understudyName } from '../servers/server.ts'
import { ratio, runRounds } from '../statistics.ts'

type Subject = { name: string; note?: string; server: ServerProcess; request: string }

const callsPerSecond = (result: CallResult) => result.callsPerSecond

/** Measures an authenticated list of 20 of 10,000 conversations, requested repeatedly. */
export const list: Measure = async ({ servers, quick }) => {
  const subjects: Subject[] = []
  try {
    for (const { name, list: workload } of servers) {
      if (workload === undefined) continue
      const { command, note } = workload
      const server = await startServer(command)
      const [request = ''] = await workload.requests(server, 1)
      subjects.push({ name, server, request, ...(note !== undefined && { note }) })
    }
    const load = { connections: 16, warmUp: quick ? 500 : 1000, period: quick ? 1500 : 2500 }
    const rounds = await runRounds(5, subjects, ({ server, request }) =>
      runCalls(server, { ...load, request }),
    )
    const peers = subjects
      .map(({ name }) => name)
      .filter((name) => name !== bareName && name !== understudyName)
    const besidePeers = peers.map((peer) => ratio(rounds, callsPerSecond, understudyName, peer))
    return [
      {
        title: 'List',
        about:
          'An authenticated list of 20 of 10,000 conversations, on 16 connections that stay open. CPU is per call. Memory is measured after the last round.',
        ...tableOf(rounds, [
          { title: 'calls/s', figure: callsPerSecond, hasRatio: true },
          { title: 'p99 ms', figure: ({ p99 }) => p99, hasRatio: true },
          { title: 'CPU µs', figure: ({ cpu }) => cpu, hasRatio: true },
          { title: 'MB', figure: ({ memory }) => memory },
        ]),
        bounds: [
          {
            text: 'calls/s, × bare',
            value: ratio(rounds, callsPerSecond, understudyName, bareName),
            before: 0.889,
            limit: { atLeast: 0.6 },
          },
          {
            text: 'calls/s, × the fastest peer',
            value: peers.length === 0 ? Number.NaN : Math.min(...besidePeers),
            before: 2.79,
            limit: { atLeast: 2 },
          },
        ],
        notes: subjects.flatMap(({ name, note }) => {
          const failed = rounds.get(name)?.reduce((sum, result) => sum + result.failed, 0) ?? 0
          return [
            ...(note === undefined ? [] : [`${name}: ${note}`]),
            ...(failed === 0 ? [] : [`${name}: ${failed} responses were not a complete 200.`]),
          ]
        }),
      },
    ]
  } finally {
    await Promise.all(subjects.map(({ server }) => server.stop()))
  }
}
