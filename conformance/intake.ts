import { operationOf } from './calls.ts'
import { weightOf } from './excess.ts'
import type { Ask, Exchange } from './exchange.ts'
import { type Limits, sizeText } from './limits.ts'
import { Obstructed } from './outcomes.ts'

/** Counts what a run takes in, so that no target fills the memory of the suite. */
export type Intake = {
  /** Throws once too much came for one more request. */
  check(): void
  /** The exchange as it is kept for the checks of all traffic: without its body once it is too much. */
  take(exchange: Exchange): Exchange
}

export function createIntake(limits: Limits): Intake {
  let cuts = 0
  let lastCut = ''
  let kept = 0
  return {
    check() {
      if (cuts >= limits.cutAnswers)
        throw new Obstructed(
          `nothing more was asked after ${cuts} cut answers; the last was ${lastCut}`,
        )
      if (kept > limits.keptBytes)
        throw new Obstructed(
          `nothing more was asked: the answers of the run fill ${sizeText(limits.keptBytes)} of memory`,
        )
    },
    take(exchange) {
      if (exchange.excess !== undefined) {
        cuts += 1
        lastCut = `${operationOf(exchange.ask)}: ${exchange.excess}`
      }
      const weight = weightOf(exchange)
      // Requests of the clean-up go on; what they bring is not worth the memory.
      if (kept > limits.keptBytes) return { ...exchange, ...bodyless }
      kept += weight
      return exchange
    },
  }
}

const bodyless = {
  text: '',
  json: undefined,
  events: [],
  excess: 'its body was not kept: the run had filled its memory',
}

/** Throws where an id or a token of the target would make a request that no server takes. */
export function refuseOversized({ path, bearer = '', headers = {} }: Ask, limits: Limits): void {
  const longest = Math.max(
    path.length,
    bearer.length,
    ...Object.values(headers).map((value) => value.length),
  )
  if (longest <= limits.requestCharacters) return
  const most = limits.requestCharacters.toLocaleString('en')
  throw new Obstructed(
    `an id or a token of the target makes a request too long: over ${most} characters`,
  )
}
