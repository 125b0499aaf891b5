import type { PlainRequest, PlainResponse } from '../world/exchange.ts'
import type { PathMatch } from '../server/match-path.ts'
import type { RequestBody } from '../server/read-body.ts'
import type { NamedFault } from '../state/faults.ts'
import type { World } from '../state/world.ts'
import { callerOf } from './caller-of.ts'
import { damageReply } from './damage-reply.ts'
import { fits } from './fits.ts'
import { injectedError } from './injected-error.ts'
import { latencyOf } from './latency.ts'

/** What is wrong with one call, by the faults of its world that it matches. */
export type Struck = {
  readonly ids: readonly string[]
  /** Holds the call up, and gives the reply that comes instead of an answer, if one does. */
  before(): Promise<PlainResponse | undefined>
  /** The reply as it is sent, damaged. */
  after(reply: PlainResponse): PlainResponse
}

/** The faults that a call meets; `undefined` for none. */
export function strike(
  world: World,
  call: PlainRequest,
  matched: PathMatch,
  body: RequestBody,
): Struck | undefined {
  const id = matched.operations.get(call.method)
  const draw = (purpose: string, fault: NamedFault) => world.random.fraction(purpose, fault.id)
  let isCaller: ReturnType<typeof callerOf> | undefined
  const occasion = {
    id,
    method: call.method,
    path: matched.path,
    now: world.clock.now(),
    isCaller: (name: string) => (isCaller ??= callerOf(world, call, matched, body))(name),
  }
  const faults = world.faults.strike(
    (fault) => fits(fault, occasion),
    (fault) => draw('fault', fault),
  )
  if (faults.length === 0) return undefined
  const effects = faults.map(({ effect }) => effect)
  const decisive = effects.find(({ error, connection }) => error ?? connection)

  return {
    ids: faults.map((fault) => fault.id),
    async before() {
      for (const fault of faults) {
        const ms = latencyOf(fault.effect.latency, () => draw('fault-latency', fault))
        if (ms > 0) await world.clock.wait(ms, call.signal)
      }
      if (world.closed || decisive?.connection === 'refused') return noAnswer
      const error = decisive?.error && injectedError(decisive.error)
      return error && world.behaviour(id).wire.failure(error)
    },
    after(reply) {
      if (decisive?.connection !== 'reset') return damageReply(reply, effects, world.clock)
      if (typeof reply.body === 'object') reply.body.cancel()
      return noAnswer
    },
  }
}

export type Strike = typeof strike

const noAnswer: PlainResponse = { status: 0, headers: {}, body: undefined, reset: true }
