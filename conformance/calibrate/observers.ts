import type { ChoiceId } from '../../contract/choices.ts'
import { type Exchange, isUnavailable } from '../session/exchange.ts'
import { approvalIndices, approvalObservers } from './approvals.ts'
import { conversationListIndices, conversationListObservers } from './conversation-lists.ts'
import { conversationIndices, conversationObservers } from './conversations.ts'
import { credentialObservers } from './credentials.ts'
import { errorObservers } from './errors.ts'
import { eventObservers } from './events.ts'
import { History, type HistoryIndex } from '../history/history.ts'
import { httpIndices, httpObservers } from './http.ts'
import { credentialIndices } from '../history/credentials.ts'
import { keyIndices, keyObservers } from './keys.ts'
import { conversations } from './known-conversations.ts'
import { loginIndices, loginObservers } from './logins.ts'
import { type ObservedOption, toObserved } from './look.ts'
import type { Observer } from './observer.ts'
import { platformIndices, platformObservers } from './platform.ts'
import { recordIndices, recordObservers } from './records.ts'
import { resumeObservers } from './resume.ts'
import { scopeIndices, scopeObservers } from './scopes.ts'
import { streamFormatObservers } from './stream-format.ts'
import { turnIndices, turnObservers } from './turns.ts'
import { workflowIndices, workflowObservers } from './workflows.ts'

/** One observer for each choice. */
export const observers: { readonly [Id in ChoiceId]: Observer<Id> } = {
  ...errorObservers,
  ...credentialObservers,
  ...loginObservers,
  ...scopeObservers,
  ...recordObservers,
  ...keyObservers,
  ...conversationObservers,
  ...platformObservers,
  ...turnObservers,
  ...conversationListObservers,
  ...resumeObservers,
  ...eventObservers,
  ...streamFormatObservers,
  ...approvalObservers,
  ...workflowObservers,
  ...httpObservers,
}

/**
 * The data of past traffic that readings need. Credentials come last, so that the other indices
 * read the state of a credential before the exchange changes it.
 */
const indices: readonly HistoryIndex<unknown>[] = [
  ...approvalIndices,
  ...conversationIndices,
  ...conversationListIndices,
  ...httpIndices,
  ...keyIndices,
  ...loginIndices,
  ...platformIndices,
  ...recordIndices,
  ...scopeIndices,
  ...turnIndices,
  ...workflowIndices,
  conversations,
  ...credentialIndices,
]

type OptionsByChoice = ReadonlyMap<ChoiceId, readonly ObservedOption[]>

const observerEntries = Object.entries(observers) as readonly (readonly [
  ChoiceId,
  Observer<ChoiceId>,
])[]
const readers = observerEntries.filter(([, { read }]) => read !== undefined)
const endReaders = observerEntries.filter(([, { readAtEnd }]) => readAtEnd !== undefined)

/** Reads the options of all choices from exchanges, one exchange after the other. */
export class TrafficReader {
  readonly #seen = new History(indices)

  /** Returns the options that one exchange shows, by choice. */
  read(exchange: Exchange): OptionsByChoice {
    const looks = new Map<ChoiceId, readonly ObservedOption[]>()
    const isRefusedForNow = isUnavailable(exchange)
    for (const [id, { read, isShownByLimits }] of readers) {
      if (isRefusedForNow && !isShownByLimits) continue
      const options = read?.(exchange, this.#seen)
      if (options !== undefined)
        looks.set(
          id,
          [options].flat().map((look) => toObserved(look, exchange)),
        )
    }
    this.#seen.add(exchange)
    return looks
  }

  /** Returns the options that only all exchanges so far show together. */
  readAtEnd(): OptionsByChoice {
    const looks = new Map<ChoiceId, readonly ObservedOption[]>()
    for (const [id, { readAtEnd }] of endReaders) {
      const options = readAtEnd?.(this.#seen)
      if (options !== undefined) looks.set(id, [options])
    }
    return looks
  }
}
