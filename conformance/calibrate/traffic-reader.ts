import type { ChoiceId } from '../../contract/choices.ts'
import { type Exchange, isUnavailable } from '../session/exchange.ts'
import { type ObservedOption, toObserved } from './look.ts'
import type { Observer } from './observer.ts'
import { indices, observers } from './observers.ts'
import { History } from './history.ts'

type Looks = ReadonlyMap<ChoiceId, readonly ObservedOption[]>

const all = Object.entries(observers) as readonly (readonly [ChoiceId, Observer<ChoiceId>])[]
const readers = all.filter(([, { read }]) => read !== undefined)
const endReaders = all.filter(([, { readAtEnd }]) => readAtEnd !== undefined)

/** Reads every choice that exchanges show, one exchange after the other. */
export class TrafficReader {
  readonly #seen = new History(indices)

  /** Returns what one exchange shows, for each choice that it says something about. */
  read(exchange: Exchange): Looks {
    const looks = new Map<ChoiceId, readonly ObservedOption[]>()
    const isRefusedForNow = isUnavailable(exchange)
    for (const [id, { read, isShownByLimits }] of readers) {
      if (isRefusedForNow && !isShownByLimits) continue
      const found = read?.(exchange, this.#seen)
      if (found !== undefined)
        looks.set(
          id,
          [found].flat().map((look) => toObserved(look, exchange)),
        )
    }
    this.#seen.add(exchange)
    return looks
  }

  /** Returns what all exchanges together show, as far as they were read. */
  readAtEnd(): Looks {
    const looks = new Map<ChoiceId, readonly ObservedOption[]>()
    for (const [id, { readAtEnd }] of endReaders) {
      const found = readAtEnd?.(this.#seen)
      if (found !== undefined) looks.set(id, [found])
    }
    return looks
  }
}
