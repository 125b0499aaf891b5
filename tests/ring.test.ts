import { expect, it } from 'vitest'
import { lazily } from '../mocks/lazily.ts'
import { Ring } from '../mocks/state/ring.ts'

it('has the newest values in their order, however often it went round', () => {
  const ring = new Ring<number>(3)
  const gone: (number | undefined)[] = []
  for (let value = 1; value <= 11; value++) {
    if (ring.length === 3) gone.push(ring.shift())
    ring.push(value)
  }
  expect(gone).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect([...ring]).toEqual([9, 10, 11])
  expect([ring.has(9), ring.has(8)]).toEqual([true, false])
})

it('can be emptied and filled again', () => {
  const ring = new Ring<string>(2)
  ring.push('a')
  expect([ring.shift(), ring.shift(), ring.length]).toEqual(['a', undefined, 0])
  ring.push('b')
  ring.push('c')
  expect([...ring]).toEqual(['b', 'c'])
})

it('makes each value of a lazy object once, when it is read, and shows all of them', () => {
  const made: string[] = []
  const make = (name: string) => () => {
    made.push(name)
    return name
  }
  const values = lazily({ one: make('one'), two: make('two') })
  expect(made).toEqual([])
  expect([values.two, values.two]).toEqual(['two', 'two'])
  expect(made).toEqual(['two'])
  expect({ ...values }).toEqual({ one: 'one', two: 'two' })
  expect(made).toEqual(['two', 'one'])
})
