import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { describeTime, formatSeconds } from '../../console/ui/describe-time.ts'

/** The style sheets that use tokens. Those that define tokens and fonts are left out. */
function styleSheets() {
  return readdirSync('console', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css') && !/style\/(tokens|fonts)\.css$/.test(file))
    .map((file) => ({ file, text: readStyles(file) }))
}

/** A style sheet without its comments. */
const readStyles = (file: string) =>
  readFileSync(`console/${file}`, 'utf8').replaceAll(/\/\*.*?\*\//gs, '')

function declarations(pattern: RegExp): string[] {
  return styleSheets().flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([found]) => `${file}: ${found.trim()}`),
  )
}

describe('the style of the console', () => {
  it('the style sheets of the console set each padding, margin or gap by a token, and never in rem', () => {
    const literal =
      /(?:^|[\s;{])(?:padding|margin|gap|row-gap|column-gap)[a-z-]*:[^;}]*\d(?:rem)\b[^;}]*/g
    expect(declarations(literal)).toEqual([])
  })

  it('the style sheets of the console set each colour by a token, and never as numbers', () => {
    expect(
      declarations(/[^\n{;]*:[^;}]*(?:#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)\()[^;}]*/gi),
    ).toEqual([])
  })

  it('the style sheets of the console use only tokens that are defined', () => {
    const tokens = readFileSync('console/style/tokens.css', 'utf8')
    const sheets = styleSheets()
    const all = [tokens, ...sheets.map(({ text }) => text)].join('\n')
    const defined = new Set([...all.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name))
    const used = [...all.matchAll(/var\((--[\w-]+)\s*\)/g)].map(([, name]) => name)
    expect(used.filter((name) => !defined.has(name))).toEqual([])
  })
})

describe('times in words', () => {
  const now = Date.parse('2026-11-28T12:00:00Z')
  it.each([
    ['2026-11-28T11:59:55Z', 'now'],
    ['2026-11-28T11:59:30Z', '30 s ago'],
    ['2026-11-28T11:35:00Z', '25 min ago'],
    ['2026-11-28T15:00:00Z', 'in 3 h'],
    ['2026-11-21T11:00:00Z', '7 days ago'],
    ['2026-12-05T11:59:30Z', 'in 7 days'],
    ['2026-09-29T05:00:00Z', '29 Sept'],
    ['2025-09-29T05:00:00Z', '29 Sept 2025'],
  ])('the console shows the time %s as “%s”', (iso, words) => {
    expect(describeTime(Date.parse(iso), now)).toBe(words)
  })

  it.each([
    [1.24, '1.2 s'],
    [42.4, '42 s'],
    [90, '90 s'],
    [5400, '90 min'],
    [86_402, '24 h'],
    [604_800, '7 days'],
  ])('the console shows %d seconds as “%s”', (seconds, words) => {
    expect(formatSeconds(seconds)).toBe(words)
  })
})
