import { expect, it } from 'vitest'
import { maskHeader, maskQuery, maskText } from '../../recording/mask.ts'
import { timeGrowth } from '../support/time-growth.ts'

const all = (text: string) =>
  maskText(text) + maskQuery(text) + maskHeader('authorization', text) + maskHeader('x-a', text)

const hostile: Readonly<Record<string, string>> = {
  'token prefixes': '-eyJ',
  'token prefixes with dots': 'eyJ.-eyJ..',
  'whole tokens': 'eyJhbGciOiJI.eyJlbWFpbCI6.x.',
  'letters of one word': 'a',
  'names of secrets': 'token-',
  'values without an end': '"key":"\\\\\\',
  'quotes that are never closed': '"secret":"a',
  'objects of secrets that are never closed': '"env":{"a":[{',
  'brackets in text': '"headers": {"',
  'parameters of a query': '&token=&token',
  keys: 'svc_-svc_',
  'spaces after a name': '"env"  ',
  'only spaces': ' ',
}

it.each(Object.entries(hostile))(
  'masking takes time linear in a text of %s',
  async (_name, part) => {
    const text = (lead: string, size: number) =>
      (lead + part.repeat(Math.ceil(size / part.length))).slice(0, size)
    for (const lead of ['', '"credentials":{', '"password":"']) {
      const texts = new Map([1, 4].map((times) => [times, text(lead, times * 6000)]))
      expect(await timeGrowth(1, (times) => all(texts.get(times) ?? ''))).toBeLessThan(2.5)
    }
  },
)

it('masking finds each token in a text with dots and hyphens at any position', () => {
  const masked = '<jwt of nobody>'
  expect(maskText('a.eyJa.b.c.eyJd.e x-eyJf.g.')).toBe(`a.${masked}.${masked} x-${masked}`)
  expect(maskText('eyJa eyJb. eyJc..d XeyJe.f')).toBe('eyJa eyJb. eyJc..d XeyJe.f')
})
