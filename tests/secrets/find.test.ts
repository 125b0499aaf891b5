import { expect, test } from 'vitest'
import { WordSearch } from '../../secrets/find.ts'
import { seeded } from '../support/seeded.ts'

test('a search for many words finds the same words as a separate search for each', () => {
  const draw = seeded(7)
  const random = (length: number) => Array.from({ length }, () => 'abc'[draw(3)]).join('')
  for (let round = 0; round < 300; round += 1) {
    const words = [...new Set(Array.from({ length: 6 }, () => random(1 + draw(5))))]
    const text = random(40)
    const search = new WordSearch(1)
    for (const word of words) search.add({ text: word })
    const found = new Map(Array.from(search.findIn(text), ({ from, to }) => [from, to - from]))
    for (let from = 0; from < text.length; from += 1) {
      const fits = words.filter((word) => text.startsWith(word, from))
      const longest = Math.max(0, ...fits.map((word) => word.length))
      expect(found.get(from) ?? 0).toBe(longest)
    }
    const begun = Array.from(text, (_, from) => text.slice(from)).find((end) =>
      words.some((word) => word.startsWith(end)),
    )
    expect(search.countBegun(text)).toBe(begun?.length ?? 0)
  }
})

test('a search finds the longest accepted word, and words that were added after the previous search', () => {
  const search = new WordSearch(3)
  const found = (text: string) =>
    Array.from(
      search.findIn(text, ({ to }) => text[to] !== '!'),
      ({ word }) => word.text,
    )
  const long = `${'ab'.repeat(1000)}c`
  for (const text of ['abab', long]) search.add({ text })
  expect(found(`${long} aba`)).toEqual([long, ...Array.from({ length: 998 }, () => 'abab')])
  search.add({ text: `${long}d` })
  search.add({ text: 'aba' })
  expect(found(`${long}d`)[0]).toBe(`${long}d`)
  expect(found(`${long}d!`)[0]).toBe(long)
  expect(found('aba!')).toEqual([])
})

test('a search does not compare the text with words that only begin like it', () => {
  const search = new WordSearch(4)
  let compared = 0
  for (let at = 0; at < 1000; at++) {
    const text = `${'a'.repeat(500)}${at}`
    search.add({
      get text() {
        compared++
        return text
      },
    })
  }
  compared = 0
  expect([...search.findIn('a'.repeat(20_000))]).toEqual([])
  expect(compared).toBe(0)
})
