import { bodyForm } from '../../../contract/body-form.ts'
import { pathOf, type RecordedExchange } from '../../../contract/exchange.ts'
import { isObject } from '../../../contract/json.ts'
import type { Effect } from '../../../contract/profile/effects.ts'
import { isSuccess } from './recorded-route.ts'

const maxLogs = 50
const maxPerLog = 2000

/** A log in a recording: the actions in its rows, and the times at which it was read. */
type SeenLog = {
  readonly actions: Set<string>
  readonly reads: { readonly entry: number; readonly rows: number }[]
}

/** Matches a query that returns the newest rows and only leaves out old ones. */
const newestRowsQuery = /^(?:\?(?:page=1|size=\d+)(?:&(?:page=1|size=\d+))?)?$/

/** The logs in a recording, such as an audit log, and the rows that they lack. */
export class SeenLogs {
  readonly #logs = new Map<string, SeenLog>()

  add(exchange: RecordedExchange): void {
    const { index: entry, request, json } = exchange
    if (request.method !== 'GET' || !isSuccess(exchange) || !isObject(json)) return
    const rows = bodyForm(json).list?.items ?? []
    const actions = rows.map((row) => (isObject(row) ? row['action'] : undefined))
    const path = pathOf(exchange)
    const log = this.#logs.get(path) ?? { actions: new Set(), reads: [] }
    const isLog = actions.length > 0 && actions.every((action) => typeof action === 'string')
    if (!isLog || (!this.#logs.has(path) && this.#logs.size >= maxLogs)) return
    this.#logs.set(path, log)
    for (const action of actions) if (log.actions.size < maxPerLog) log.actions.add(action)
    if (newestRowsQuery.test(request.url.search) && log.reads.length < maxPerLog)
      log.reads.push({ entry, rows: rows.length })
  }

  /**
   * Whether a recording disproves a log effect: the log was read right after the operation
   * succeeded, and has no such row. The log is found by the actions of all effects of the profile.
   */
  isDisproved(
    effect: Effect,
    successes: readonly number[],
    allEffects: readonly Effect[],
  ): boolean {
    const own = actionsOfEffect(effect)
    if (own.length === 0) return false
    const known = allEffects.filter((other) => other.in === effect.in).flatMap(actionsOfEffect)
    const logs = [...this.#logs.values()].filter(({ actions }) =>
      known.some((action) => actions.has(action)),
    )
    return (
      logs.every(({ actions }) => !own.some((action) => actions.has(action))) &&
      logs.some(({ reads }) => successes.some((entry) => isReadAfter(reads, entry)))
    )
  }
}

/** Whether a list was read before newer rows could push out the rows of an exchange. */
function isReadAfter(reads: SeenLog['reads'], success: number): boolean {
  const next = reads.find(({ entry }) => entry > success)
  return next !== undefined && next.entry - success <= next.rows
}

/** The actions of the rows that an effect always adds; empty if the rows depend on a condition. */
function actionsOfEffect({ creates = '' }: Effect): readonly string[] {
  if (!creates.trimStart().startsWith('{')) return []
  const [, written = ''] = /\baction: ([^,}]*)/.exec(creates) ?? []
  return Array.from(written.matchAll(/'(\w[\w.]*)'/g), ([, word = '']) => word)
}
