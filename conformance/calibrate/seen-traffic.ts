import type { Exchange } from '../session/exchange.ts'
import { SeenCredentials } from './seen-credentials.ts'
import { SeenRecords } from './seen-records.ts'

/**
 * What readings need of the exchanges before the one that they read. Every part has a bounded size
 * and takes one exchange at a time.
 */
export class SeenTraffic {
  readonly credentials = new SeenCredentials()
  readonly records = new SeenRecords()

  add(exchange: Exchange): void {
    this.credentials.add(exchange)
    this.records.add(exchange)
  }
}
