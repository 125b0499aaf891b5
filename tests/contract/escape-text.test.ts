import { expect, it } from 'vitest'
import {
  escapeJson,
  escapeLine,
  escapeStack,
  escapeText,
  maxLineLength,
} from '../../contract/escape.ts'

it.each([
  ['\u001b[31m', String.raw`\u001b[31m`],
  ['a\r\nb\tc', String.raw`a\r\nb\tc`],
  ['\u009b\u007f\u0000', String.raw`\u009b\u007f\u0000`],
  ['\u202egnp\u2066\u2028\ufeff', String.raw`\u202egnp\u2066\u2028\ufeff`],
  ['\ud83d!', String.raw`\ud83d!`],
  ['  ::error::x', String.raw`  \u003a:error::x`],
  ['std::vector ::x', 'std::vector ::x'],
  ['##[x] ##vso[y]', String.raw`##\u005bx] ##vso\u005by]`],
  ['می‌خواهم 👩🏽‍🚀 Zürich 東京', 'می‌خواهم 👩🏽‍🚀 Zürich 東京'],
])('the text %j is escaped in one line as %j', (text, shown) => {
  expect(escapeLine(text)).toBe(shown)
})

it('an escaped line that is too long is cut, but never inside a character', () => {
  const text = `${'x'.repeat(maxLineLength - 1)}😀${'y'.repeat(100)}`
  const shown = `${'x'.repeat(maxLineLength - 1)}… (${text.length} characters)`
  expect(escapeLine(text)).toBe(shown)
  expect(escapeLine('x'.repeat(maxLineLength))).toBe('x'.repeat(maxLineLength))
})

it('escaped text of several lines keeps its line breaks and tabs', () => {
  expect(escapeText('a\n\tb\r\u001b')).toBe('a\n\tb\\r\\u001b')
})

it('escaped JSON still has the same value', () => {
  const value = { '\u009b': ['##[error]', '\u202e\ud83d\\', '\n\t'] }
  const json = escapeJson(JSON.stringify(value, null, 2))
  expect(JSON.parse(json)).toEqual(value)
  expect(json).toMatch(/^[ -~\n]+$/)
})

it('an escaped stack trace indents all lines but the first, and includes the causes', () => {
  const error = new Error('no\nFAKE LINE', { cause: 'why\u0007' })
  const [first, second, ...others] = escapeStack(error).split('\n')
  expect([first, second]).toEqual(['Error: no', '    | FAKE LINE'])
  expect(others[0]).toMatch(/^ {4}at /)
  expect(others.at(-1)).toBe(String.raw`    caused by why\u0007`)
})
