import * as fc from 'fast-check'
import { oddText, oddValue } from './values.ts'

/** Numbers that careless code handles wrongly. NaN becomes null, as in JSON. */
export const hostileNumber = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    -0,
    -1,
    0.5,
    5e-324,
    1e308,
    -1e308,
    2 ** 31,
    2 ** 53,
    8.64e15,
    8.64e15 + 1,
    1e21,
    null,
  ),
  fc.double({ noNaN: true }),
)

const pieces = [
  'a',
  ' ',
  '{{',
  '}}',
  '{{ ',
  '{{inputs}}',
  'eyJ-',
  '*',
  '*a',
  '/',
  '\n\n',
  '\u0301',
  '👩\u200d',
  '"',
  '\\',
  '(a+)+',
]

/** Long texts that repeat one piece: expensive for code that backtracks. */
export const longText = fc
  .tuple(fc.constantFrom(...pieces), fc.constantFrom(30, 200, 1000), oddText)
  .map(([piece, times, end]) => piece.repeat(times) + end)

/** Any value instead of an expected one. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: hostileNumber },
  { weight: 1, arbitrary: longText },
  { weight: 2, arbitrary: oddValue },
)

/** The same document with up to `most` of its values replaced, at any depth. */
export function withOddValues(document: fc.Arbitrary<unknown>, most = 3): fc.Arbitrary<unknown> {
  const wound = fc.tuple(
    fc.nat(1_000_000),
    hostileValue,
    fc.constantFrom('put', 'drop', 'add', 'swap'),
    oddText,
  )
  return fc.tuple(document, fc.array(wound, { maxLength: most })).map(([whole, wounds]) => {
    const copy = structuredClone(whole)
    for (const [at, value, how, key] of wounds) replaceAt(copy, at, value, how, key)
    return copy
  })
}

/** Replaces the value at a position that the number selects. */
function replaceAt(whole: unknown, at: number, value: unknown, how: string, key: string): void {
  let here = whole
  let left = at
  while (typeof here === 'object' && here !== null) {
    const holder = here as Record<string, unknown>
    const keys = Object.keys(holder)
    const chosen = keys[left % Math.max(1, keys.length)]
    if (chosen === undefined) return
    left = Math.floor(left / Math.max(1, keys.length))
    const inner = holder[chosen]
    if (left % 4 !== 0 && typeof inner === 'object' && inner !== null) {
      here = inner
      continue
    }
    if (how === 'drop' && !Array.isArray(holder)) delete holder[chosen]
    else if (how === 'add' && !Array.isArray(holder))
      Object.defineProperty(holder, key, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    // A value of the same type, so that a schema accepts it.
    else if (how === 'swap') holder[chosen] = sameType(inner, left)
    else holder[chosen] = value
    return
  }
}

const texts = [
  '',
  'none',
  '__proto__',
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  'active',
  'x'.repeat(300),
]
const numbers = [0, -1, 1, 2 ** 53 - 1, 1e308, 5e-324]

function sameType(value: unknown, draw: number): unknown {
  if (typeof value === 'string') return texts[draw % texts.length]
  if (typeof value === 'number') return numbers[draw % numbers.length]
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value)) return draw % 2 === 0 ? [] : [...value, ...value]
  return value === null ? null : {}
}
