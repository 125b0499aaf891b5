import { once } from 'node:events'
import { Agent, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { RecordedExchange } from '../../contract/exchange.ts'
import { TrafficCheck } from '../../conformance/passive/traffic-check.ts'
import { openRecorder } from '../../traffic/record/recorder.ts'
import { createRedactor } from '../../traffic/redact/redactor.ts'
import { temporaryFolder } from '../support/start-serve.ts'
import { proxyTo, upstreamOf } from '../support/raw-upstream.ts'
import { drawn, isProving } from '../support/proving.ts'

/** The numbers of streams that end, of such streams to fill buffers before, and of aborted ones. */
const counts = isProving
  ? { streams: 500, warmUp: 2500, aborted: 10_000 }
  : { streams: 50, warmUp: 0, aborted: 100 }
/** The number of parallel aborted streams. */
const atOnce = 50
/** The bytes that an aborted stream may leave behind: less than any of its objects takes. */
const bytesLeft = isProving ? 100 : Number.POSITIVE_INFINITY

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function heapUsed(): Promise<number> {
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
  }
  return process.memoryUsage().heapUsed
}

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))

/** A target whose streams send frames until they are closed, or end after ten. */
async function endless() {
  const open = new Set<ServerResponse>()
  const { url, server } = await upstreamOf((incoming, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    for (let frame = 1; frame <= 10; frame++)
      outgoing.write(`id: ${frame}\nevent: step\ndata: {"cursor":${frame}}\n\n`)
    if (incoming.headers['x-end'] !== undefined) return outgoing.end()
    open.add(outgoing)
    return outgoing.on('close', () => open.delete(outgoing))
  })
  return { url, server, open }
}

/** Runs tasks, some at the same time. */
async function runTasks(count: number, workers: number, task: () => Promise<void>): Promise<void> {
  let begun = 0
  const worker = async () => {
    while (begun++ < count) await task()
  }
  await Promise.all(Array.from({ length: workers }, worker))
}

const { folder } = temporaryFolder()

/** The check and the recorder of the command. */
function checkAndRecord() {
  const check = new TrafficCheck()
  const redactor = createRedactor({ key: new Uint8Array(32).fill(7) })
  const recorder = openRecorder(join(folder.path, 'session.har'), redactor)
  onTestFinished(recorder.discard)
  return {
    judge: async (exchange: RecordedExchange) => {
      const found = await check.add(exchange)
      return found.map(({ rule, expected }) => ({ rule, message: expected }))
    },
    record: recorder.add,
  }
}

const ways = [
  ['', () => undefined],
  [' when they are checked and recorded', checkAndRecord],
] as const

test.each(drawn(ways, 1))(
  `${counts.streams} parallel streams and ${counts.aborted} aborted streams leave no memory behind%s`,
  async (_, prepare) => {
    const upstream = await endless()
    const seen = { exchanges: 0, bytes: 0 }
    const { judge, record } = prepare() ?? {}
    const proxy = await proxyTo(upstream.url, {
      judge,
      onExchange: (exchange) => {
        record?.(exchange)
        seen.exchanges++
        seen.bytes += exchange.content?.length ?? 0
      },
    })
    const agent = new Agent({ keepAlive: true, maxSockets: 600 })
    const ask = async (headers: Record<string, string>): Promise<[IncomingMessage, () => void]> => {
      const sent = request(`${proxy.url}/api/react`, { method: 'POST', agent, headers })
      sent.on('error', () => undefined)
      sent.end('{}')
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      return [response, () => void sent.destroy()]
    }
    const abort = async () => {
      const [response, leave] = await ask({})
      response.on('error', () => undefined)
      await once(response, 'data')
      await new Promise<void>((resolve) => {
        response.on('close', resolve)
        leave()
      })
    }
    const complete = async () => {
      const [response] = await ask({ 'x-end': 'yes' })
      response.resume()
      await once(response, 'end')
    }
    await runTasks(counts.streams, counts.streams, complete)
    await runTasks(counts.warmUp, atOnce, abort)
    await expect.poll(proxy.openExchanges).toBe(0)
    const before = await heapUsed()
    await runTasks(counts.aborted, atOnce, abort)
    await expect.poll(proxy.openExchanges).toBe(0)
    await expect.poll(() => upstream.open.size).toBe(0)
    const growth = (await heapUsed()) - before
    expect(proxy.capturedBytes()).toBe(0)
    // An exchange is checked before it is reported.
    await expect.poll(() => seen.exchanges).toBe(counts.streams + counts.warmUp + counts.aborted)
    expect(proxy.journal.entries().length).toBeLessThanOrEqual(2000)
    const openEntries = () =>
      proxy.journal.entries().filter(({ deliveries }) => deliveries?.state === 'open')
    await expect.poll(openEntries).toEqual([])
    // Idle connections stay open for the next request; connections of aborted streams do not.
    await expect
      .poll(() => connectionsOf(upstream.server))
      .toBeLessThanOrEqual(Math.max(counts.streams, atOnce))
    expect(growth / counts.aborted).toBeLessThan(bytesLeft)
    agent.destroy()
  },
  300_000,
)
