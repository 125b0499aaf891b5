import { setTimeout as delay } from 'node:timers/promises'
import { comeIn } from './attack-client.ts'
import type { Ground } from './attack.ts'
import { type AttackedServer, startAttacked } from './attacked-server.ts'

/** A server with a bystander in it, replaced by a fresh one when an attack has hurt it. */
export type Arena = {
  /** The server, started and warm. */
  server(): Promise<AttackedServer>
  /** Seconds of CPU of a list call on it, which is what costs are compared with. */
  list(): number
  /** Lets the bystander call all the time while something happens; gives the longest wait in ms. */
  beside<Result>(happens: () => Promise<Result>): Promise<{ result: Result; waited: number }>
  /** What a newcomer can't do: sign in, list, have a turn. */
  whatFails(): Promise<readonly string[]>
  /** Stops the server; the next attack gets a fresh one. */
  stop(): Promise<void>
}

const warmUps = 3
const callsOfEach = 100
const measuredBatches = 2
const measuredCalls = 20
const betweenPingsMs = 100

export function openArena(ground: Ground, heap?: number): Arena {
  let server: AttackedServer | undefined
  let list = 0
  return {
    async server() {
      if (server === undefined || server.ended() !== undefined) {
        server = await startAttacked(ground, heap)
        await warmUp(server)
      }
      // Beside each attack anew: what others do on this machine makes all calls dearer.
      list = await costOfList(server)
      return server
    },
    list: () => list,
    async beside(happens) {
      if (server === undefined) throw new Error('Start the server first.')
      const bystander = await comeIn(server).catch(() => undefined)
      const pinging = { goesOn: bystander !== undefined }
      let waited = 0
      const ping = async () => {
        while (pinging.goesOn) {
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
        pinging.goesOn = false
        // A blocked server keeps it waiting: how long is told already.
        await Promise.race([pings, delay(2 * betweenPingsMs, undefined, { ref: false })])
        void bystander?.leave().catch(() => undefined)
      }
    },
    async whatFails() {
      if (server === undefined) return []
      try {
        const newcomer = await comeIn(server)
        const listed = await newcomer.api('GET /api/conversations')
        const turn = await newcomer.api('POST /api/react', { q: 'Where is my order?' })
        await newcomer.leave()
        return [
          ...(listed.status === 200 ? [] : [`afterwards a list gets ${listed.status}`]),
          ...(turn.text.includes('event: end') ? [] : [`afterwards a turn gets ${turn.status}`]),
        ]
      } catch (error) {
        return [`afterwards nobody gets in: ${String(error)}`]
      }
    },
    async stop() {
      await server?.stop()
      server = undefined
    },
  }
}

/** Has hundreds of list calls answered, so that they are compiled. */
async function warmUp(server: AttackedServer): Promise<void> {
  for (let index = 0; index < warmUps; index++) {
    const visitor = await comeIn(server)
    for (let call = 0; call < callsOfEach; call++) await visitor.prepare('GET /api/conversations')
    await visitor.leave()
  }
}

/** What a list call costs on a server that has answered hundreds of them: of several batches, the least. */
async function costOfList(server: AttackedServer): Promise<number> {
  const batches: number[] = []
  for (let batch = 0; batch < measuredBatches; batch++) {
    const visitor = await comeIn(server)
    const before = await server.look()
    for (let call = 0; call < measuredCalls; call++) await visitor.prepare('GET /api/conversations')
    batches.push(((await server.look()).cpu - before.cpu) / measuredCalls)
    await visitor.leave()
  }
  return Math.min(...batches)
}
