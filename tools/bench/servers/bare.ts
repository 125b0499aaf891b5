import { fileURLToPath } from 'node:url'
import {
  bareName,
  type BenchServer,
  httpRequest,
  type BenchSamples,
  type Workload,
} from './server.ts'

const program = fileURLToPath(new URL('bare.mjs', import.meta.url))

/** A minimal Node server that sends the same bytes: a lower bound for the cost in Node. */
export function bare({ folder }: BenchSamples): BenchServer {
  const workload = (kind: string): Workload => ({
    command: (port) => ({ args: [program, `${port}`, kind, folder] }),
    requests: async (_, count) => Array.from({ length: count }, () => httpRequest('GET', '/work')),
  })
  return {
    name: bareName,
    start: workload('nothing').command,
    list: workload('page'),
    streams: workload('events'),
  }
}
