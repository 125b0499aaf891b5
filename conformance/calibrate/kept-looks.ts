import type { ChoiceId } from '../../contract/choices.ts'
import { operationName, findOperation } from '../../contract/operations/operation-index.ts'
import { operationOf } from '../session/exchange.ts'
import { nameOf } from './conclude.ts'
import type { Evidence, ObservedOption } from './look.ts'

/** Looks that are kept of each kind; more would not change a report. */
const mostAlike = 4

/** Kinds of looks that are kept of each choice. One of them many times is a conflict long before. */
const mostKinds = 500

/** What traffic shows, without the exchanges: a few looks of each kind for each choice. */
export class KeptLooks {
  readonly #kinds = new Map<ChoiceId, Map<string, ObservedOption[]>>()

  add(id: ChoiceId, looks: readonly ObservedOption[]): void {
    const kinds = this.#kinds.get(id) ?? new Map<string, ObservedOption[]>()
    this.#kinds.set(id, kinds)
    for (const look of looks) {
      const evidence = evidenceOf(look.exchange)
      const { at = evidence.request, came, given } = look
      const kind = JSON.stringify([at.method, at.path, nameOf(look), came, given])
      const alike = kinds.get(kind) ?? []
      if (alike.some(({ exchange }) => exchange === evidence)) continue
      if (alike.length >= mostAlike || (alike.length === 0 && kinds.size >= mostKinds)) continue
      kinds.set(kind, [...alike, { ...look, exchange: evidence }])
    }
  }

  *all(): Generator<[ChoiceId, readonly ObservedOption[]]> {
    for (const [id, kinds] of this.#kinds) yield [id, [...kinds.values()].flat()]
  }
}

const known = new WeakMap<Evidence, Evidence>()

/** An exchange without its contents: its path has no ids, and its query no texts. */
function evidenceOf(exchange: Evidence): Evidence {
  const kept = known.get(exchange) ?? withoutContents(exchange)
  known.set(exchange, kept)
  return kept
}

function withoutContents({ request: { method, path }, status }: Evidence): Evidence {
  const id = findOperation(method, path)
  const operation = id === undefined ? operationOf({ method, path }) : operationName(id)
  const [, query = ''] = /\?([^#]*)/.exec(path) ?? []
  const parameters = [...new URLSearchParams(query)]
    .slice(0, 10)
    .map(([name, value]) => `${name}=${/^-?\d{1,6}$/.test(value) ? value : '…'}`)
  const shown = operation.slice(operation.indexOf(' ') + 1)
  return {
    request: { method, path: [shown, parameters.join('&')].filter(Boolean).join('?') },
    status,
  }
}
