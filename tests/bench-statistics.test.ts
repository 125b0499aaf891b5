import { describe, expect, it } from 'vitest'
import { figure, ratioOf, spreadText } from '../bench/figures.ts'
import { inRounds, median, quantile, ratiosTo, spreadOf } from '../bench/statistics.ts'

describe('the arithmetic of the bench', () => {
  it('takes the value in the middle, or the mean of two', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([4, 1, 3, 2])).toBe(2.5)
    expect(median([])).toBeNaN()
  })

  it('finds quantiles among the values, by size and not by name', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect([0.5, 0.99, 1].map((share) => quantile(hundred, share))).toEqual([50, 99, 100])
    expect(quantile([10, 9, 100], 0.5)).toBe(10)
    expect(quantile([], 0.5)).toBeNaN()
  })

  it('counts what never came as later than all that did', () => {
    expect(quantile([1, Number.POSITIVE_INFINITY, 2], 0.99)).toBe(Number.POSITIVE_INFINITY)
  })

  it('compares round with round, so that a slow one slows both', () => {
    const bare = [100, 10, 100]
    const ours = [50, 5, 50]
    expect(ratiosTo(ours, bare)).toEqual([0.5, 0.5, 0.5])
    expect(ratioOf(ours, bare)).toBe(0.5)
    expect(ratiosTo([1, 2], [1])).toEqual([1])
    expect(ratioOf(ours, [])).toBeNaN()
  })

  it('tells the least and the most', () => {
    expect(spreadOf([3, 1, 2])).toEqual({ median: 2, least: 1, most: 3 })
    expect(spreadText([3, 1, 2])).toBe('2.00 (1.00–3.00)')
    expect(spreadText([7, 7])).toBe('7.00')
    expect(spreadText([])).toBe('–')
  })

  it('writes three digits that mean something', () => {
    expect([0, 0.001234, 0.1234, 1.234, 12.34, 123.4, 12_345].map(figure)).toEqual([
      '0',
      '0.00123',
      '0.123',
      '1.23',
      '12.3',
      '123',
      '12,345',
    ])
    expect(figure(Number.POSITIVE_INFINITY)).toBe('∞')
  })

  it('turns the order of the contestants around in every other round', async () => {
    const order: string[] = []
    const results = await inRounds(3, ['a', 'b', 'c'], async (name, round) => {
      order.push(name)
      return `${name}${round}`
    })
    expect(order.join('')).toBe('abccbaabc')
    expect(results.get('b')).toEqual(['b0', 'b1', 'b2'])
  })

  it('ends with a whole round, and has at least one, once it is enough', async () => {
    let runs = 0
    const run = async () => ++runs
    const two = await inRounds(5, ['a', 'b'], run, () => runs > 2)
    expect([...two.values()]).toEqual([
      [1, 4],
      [2, 3],
    ])
    const one = await inRounds(5, ['a'], run, () => true)
    expect([...one.values()]).toEqual([[5]])
  })
})
