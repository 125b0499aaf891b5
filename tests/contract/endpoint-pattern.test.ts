import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { toOperationPattern } from '../../contract/operations/operation-pattern.ts'

/** Whether a text matches a pattern, by trying every position of every `*`. */
const fits = (pattern: string, text: string): boolean => {
  if (pattern === '') return text === ''
  if (pattern[0] === '*')
    return fits(pattern.slice(1), text) || (text !== '' && fits(pattern, text.slice(1)))
  return text !== '' && pattern[0] === text[0] && fits(pattern.slice(1), text.slice(1))
}

const of = (letters: string[]) =>
  fc.array(fc.constantFrom(...letters), { maxLength: 9 }).map((parts) => `/${parts.join('')}`)

it('each `*` of an endpoint pattern matches any text', () => {
  fc.assert(
    fc.property(of(['a', 'b', '.', '*']), of(['a', 'b', '.']), (pattern, path) => {
      expect(toOperationPattern(pattern)({ method: 'GET', path })).toBe(fits(pattern, path))
    }),
    { numRuns: 2000, seed: 20_261_121 },
  )
})

it('`{name}` in an endpoint pattern matches exactly one segment of a path', () => {
  const called = toOperationPattern('/api/{kind}/{id}')
  const at = (path: string) => called({ method: 'GET', path })
  expect(['/api/a/b', '/api/a', '/api/a/b/c', '/api//b'].map(at)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

it('an endpoint pattern with many `*` matches a long path quickly', () => {
  const pattern = `/api/${'*i'.repeat(40)}*x`
  // Trying all positions of forty `*` would never end.
  expect(toOperationPattern(pattern)({ method: 'GET', path: `/api/${'i'.repeat(5000)}` })).toBe(
    false,
  )
})

it('an endpoint pattern of any length is accepted, but matches nothing if it has more than 500 characters', () => {
  const called = { method: 'GET', path: `/${'a'.repeat(600)}` }
  expect(
    toOperationPattern(`/${'a'.repeat(499)}`)({ ...called, path: `/${'a'.repeat(499)}` }),
  ).toBe(true)
  expect(toOperationPattern(`/${'a'.repeat(600)}`)(called)).toBe(false)
  expect(toOperationPattern('a'.repeat(100_000))({ ...called, id: 'chat.react' })).toBe(false)
})

it.each([
  ['/api/{a}*x*', '/api/axb', true],
  ['/api/{a}*', '/api/', false],
  ['/api/*/{a}/end', '/api/1/2/3/end', true],
  ['/api/*/{a}/end', '/api//end', false],
  ['*/{a}', '*/{a}', false],
  ['/*/{a}', '/x/y', true],
  ['/api/{a}b/*', '/api/{a}b/c', true],
  ['/api/agents', '/api/agents/', true],
  ['/api/agents/{a}', '/api/agents/1/', true],
  ['/api/agents', '/api/agents//', false],
])('the endpoint pattern %s matches the path %s: %s', (pattern, path, isFit) => {
  expect(toOperationPattern(pattern)({ method: 'GET', path })).toBe(isFit)
})
