import { expect, test } from 'vitest'
import { shorten, shortenWithLength } from '../../contract/shorten.ts'

test('a shortened text has at most the given length, with its mark', () => {
  expect(shorten('abcdef', 6)).toBe('abcdef')
  expect(shorten('abcdefg', 6)).toBe('abcde…')
})

test('a text of a report says how long the whole text is', () => {
  expect(shortenWithLength('abcdef', 6)).toBe('abcdef')
  expect(shortenWithLength('abcdefg', 6)).toBe('abcdef… (7 characters)')
  expect(shortenWithLength('abc', 6, 1000)).toBe('abc… (1000 characters)')
})

test('a cut never leaves half of a surrogate pair', () => {
  expect(shorten('ab😀cd', 4)).toBe('ab…')
  expect(shortenWithLength('ab😀cd', 3)).toBe('ab… (6 characters)')
})
