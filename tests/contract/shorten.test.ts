import { expect, test } from 'vitest'
import { shorten, shortenWithLength } from '../../contract/shorten.ts'

test('a shortened text, including its ellipsis, has at most the given length', () => {
  expect(shorten('abcdef', 6)).toBe('abcdef')
  expect(shorten('abcdefg', 6)).toBe('abcde…')
})

test('a shortened text of a report states the length of the whole text', () => {
  expect(shortenWithLength('abcdef', 6)).toBe('abcdef')
  expect(shortenWithLength('abcdefg', 6)).toBe('abcdef… (7 characters)')
  expect(shortenWithLength('abc', 6, 1000)).toBe('abc… (1000 characters)')
})

test('a shortened text never ends with half of a surrogate pair', () => {
  expect(shorten('ab😀cd', 4)).toBe('ab…')
  expect(shortenWithLength('ab😀cd', 3)).toBe('ab… (6 characters)')
})
