import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Ring } from '../mocks/state/ring.ts'

type Held = { readonly number: number; weight: number }

/** The same by the plainest means. */
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

describe('a ring', () => {
  it('holds the newest values within its number and its weight, whatever happens', () => {
    const act = fc.oneof(
      fc.record({ push: fc.nat(20) }),
      fc.record({ grow: fc.nat(40), by: fc.nat(20) }),
      fc.constant('clear' as const),
    )
    const bounds = fc.record({ most: fc.integer({ min: 1, max: 9 }), heaviest: fc.nat(60) })
    fc.assert(
      fc.property(bounds, fc.array(act, { maxLength: 60 }), ({ most, heaviest }, acts) => {
        const ring = new Ring<number>({ most, heaviest })
        const model = new Model()
        const numbers: number[] = []
        for (const one of acts) {
          if (one === 'clear') {
            ring.clear()
            model.values = []
          } else if ('push' in one) {
            numbers.push(ring.push(numbers.length, one.push))
            model.push(one.push, most, heaviest)
          } else {
            ring.grow(one.grow, one.grow < numbers.length ? one.by : 0)
            const held = model.values.find(({ number }) => number === one.grow)
            if (held !== undefined) held.weight += one.by
            model.trim(heaviest)
          }
          expect([...ring]).toEqual(model.values.map(({ number }) => number))
          expect(numbers).toEqual([...numbers.keys()])
          expect([ring.length, ring.weight]).toEqual([model.values.length, model.weight])
        }
      }),
    )
  })
})
