import type { FaultEffect } from '../../contract/fault.ts'
import type { FrameStream, PlainResponse } from '../world/exchange.ts'
import type { Clock } from '../state/clock.ts'
import { damage } from './damage.ts'
import { encode } from './pieces.ts'

/** A reply with what faults make of its body: none, a part of what its headers promise, a bad stream. */
export function damageReply(
  reply: PlainResponse,
  effects: readonly FaultEffect[],
  clock: Clock,
): PlainResponse {
  const { body } = reply
  if (body === undefined) return reply
  if (effects.some((effect) => effect.body === 'empty')) {
    if (typeof body === 'object') body.cancel()
    return { ...reply, body: '' }
  }
  const cuts = effects.flatMap((effect) =>
    typeof effect.body === 'object' ? [{ cut: { at_byte: effect.body.truncate } }] : [],
  )
  if (typeof body === 'object') {
    const faults = [...effects.flatMap(({ stream }) => stream ?? []), ...cuts]
    return faults.length === 0 ? reply : { ...reply, body: damage(body, faults, clock) }
  }
  const length = encode(body).length
  if (cuts.every(({ cut }) => cut.at_byte >= length)) return reply
  const headers = { ...reply.headers, 'content-length': String(length) }
  return { ...reply, headers, body: damage(streamOf(body), cuts, clock) }
}

function streamOf(text: string): FrameStream {
  let rest: string | undefined = text
  return {
    async pull() {
      const sent = rest
      rest = undefined
      return sent
    },
    cancel() {},
  }
}
