import type { Exchange } from '../session/exchange.ts'
import { SeenCredentials } from './seen-credentials.ts'
import { SeenLists } from './seen-lists.ts'
import { SeenRecords } from './seen-records.ts'
import { SeenUses } from './seen-uses.ts'

/**
 * What readings need of the exchanges before the one that they read. Every part has a bounded size
 * and takes one exchange at a time.
 */
export class SeenTraffic {
  readonly credentials = new SeenCredentials()
  readonly lists = new SeenLists()
  readonly records = new SeenRecords()
  readonly uses = new SeenUses()

  add(exchange: Exchange): void {
    this.uses.add(exchange, this.credentials)
    this.lists.add(exchange, this.credentials.senderOf(exchange))
    this.credentials.add(exchange)
    this.records.add(exchange)
  }
}
