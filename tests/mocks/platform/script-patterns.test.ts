import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { queryProblems } from '../../../contract/scripts/queries.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { createLinearMatcher } from '../../../mocks/platform/chat/pattern-engine.ts'
import { createMatcher } from '../../../mocks/platform/chat/pattern-matcher.ts'
import { ask, script } from '../../support/play-scripts.ts'
import { isProving, sampleSeed } from '../../support/proving.ts'
import { mountInProcess } from '../../support/transports.ts'
import { newConversation, signIn } from '../../support/visitor.ts'

const asking = (query: string): Scenario =>
  script([{ answer: 'It fits.' }], { match: { endpoint: 'react', query } })

const pieces = [
  ' ',
  '\u00a0',
  ...String.raw`a B é É ß - 7 . ^ $ \b \B \d \D \w \W \s \S \n \t \v \0 \x41 \u00e9 \cJ \c \- \/
    \. \x4 \u12 \e \_ \p { } ] {,3} a{ {a} 日本 [] [^] [a-c] [^a] [\w-] [a-\d] [\s-x] [\b.] [^\S]
    [\]^-] [\D7] [é-ü] [(|*+?{] [\cJ\x41-\x43] [-a] [a-] [日é] [[:alpha:]]`.split(/\s+/),
]
const repetitions = [
  '',
  '',
  '',
  '',
  '*',
  '+',
  '?',
  '*?',
  '+?',
  '??',
  '{2}',
  '{0}',
  '{1,}',
  '{0,2}?',
]

const isAssertion = (atom: string) => /^(?:\^|\$|\\[bB])$/.test(atom)

/** Random patterns made of these elements, some of which are repeated. */
const patternOf = (atom: fc.Arbitrary<string>) => {
  const part = fc
    .tuple(atom, fc.constantFrom(...repetitions))
    .map(([one, repetition]) => (isAssertion(one) ? one : one + repetition))
  const way = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''))
  return fc.array(way, { minLength: 1, maxLength: 2 }).map((ways) => ways.join('|'))
}

const piece = fc.constantFrom(...pieces)
const group = fc
  .tuple(fc.constantFrom('(', '(?:'), patternOf(piece))
  .map(([begin, inner]) => `${begin}${inner})`)
const pattern = patternOf(fc.oneof({ weight: 4, arbitrary: piece }, group))

const text = fc
  .array(fc.constantFrom(...'aAbB7-. \n\t\u00a0éÉß日_{},p:c^\u2028', '\0', '\\', 'x4', '[]'), {
    maxLength: 8,
  })
  .map((letters) => letters.join(''))

function native(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'i')
  } catch {
    return undefined
  }
}

describe('the pattern of a script', () => {
  it('the pattern of a script matches the same queries as in JavaScript, with the same groups', () => {
    fc.assert(
      fc.property(pattern, pattern, fc.array(text, { maxLength: 4 }), (before, inner, texts) => {
        const source = `${before}(?<held>${inner})`
        const expression = native(source)
        if (expression === undefined || source.includes(String.raw`\07`)) return
        const matcher = createLinearMatcher(source)
        for (const one of texts) {
          const found = expression.exec(one)
          expect([source, one, matcher.test(one)]).toEqual([source, one, found !== null])
          // Empty repetitions are left out, because the engines differ in them.
          if (/\)[*+?{]/.test(source)) continue
          expect([source, one, matcher.groups(one)['held']]).toEqual([
            source,
            one,
            found?.groups?.['held'],
          ])
        }
      }),
      { numRuns: isProving ? 300 : 60, seed: sampleSeed },
    )
  })

  it('the pattern of a script treats an emoji as one character, and allows group names in any letters and twice in alternatives', () => {
    expect(createLinearMatcher('(?<größe>FH-\\d+)').groups('it is fh-12')).toEqual({
      größe: 'fh-12',
    })
    expect(createLinearMatcher('^(?<one>.)[😀😎]$').groups('😀😎')).toEqual({ one: '😀' })
    expect(createLinearMatcher('to (?<a>x)|from (?<a>y)').groups('from y')).toEqual({ a: 'y' })
  })

  it('the pattern of a script is refused if its nested repetitions are too large, before they are expanded', () => {
    const says = (query: string) => queryProblems(asking(query)).map((problem) => problem.says)
    for (const large of ['a{301}', '(?:a{20}){20}', '(?:(?:(?:a{9}){9}){9}){9}', '(?:a|b{150}){2}'])
      expect(says(`/${large}/`)).toEqual([expect.stringContaining('expands to more than 300')])
    for (const right of ['a{290}', '(?:a{10}){20}', 'a{200,}', '(?:a+){100}'])
      expect(says(`/${right}/`)).toEqual([])
  })

  it('the pattern of a script is matched against the first 4000 characters of a query', () => {
    const matcher = createMatcher('x$')
    expect(matcher.test(`${'a'.repeat(3999)}x`)).toBe(true)
    expect(matcher.test(`${'a'.repeat(4000)}x`)).toBe(false)
  })
})

it('a snapshot with an invalid pattern is refused with the reason', async () => {
  const visitor = await signIn(mountInProcess({}))
  const { json } = await visitor.call<object>('GET /__control/snapshot')
  const carried = { ...json, scenarios: [asking('/a(?=b)/')] }
  const refused = await visitor.call<{ error: string }>('PUT /__control/snapshot', {
    body: carried,
  })
  expect(refused.status).toBe(422)
  expect(refused.json.error).toContain('at `scenarios.0.match.query`: /a(?=b)/ uses lookahead')
})

describe('a turn', () => {
  it.each([26, 50_000])(
    'a turn starts at once with any pattern, for a query of %i characters',
    async (length) => {
      const visitor = await signIn(mountInProcess({}))
      const body = asking('/^(a|a)*$/')
      expect((await visitor.call('POST /__control/scenarios', { body })).status).toBe(201)
      const chat = await newConversation(visitor)
      expect(await ask(visitor, chat, 'a'.repeat(length))).toBe('It fits.')
      expect(await ask(visitor, chat, `b${'a'.repeat(length)}b`)).not.toBe('It fits.')
    },
  )
})
