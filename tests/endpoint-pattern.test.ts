import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { toEndpointPattern } from '../contract/endpoint-pattern.ts'

/** Whether a text fits a pattern, found by trying every place of every `*`. */
const fits = (pattern: string, text: string): boolean => {
  if (pattern === '') return text === ''
  if (pattern[0] === '*')
    return fits(pattern.slice(1), text) || (text !== '' && fits(pattern, text.slice(1)))
  return text !== '' && pattern[0] === text[0] && fits(pattern.slice(1), text.slice(1))
}

const of = (letters: string[]) =>
  fc.array(fc.constantFrom(...letters), { maxLength: 9 }).map((parts) => `/${parts.join('')}`)

it('each `*` of a pattern is any text, wherever the others stand', () => {
  fc.assert(
    fc.property(of(['a', 'b', '.', '*']), of(['a', 'b', '.']), (pattern, path) => {
      expect(toEndpointPattern(pattern)({ method: 'GET', path })).toBe(fits(pattern, path))
    }),
    { numRuns: 2000, seed: 20_261_121 },
  )
})

it('`{name}` is one whole part of a path', () => {
  const called = toEndpointPattern('/api/{kind}/{id}')
  const at = (path: string) => called({ method: 'GET', path })
  expect(['/api/a/b', '/api/a', '/api/a/b/c', '/api//b'].map(at)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

it('a pattern of many `*` is held against a long path in no time', () => {
  const pattern = `/api/${'*i'.repeat(40)}*x`
  // To try all places of forty would take longer than the world lasts.
  expect(toEndpointPattern(pattern)({ method: 'GET', path: `/api/${'i'.repeat(5000)}` })).toBe(
    false,
  )
})
