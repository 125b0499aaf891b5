import { describe, expect, it } from 'vitest'
import {
  formatNumber,
  formatSpread,
  median,
  quantile,
  ratio,
  ratiosTo,
  runRounds,
} from '../../../tools/bench/statistics.ts'

describe('the statistics of the benchmark', () => {
  it('a median is the middle value, or the mean of the middle two', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([4, 1, 3, 2])).toBe(2.5)
    expect(median([])).toBeNaN()
  })

  it('a quantile is one of the values, and the values are compared as numbers', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect([0.5, 0.99, 1].map((share) => quantile(hundred, share))).toEqual([50, 99, 100])
    expect(quantile([10, 9, 100], 0.5)).toBe(10)
    expect(quantile([], 0.5)).toBeNaN()
  })

  it('an event that never arrived counts as later than all others', () => {
    expect(quantile([1, Number.POSITIVE_INFINITY, 2], 0.99)).toBe(Number.POSITIVE_INFINITY)
  })

  it('a ratio compares values of the same round, so that a slow round does not change it', () => {
    const bare = [100, 10, 100]
    const ours = [50, 5, 50]
    expect(ratiosTo(ours, bare)).toEqual([0.5, 0.5, 0.5])
    const rounds = new Map(Object.entries({ bare, ours, short: [1] }))
    expect(ratio(rounds, Number, 'ours', 'bare')).toBe(0.5)
    expect(ratio(rounds, Number, 'bare', 'short')).toBe(100)
    expect(ratio(rounds, Number, 'ours', 'absent')).toBeNaN()
  })

  it('a spread is written as the median with minimum and maximum', () => {
    expect(formatSpread([3, 1, 2])).toBe('2.00 (1.00–3.00)')
    expect(formatSpread([7, 7])).toBe('7.00')
    expect(formatSpread([])).toBe('–')
  })

  it('a number is written with three significant digits', () => {
    expect([0, 0.001234, 0.1234, 1.234, 12.34, 123.4, 12_345].map(formatNumber)).toEqual([
      '0',
      '0.00123',
      '0.123',
      '1.23',
      '12.3',
      '123',
      '12,345',
    ])
    expect(formatNumber(Number.POSITIVE_INFINITY)).toBe('∞')
  })

  it('every second round of the benchmark runs its subjects in the opposite order', async () => {
    const order: string[] = []
    const results = await runRounds(3, subjects('a', 'b', 'c'), async ({ name }, round) => {
      order.push(name)
      return `${name}${round}`
    })
    expect(order.join('')).toBe('abccbaabc')
    expect(results.get('b')).toEqual(['b0', 'b1', 'b2'])
  })
})

const subjects = (...names: string[]) => names.map((name) => ({ name }))
