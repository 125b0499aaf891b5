import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { BoundedMap } from './bounded-map.ts'
import { recordsIn } from './list-forms.ts'

/** Records whose fields are remembered. */
const mostRecords = 5000

/** The fields of records that were null in some response, by the ids of the records. */
export class SeenRecords {
  readonly #nullFields = new BoundedMap<string, ReadonlySet<string>>(mostRecords)

  nullFieldsOf(id: unknown): ReadonlySet<string> {
    return (typeof id === 'string' ? this.#nullFields.get(id) : undefined) ?? none
  }

  add(exchange: Exchange): void {
    if (!isAccepted(exchange)) return
    for (const record of recordsIn(exchange)) {
      const id = record['id']
      const names = Object.keys(record).filter((name) => record[name] === null)
      if (typeof id !== 'string' || names.length === 0) continue
      this.#nullFields.set(id, new Set([...this.nullFieldsOf(id), ...names]))
    }
  }
}

const none: ReadonlySet<string> = new Set()
