import { setTimeout as delay } from 'node:timers/promises'
import { median } from '../../../tools/bench/statistics.ts'
import { connectClient } from './attack-client.ts'
import type { ServerMode } from './attack.ts'
import { type AttackedServer, startAttacked } from './attacked-server.ts'

/** A server under attack that other clients also use. After an attack with problems, it is replaced by a new one. */
export type AttackServer = {
  /** The server, started and warmed up. */
  server(): Promise<AttackedServer>
  /** Seconds of CPU of a list call: the unit of all costs. */
  list(): number
  /** Runs something while another client sends requests; also returns the longest wait of that client in ms. */
  withBystander<Result>(happens: () => Promise<Result>): Promise<{ result: Result; waited: number }>
  /** Problems of a new client that signs in, lists and runs a turn. */
  checkService(): Promise<readonly string[]>
  /** Stops the server; the next attack gets a new one. */
  stop(): Promise<void>
}

/** A list call costs three times as much before V8 has optimized it, after about 1500 calls. */
const warmUps = 20
const callsOfEach = 100
const measuredCalls = 20
/**
 * One batch may cost half or twice as much as another, because the machine, garbage collection and
 * compiled code change. The unit is the median of the last batches.
 */
const keptBatches = 15
const leastBatches = 5
const betweenPingsMs = 100

/** Costs are measured in list calls, on a server that is warm. */
type AttackServerOptions = { readonly heap?: number | undefined; readonly isMeasured: boolean }

export function createAttackServer(
  mode: ServerMode,
  { heap, isMeasured }: AttackServerOptions,
): AttackServer {
  let server: AttackedServer | undefined
  let batches: number[] = []
  return {
    async server() {
      if (server === undefined || server.ended() !== undefined) {
        server = await startAttacked(mode, heap)
        batches = []
        if (isMeasured) await warmUp(server)
      }
      // Measured before each attack, because other processes on this machine slow down all calls.
      const missing = isMeasured ? Math.max(1, leastBatches - batches.length) : 0
      for (let batch = 0; batch < missing; batch++)
        batches = [...batches, await costOfList(server)].slice(-keptBatches)
      return server
    },
    list: () => median(batches),
    async withBystander(happens) {
      if (server === undefined) throw new Error('Start the server first.')
      const bystander = await connectClient(server).catch(() => undefined)
      const pinging = { isRunning: bystander !== undefined }
      let waited = 0
      const ping = async () => {
        while (pinging.isRunning) {
          const began = performance.now()
          const answered = await bystander?.prepare('GET /api/agents?size=1').catch(() => undefined)
          waited = Math.max(waited, performance.now() - began)
          if (answered === undefined) return
          await delay(betweenPingsMs)
        }
      }
      const pings = ping()
      try {
        return { result: await happens(), waited }
      } finally {
        pinging.isRunning = false
        // On a blocked server this would wait long, and `waited` already contains the time.
        await Promise.race([pings, delay(2 * betweenPingsMs, undefined, { ref: false })])
        void bystander?.leave().catch(() => undefined)
      }
    },
    async checkService() {
      if (server === undefined) return []
      try {
        const newClient = await connectClient(server)
        const listed = await newClient.api('GET /api/conversations')
        const turn = await newClient.api('POST /api/react', { q: 'Where is my order?' })
        await newClient.leave()
        return [
          ...(listed.status === 200 ? [] : [`after the attack a list gets ${listed.status}`]),
          ...(turn.text.includes('event: end')
            ? []
            : [`after the attack a turn gets ${turn.status}`]),
        ]
      } catch (error) {
        return [`after the attack a new client fails: ${String(error)}`]
      }
    },
    async stop() {
      await server?.stop()
      server = undefined
    },
  }
}

/** Sends hundreds of list calls, so that V8 compiles the code. */
async function warmUp(server: AttackedServer): Promise<void> {
  for (let index = 0; index < warmUps; index++) {
    const visitor = await connectClient(server)
    for (let call = 0; call < callsOfEach; call++) await visitor.prepare('GET /api/conversations')
    await visitor.leave()
  }
}

/** The mean cost of some list calls of one client. */
async function costOfList(server: AttackedServer): Promise<number> {
  const visitor = await connectClient(server)
  const before = await server.look()
  for (let call = 0; call < measuredCalls; call++) await visitor.prepare('GET /api/conversations')
  const cpu = (await server.look()).cpu - before.cpu
  await visitor.leave()
  return cpu / measuredCalls
}
