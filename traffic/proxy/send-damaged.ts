import { isBytes, isError } from '../../contract/realm-safe.ts'
import type { ServerResponse } from 'node:http'
import { ConnectionReset, frameText, type PlainResponse } from '../../recording/exchange.ts'
import { afterWrites } from './clock.ts'

/** A response that faults have changed, with the headers as the client receives them. */
type DamagedResponse = PlainResponse & {
  readonly statusMessage: string
  readonly rawHeaders: readonly string[]
}

type Callbacks = {
  /** Called with the bytes of each write. */
  onSend(bytes: Uint8Array): void
  /** Breaks the connection. */
  onBreak(): void
}

/** Sends a damaged response; each write of a fault leaves separately. */
export async function sendDamaged(
  outgoing: ServerResponse,
  { status, statusMessage, rawHeaders, body, reset }: DamagedResponse,
  { onSend, onBreak }: Callbacks,
): Promise<void> {
  try {
    if (reset === true) throw new ConnectionReset()
    if (typeof body !== 'object') {
      outgoing.writeHead(status, statusMessage, withoutLength(rawHeaders))
      outgoing.end()
      return
    }
    outgoing.once('close', () => body.cancel())
    outgoing.writeHead(status, statusMessage, [...rawHeaders])
    outgoing.flushHeaders()
    for (let part = await body.pull(); part !== undefined; part = await body.pull()) {
      if (outgoing.destroyed) return
      const bytes = isBytes(part) ? part : Buffer.from(frameText(part))
      onSend(bytes)
      await written(outgoing, bytes)
    }
    outgoing.end()
  } catch (error) {
    if (error instanceof ConnectionReset) onBreak()
    else outgoing.destroy(isError(error) ? error : undefined)
  }
}

/** Waits until the bytes have left, or the client. */
const written = (outgoing: ServerResponse, bytes: Uint8Array) =>
  new Promise<void>((resolve) => {
    const settle = () => {
      outgoing.off('close', settle)
      resolve()
    }
    outgoing.on('close', settle)
    outgoing.write(bytes, () => afterWrites(settle))
  })

/** A body that a fault emptied has another length than the target said. */
function withoutLength(headers: readonly string[]): string[] {
  const kept = headers.flatMap((name, at) =>
    at % 2 === 0 && name.toLowerCase() !== 'content-length' ? [name, headers[at + 1] ?? ''] : [],
  )
  return kept
}
