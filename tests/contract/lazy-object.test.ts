import { expect, it } from 'vitest'
import { lazyProperties } from '../../contract/memoize.ts'

it('a lazy object computes each value once when it is read, and lists all its keys', () => {
  const made: string[] = []
  const make = (name: string) => () => {
    made.push(name)
    return name
  }
  const values = lazyProperties({ one: make('one'), two: make('two') })
  expect(made).toEqual([])
  expect([values.two, values.two]).toEqual(['two', 'two'])
  expect(made).toEqual(['two'])
  expect({ ...values }).toEqual({ one: 'one', two: 'two' })
  expect(made).toEqual(['two', 'one'])
})
