import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RingBuffer } from '../mocks/world/ring-buffer.ts'

type Value = { of: number | undefined }

type Held = { readonly number: number; weight: number }

/** A simple model of the ring buffer. */
class Model {
  values: Held[] = []
  #count = 0

  push(weight: number, most: number, heaviest: number) {
    this.values = [...this.values, { number: this.#count++, weight }].slice(-most)
    this.trim(heaviest)
  }

  trim(heaviest: number) {
    while (this.weight > heaviest) this.values.shift()
  }

  get weight() {
    return this.values.reduce((sum, { weight }) => sum + weight, 0)
  }
}

describe('a ring buffer', () => {
  it('holds the newest values within its count and size limits', () => {
    const act = fc.oneof(
      fc.record({ push: fc.nat(20) }),
      fc.record({ grow: fc.nat(40), by: fc.nat(20) }),
      fc.constant('clear' as const),
    )
    const bounds = fc.record({ most: fc.integer({ min: 1, max: 9 }), heaviest: fc.nat(60) })
    fc.assert(
      fc.property(bounds, fc.array(act, { maxLength: 60 }), ({ most, heaviest }, acts) => {
        const ring = new RingBuffer<Value>({
          maxLength: most,
          maxBytes: heaviest,
          blank: { of: undefined },
          write: (over, { of }) => (over.of = of),
        })
        const model = new Model()
        const numbers: number[] = []
        for (const one of acts) {
          if (one === 'clear') {
            ring.clear()
            model.values = []
          } else if ('push' in one) {
            numbers.push(ring.push({ of: numbers.length }, one.push))
            model.push(one.push, most, heaviest)
          } else {
            ring.addBytes(one.grow, one.grow < numbers.length ? one.by : 0)
            const held = model.values.find(({ number }) => number === one.grow)
            if (held !== undefined) held.weight += one.by
            model.trim(heaviest)
          }
          expect([...ring]).toEqual(model.values.map(({ number }) => ({ of: number })))
          expect(numbers).toEqual([...numbers.keys()])
          expect([ring.length, ring.bytes]).toEqual([model.values.length, model.weight])
        }
      }),
    )
  })

  it('overwrites dropped values, and no longer references them', () => {
    const blank: Value = { of: undefined }
    const ring = new RingBuffer<Value>({
      maxLength: 2,
      maxBytes: 10,
      blank,
      write: (over, { of }) => (over.of = of),
    })
    const given = [1, 2, 3].map((of) => ({ of }))
    const slots = new Set<Value>()
    for (const value of given) {
      ring.push(value, 1)
      for (const slot of ring) slots.add(slot)
    }
    expect(slots.size).toBe(2)
    expect(given.some((value) => slots.has(value))).toBe(false)
    ring.push({ of: 4 }, 10)
    expect([...slots].map(({ of }) => of).toSorted()).toEqual([4, undefined])
    ring.clear()
    expect([...slots]).toEqual([blank, blank])
  })
})
