import { setTimeout as wait } from 'node:timers/promises'
import { type Measure, tableOf } from '../measure.ts'
import { type Command, startServer } from '../process.ts'
import { bareName, understudyName } from '../servers/server.ts'
import { ratio, runRounds } from '../statistics.ts'

type StartResult = { readonly ready: number; readonly cpu: number; readonly memory: number }

const ready = (result: StartResult) => result.ready

/** Measures the time from the start of a process to its first response, and its idle memory. */
export const start: Measure = async ({ servers, quick }) => {
  const subjects = servers.flatMap(({ name, start: command }) =>
    command ? [{ name, command }] : [],
  )
  // One start without measurement, because the first reads files from disk and fills caches.
  for (const { command } of subjects) await startOnce(command, 2000)
  const rounds = await runRounds(quick ? 7 : 15, subjects, ({ command }) => startOnce(command))
  return [
    {
      title: 'Start',
      about:
        'From the start of the process to its first response, and the CPU that it has used until then. Memory is measured 200 ms later, idle.',
      ...tableOf(rounds, [
        { title: 'ready ms', figure: ready, hasRatio: true },
        { title: 'CPU ms', figure: ({ cpu }) => cpu, hasRatio: true },
        { title: 'idle MB', figure: ({ memory }) => memory, hasRatio: true },
      ]),
      bounds: [
        {
          text: 'ready, × bare',
          value: ratio(rounds, ready, understudyName, bareName),
          before: 1.24,
          limit: { atMost: 2 },
        },
      ],
    },
  ]
}

async function startOnce(command: (port: number) => Command, idle = 200): Promise<StartResult> {
  const server = await startServer(command)
  try {
    const cpu = server.cpu() * 1000
    await wait(idle)
    return { ready: server.readyAfter, cpu, memory: server.memory() }
  } finally {
    await server.stop()
  }
}
