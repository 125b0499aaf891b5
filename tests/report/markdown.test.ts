import { expect, it } from 'vitest'
import { markdownCell, markdownCode, markdownFence, markdownProse } from '../../report/markdown.ts'

it.each([
  ['a `b` c', '``a `b` c``'],
  ['`b', '`` `b ``'],
  ['x\n# y', '`x # y`'],
])('a Markdown code span of %j is %s', (text, span) => {
  expect(markdownCode(text)).toBe(span)
})

it('a Markdown code block has a fence that its content cannot close', () => {
  expect(markdownFence('````\nx', 'sh')).toBe('`````sh\n````\nx\n`````')
})

it.each([
  ['needs `--x` <b>', '`--x`', String.raw`needs ${'`--x`'} \<b\>`],
  ['ask @everyone', 'as code', '`ask @everyone`'],
  ['see http://evil.test', 'as code', '`see http://evil.test`'],
])('Markdown prose %j is not interpreted: %s', (text, _how, shown) => {
  expect(markdownProse(text)).toBe(shown)
})

it('a cell of a Markdown table is not closed by `|`, even after backslashes', () => {
  expect(markdownCell('a|b')).toBe(String.raw`a\|b`)
  expect(markdownCell(String.raw`a\|b`)).toBe(String.raw`a\u005c\|b`)
})
