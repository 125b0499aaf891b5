import { describe, expect, it } from 'vitest'
import { findExpressions } from '../../../tools/build/expressions/find.ts'
import { reviewExpressions } from '../../../tools/build/expressions/analyse.ts'

const found = (text: string) => findExpressions('a.tsx', text)
const review = (text: string, ...exceptions: { file: string; code: string; reason: string }[]) =>
  reviewExpressions(found(text), exceptions)
const exception = (code: string) => ({ file: 'a.tsx', code, reason: 'Sees our own text.' })

describe('the search for regular expressions', () => {
  it('the search for regular expressions finds literals and RegExp calls, but no strings or divisions that look similar', () => {
    const text = [
      "const word = '[a-z]+'",
      'const a: RegExp = /a+/g',
      'const b = new RegExp(`^(?:${word}|\\\\d)`, "i")',
      "const c = RegExp('x' + word)",
      'const d = new RegExp(String.raw`\\d${a.source}`)',
      'const e = <b title="/x+/">{1 / 2 / 3}</b> // /y+/',
    ]
    expect(found(text.join('\n')).map(({ line, expression }) => [line, expression])).toEqual([
      [2, { source: 'a+', flags: 'g' }],
      [3, { source: '^(?:[a-z]+|\\d)', flags: 'i' }],
      [4, { source: 'x[a-z]+', flags: '' }],
      [5, { source: '\\da+', flags: '' }],
    ])
  })

  it('the search for regular expressions reports an expression as unknown if two constants share its name', () => {
    const text = "{ const a = 'x' }\n{ const a = 'y'; RegExp(a) }"
    expect(found(text).map(({ expression }) => expression)).toEqual([undefined])
  })
})

describe('the review of regular expressions', () => {
  it('the review of regular expressions accepts expressions that run in linear time', async () => {
    expect(await review('[/^[a-z]+$/, /(?<!a)a+$/, /"[^"]*"?/g]')).toEqual([])
  })

  it.each([
    ['exponential', '/^(a|a)*$/'],
    ['2nd degree polynomial', String.raw`/\beyJ[\w-]*\.[\w-]+(?:\.[\w-]*)?/g`],
    ['3rd degree polynomial', String.raw`/\{\{\s*([^{}]+?)\s*\}\}/g`],
  ])(
    'the review reports a regular expression of %s time, with its position and an attack',
    async (summary, code) => {
      const [problem = '', ...others] = await review(`const a = 1\nconst b = ${code}`)
      expect(others).toEqual([])
      expect(problem.slice(0, problem.indexOf(', on'))).toContain(`a.tsx:2: ${code} – ${summary}`)
      expect(problem).toMatch(/, on '.+repeat\(/)
    },
  )

  it('the review reports a regular expression that is created at run time', async () => {
    expect(await review('export const a = (b: string) => RegExp(b)')).toEqual([
      'a.tsx:1: RegExp(b) – is made when the code runs, so it can’t be analysed',
    ])
  })

  it('the review of regular expressions accepts expressions that are listed as exceptions', async () => {
    expect(await review('/^(a|a)*$/', exception('/^(a|a)*$/'))).toEqual([])
  })

  it('the review of regular expressions reports exceptions that are no longer needed', async () => {
    expect(await review('/a/', exception('/a/'), exception('/b+$/'))).toEqual([
      'a.tsx: /a/ is safe now; remove it from the exceptions',
      'a.tsx: /b+$/ is no longer in the file; remove it from the exceptions',
    ])
  })
})
