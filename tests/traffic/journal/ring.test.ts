import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documented } from '../../../contract/picks.ts'
import { DeliveryLog } from '../../../traffic/journal/delivery-log.ts'
import { EntryBuffer } from '../../../traffic/journal/journal.ts'
import type { JournalEntry } from '../../../traffic/journal/journal-entry.ts'

const entry: JournalEntry = {
  number: 1,
  at: 1.5,
  method: 'POST',
  path: '/api/react',
  query: 'a=1',
  headers: [['x-a', 'b']],
  endpoint: 'chat.react',
  caller: { email: 'demo@example.com', key: undefined },
  fields: ['page'],
  scenario: 'a-scenario',
  requestBody: '{}',
  status: 500,
  outcome: 'fault',
  faults: ['mine'],
  explanation: '500: fault `mine` replaced the response',
  responseBody: { text: 'x', length: 2 },
  ms: 3,
  profile: { ...documented, name: 'another' },
  deliveries: new DeliveryLog(),
}

type Held = { readonly number: number; bytes: number }

/** A simple implementation of the buffer to compare with. */
class Model {
  values: Held[] = []
  #count = 0

  push(bytes: number, maxLength: number, maxBytes: number) {
    this.values = [...this.values, { number: this.#count++, bytes }].slice(-maxLength)
    this.trim(maxBytes)
  }

  trim(maxBytes: number) {
    while (this.bytes > maxBytes) this.values.shift()
  }

  get bytes() {
    return this.values.reduce((sum, { bytes }) => sum + bytes, 0)
  }
}

describe('the buffer of a journal', () => {
  it('the buffer of a journal holds the newest entries within its length and its bytes, after any operations', () => {
    const act = fc.oneof(
      fc.record({ push: fc.nat(20) }),
      fc.record({ grow: fc.nat(40), by: fc.nat(20) }),
      fc.constant('clear' as const),
    )
    const bounds = fc.record({ maxLength: fc.integer({ min: 1, max: 9 }), maxBytes: fc.nat(60) })
    fc.assert(
      fc.property(bounds, fc.array(act, { maxLength: 60 }), ({ maxLength, maxBytes }, acts) => {
        const buffer = new EntryBuffer(maxLength, maxBytes)
        const model = new Model()
        const places: number[] = []
        for (const one of acts) {
          if (one === 'clear') {
            buffer.clear()
            model.values = []
          } else if ('push' in one) {
            places.push(buffer.push({ ...entry, number: places.length }, one.push))
            model.push(one.push, maxLength, maxBytes)
          } else {
            buffer.addBytes(one.grow, one.grow < places.length ? one.by : 0)
            const held = model.values.find(({ number }) => number === one.grow)
            if (held !== undefined) held.bytes += one.by
            model.trim(maxBytes)
          }
          expect(buffer.list()).toEqual(model.values.map(({ number }) => ({ ...entry, number })))
          expect(places).toEqual([...places.keys()])
          expect(buffer.bytes).toBe(model.bytes)
        }
      }),
    )
  })

  it('the buffer of a journal replaces every field of an entry, and does not change what it returned before', () => {
    const buffer = new EntryBuffer(1, 10)
    buffer.push(entry, 1)
    const [first] = buffer.list()
    const other = Object.fromEntries(Object.keys(entry).map((field) => [field, `other ${field}`]))
    buffer.push(other as unknown as JournalEntry, 1)
    expect(buffer.list()).toEqual([other])
    expect(first).toEqual(entry)
  })
})
