import { expect, it } from 'vitest'
import { textForPattern } from '../../contract/pattern-text.ts'

it.each([
  ['^[A-Z]{2}-\\d{3}$', 'AA-000'],
  ['^(7d|30d)$', '7d'],
  ['^(?:draft|open)-v\\d+$', 'draft-v0'],
  ['^#?[0-9a-f]{6}$', 'aaaaaa'],
  ['^[^a-zA-Z/]+/\\w{1,3}$', '0/a'],
  ['^a\\.b\\/c$', 'a.b/c'],
  ['^tok_[a-z0-9]{8,}$', 'tok_aaaaaaaa'],
])('a sample text for the pattern %s matches it', (pattern, text) => {
  expect(textForPattern(pattern)).toBe(text)
  expect(text).toMatch(new RegExp(pattern, 'u'))
})

it.each(['^(?=a)b$', '^(a)\\1$', '^\\p{L}+$', '^[z-a]$', '^(a$', '^(((a{999}){999}){999})$'])(
  'the pattern %s gets no sample text, because a part of it is unsupported or the text would be too long',
  (pattern) => {
    expect(textForPattern(pattern)).toBeUndefined()
  },
)
