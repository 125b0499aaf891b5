import { describe, expect, it } from 'vitest'
import { splitText } from '../../../mocks/platform/knowledge-bases/split-text.ts'

const text = [
  '# Roses',
  'Roses want sun. They want water in the morning, and none at night.',
  '',
  '## Pruning',
  'Cut above an outer bud. Cut in late winter. Burn what is ill.',
  '',
  'A'.repeat(130),
].join('\n')

const split = (
  chunk_strategy: 'recursive' | 'fixed' | 'semantic' | 'markdown',
  chunk_size: number,
  chunk_overlap = 0,
  given = text,
) => splitText(given, { chunk_strategy, chunk_size, chunk_overlap })

const plain = (parts: readonly string[]) => parts.join('').replaceAll(/\s/g, '')

describe('a text split into chunks', () => {
  it.each(['recursive', 'fixed', 'semantic', 'markdown'] as const)(
    'a text split into chunks by the %s strategy loses nothing, and no chunk is too long',
    (strategy) => {
      for (const size of [20, 50, 100, 1000]) {
        const chunks = split(strategy, size)
        expect(plain(chunks)).toBe(plain([text]))
        expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(size)
      }
    },
  )

  it('a short text is one chunk, but the strategy `markdown` makes a chunk of each section', () => {
    expect(split('recursive', 1000)).toEqual([text])
    expect(split('markdown', 1000).map((chunk) => chunk.split('\n')[0])).toEqual([
      '# Roses',
      '## Pruning',
    ])
  })

  it('a text is split into chunks between sentences rather than within them', () => {
    const given = 'Cut above an outer bud. Cut in late winter. Burn what is ill.'
    expect(split('recursive', 45, 0, given)).toEqual([
      'Cut above an outer bud. Cut in late winter.',
      'Burn what is ill.',
    ])
  })

  it('a text split into chunks repeats the end of each chunk in the next chunk', () => {
    expect(split('fixed', 4, 2, 'abcdefg')).toEqual(['abcd', 'cdef', 'efg'])
    const given = 'One. Two. Three. Four. Five. Six.'
    expect(split('semantic', 17, 7, given)).toEqual([
      'One. Two. Three.',
      'Three. Four.',
      'Four. Five. Six.',
    ])
  })

  it('a text is never split into chunks within a character', () => {
    expect(split('fixed', 2, 0, '🌱🌿🌳')).toEqual(['🌱🌿', '🌳'])
  })

  it('a text without words is split into no chunks', () => {
    expect(split('recursive', 100, 0, ' \n\n ')).toEqual([])
  })
})
