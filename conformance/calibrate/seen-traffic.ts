import type { Exchange } from '../session/exchange.ts'
import { SeenRecords } from './seen-records.ts'

/**
 * What readings need of the exchanges before the one that they read. Every part has a bounded size
 * and takes one exchange at a time.
 */
export class SeenTraffic {
  readonly records = new SeenRecords()

  add(exchange: Exchange): void {
    this.records.add(exchange)
  }
}
