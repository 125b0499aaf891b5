import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { FaultPlan } from '../../recording/faults/plan-faults.ts'
import type { ExchangeLog } from './exchange-log.ts'
import { readableBy } from './own-response.ts'
import { PulledBody } from './pulled-body.ts'
import { isEventStream } from './raw-headers.ts'
import type { Sides } from './rewrite-headers.ts'
import { sendDamaged } from './send-damaged.ts'

/** The ends of an exchange whose response a substitute made. */
type SubstitutedExchange = {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly sides: Sides
  readonly log: ExchangeLog
  readonly plan: FaultPlan | undefined
}

/** Bytes of the body of a request that a substitute may answer. */
const maxRequest = 16 * 1024 * 1024

/** Reads the whole body of a request; `undefined` if it is too long. */
export async function readWhole(
  incoming: IncomingMessage,
  log: ExchangeLog,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming) {
    log.addRequest(chunk as Buffer)
    length += (chunk as Buffer).length
    if (length <= maxRequest) chunks.push(chunk as Buffer)
  }
  return length > maxRequest ? undefined : Buffer.concat(chunks)
}

/** Sends the response of a substitute, through the faults that affect it. */
export async function sendSubstitute(
  { incoming, outgoing, sides, log, plan }: SubstitutedExchange,
  response: Response,
): Promise<void> {
  const headers = rawHeaders(response, sides)
  const statusMessage = STATUS_CODES[response.status] ?? ''
  log.begin(response.status, statusMessage, headers)
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) log.leave()
    log.end('end')
  })
  const body = pulled(response, headers)
  const plain = { status: response.status, headers: {}, body }
  const damaged = plan?.after(plain) ?? plain
  await sendDamaged(
    outgoing,
    { ...damaged, statusMessage, rawHeaders: headers },
    {
      onSend: (bytes) => log.add(bytes),
      onBreak: () => {
        log.end('cut')
        body.cancel()
        incoming.socket.resetAndDestroy()
      },
    },
  )
}

/** The substitute does not know where pages reach it, so the proxy grants them access. */
function rawHeaders({ headers }: Response, { origin }: Sides): string[] {
  const own = Object.entries(readableBy(origin))
  const kept = [...headers].filter(([name]) => !/^(access-control-|vary$)/.test(name))
  const vary = headers.get('vary')
  return [...kept, ...(vary === null || own.length > 0 ? [] : [['vary', vary]]), ...own].flat()
}

function pulled(response: Response, headers: readonly string[]): PulledBody {
  const reader = response.body?.getReader()
  const waiting: { wake?: () => void } = {}
  let isPaused = false
  const body = new PulledBody(
    {
      pause: () => void (isPaused = true),
      resume() {
        isPaused = false
        waiting.wake?.()
      },
      cancel: () => void reader?.cancel().catch(() => undefined),
    },
    { isEvents: isEventStream(headers) },
  )
  async function pump(): Promise<void> {
    for (;;) {
      if (isPaused) await new Promise<void>((resolve) => (waiting.wake = resolve))
      const part = await reader?.read()
      if (part?.value === undefined) return body.finish('ended')
      body.push(part.value)
    }
  }
  pump().catch(() => body.finish('broken'))
  return body
}
