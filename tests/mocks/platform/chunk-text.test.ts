import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isProving } from '../../support/proving.ts'
import { seededRandom } from '../../../mocks/platform/chat/run-context.ts'
import {
  splitGraphemes,
  splitUnspacedWords,
  type TextUnit,
} from '../../../contract/scripts/text-units.ts'
import { chunkText, totalDelay } from '../../../contract/scripts/chunk-text.ts'

const units: readonly TextUnit[] = ['character', 'word', 'word-space', 'token', 'sentence']

const family = '👩‍👩‍👧‍👦'
const flag = '🇩🇪'
const accented = 'e\u0301'

/** Pieces of text that are easily split or lost. */
const odd = [
  family,
  flag,
  accented,
  '👍🏽',
  '𝒜𝒻',
  '\u200d',
  '\ufe0f',
  'a\u0300\u0301\u0302',
  'नमस्ते',
  'مرحبا',
  'שלום',
  '한국어',
  '日本語の文章。',
  'สวัสดีครับ',
  '。！？',
  '...',
  'z. B. so',
  '1. ',
  '\r\n',
  '\n\n',
  '\t ',
  '\u00a0',
  '\ud83d',
  '\ude00',
  '\0',
  'word ',
  ' - ',
  '“So.” ',
  '| a | b |\n',
  'unbreakablyLongWordWithoutAnySpace',
]

function textOf(chance: () => number): string {
  const length = Math.floor(chance() * 40)
  return Array.from({ length }, () => odd[Math.floor(chance() * odd.length)]).join('')
}

const never = () => 0.5
const texts = (text: string, pace?: Parameters<typeof chunkText>[1]) =>
  chunkText(text, pace, never).map((delta) => delta.text)

describe('simulated typing', () => {
  it('simulated typing neither adds nor loses text', () => {
    const chance = seededRandom(7)
    const pauses = { comma: 1, sentence: 2, paragraph: 3 }
    for (let run = 0; run < (isProving ? 1500 : 150); run++) {
      const text = textOf(chance)
      for (const by of units) {
        expect(texts(text, { by, size: 1 + (run % 4) }).join('')).toBe(text)
        expect(texts(text, { by, pauses }).join('')).toBe(text)
      }
    }
  })

  it('simulated typing makes no empty chunk, and no chunk for an empty text', () => {
    const chance = seededRandom(8)
    for (const by of units) {
      expect(texts('', { by })).toEqual([])
      for (let run = 0; run < (isProving ? 300 : 50); run++)
        expect(texts(textOf(chance), { by })).not.toContain('')
    }
  })

  it.each(units)('simulated typing never splits a visible character (%s)', (by) => {
    const text = `Hi ${family}${flag}! ${accented}${accented}, 日本${family}語 👍🏽${'x'.repeat(20)}${flag}${family}`
    const whole = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
    const borders = new Set(Array.from(whole.segment(text), ({ index }) => index))
    let at = 0
    for (const delta of texts(text, { by, size: 1 })) {
      expect(borders).toContain(at)
      at += delta.length
    }
  })

  it('simulated typing splits no character at the limits where it processes a long text in sections', () => {
    for (let shift = 0; shift < 24; shift++) {
      const text = 'é'.repeat(shift) + `${family}${flag}`.repeat(80)
      expect(splitGraphemes(text)).toEqual([
        ...splitGraphemes('é'.repeat(shift)),
        ...Array.from({ length: 80 }, () => [family, flag]).flat(),
      ])
    }
    const accents = `o${'\u0308'.repeat(2000)}`
    expect(splitGraphemes(`${accents}k`)).toEqual([accents, 'k'])
  })

  it('simulated typing works without `Intl.Segmenter`', () => {
    const text = `a${family}${flag}${flag}${accented}👍🏽\r\n`
    expect(splitGraphemes(text, false)).toEqual(['a', family, flag, flag, accented, '👍🏽', '\r\n'])
    expect(splitUnspacedWords('日本語。です', false).join('|')).toBe('日|本|語。|で|す')
  })

  it('simulated typing splits by words, also in writing systems without spaces', () => {
    expect(texts('One two  three\nfour ', { by: 'word', size: 2 })).toEqual([
      'One two',
      '  three\nfour',
      ' ',
    ])
    const words = texts('注文は明日届きます。', { by: 'word', size: 1 })
    expect(words.length).toBeGreaterThan(2)
  })

  it('simulated typing splits by tokens of about four characters', () => {
    const tokens = texts('The internationalization of a gateway', { by: 'token' })
    expect(tokens.slice(0, 2)).toEqual(['The', ' inter'])
    expect(Math.max(...tokens.map((token) => token.trim().length))).toBeLessThan(8)
  })

  it('simulated typing splits by sentences in any writing system, and not after abbreviations or numbers', () => {
    const by = { by: 'sentence' } as const
    expect(texts('It is on its way, e.g. by bus. Good news! “Really?” Yes', by)).toEqual([
      'It is on its way, e.g. by bus.',
      ' Good news!',
      ' “Really?”',
      ' Yes',
    ])
    expect(texts('明日届きます。ご安心ください！', by)).toEqual([
      '明日届きます。',
      'ご安心ください！',
    ])
    expect(texts('1. First thing\n\n2. Second thing', by)).toEqual([
      '1. First thing',
      '\n\n2. Second thing',
    ])
  })

  it('simulated typing sends three words every 22 ms by default', () => {
    expect(chunkText('a b c d e f g', undefined, never)).toEqual([
      { text: 'a b c', delay: 22 },
      { text: ' d e f', delay: 22 },
      { text: ' g', delay: 22 },
    ])
  })

  it('simulated typing at a rate of words per second takes the same total time for any chunk size', () => {
    const time = (size: number) =>
      totalDelay(chunkText('a b c d e f g h', { by: 'word', rate: 4, size }, never))
    expect(time(1)).toBe(2000)
    expect(time(4)).toBe(2000)
  })

  it('simulated typing at a rate counts the words of each chunk, and pauses once before an empty chunk', () => {
    const pauses = { sentence: 50 }
    expect(chunkText('Go now. Then', { by: 'word', rate: 10, size: 4, pauses }, never)).toEqual([
      { text: 'Go now.', delay: 200 },
      { text: ' Then', delay: 150 },
    ])
    expect(
      chunkText('Now. Then', { by: 'word', every: 1, size: [1, 0, 1], pauses }, never),
    ).toEqual([
      { text: 'Now.', delay: 1 },
      { text: '', delay: 51 },
      { text: ' Then', delay: 1 },
    ])
  })

  it('simulated typing pauses after clauses and sentences, and ends the chunk there', () => {
    const pauses = { comma: 10, sentence: 20, paragraph: 30 }
    const pace = { by: 'word', size: 4, every: 1, pauses } as const
    expect(chunkText('Well, one two three. Four\n\nfive six', pace, never)).toEqual([
      { text: 'Well,', delay: 1 },
      { text: ' one two three.', delay: 11 },
      { text: ' Four', delay: 21 },
      { text: '\n\nfive six', delay: 31 },
    ])
  })

  it('jitter varies simulated typing only within its bounds, and only by the random numbers of the world', () => {
    const pace = { by: 'word', size: 1, every: 100, jitter: 0.3 } as const
    const text = 'word '.repeat(200)
    const waits = (seed: number) =>
      chunkText(text, pace, seededRandom(seed)).map(({ delay }) => delay)
    expect(waits(1)).toEqual(waits(1))
    expect(waits(1)).not.toEqual(waits(2))
    expect(Math.min(...waits(1))).toBeGreaterThanOrEqual(70)
    expect(Math.max(...waits(1))).toBeLessThanOrEqual(130)
    expect(new Set(waits(1)).size).toBeGreaterThan(100)
  })

  const parts = [
    ['English', 'It arrives before noon, they say. '],
    ['Japanese', '注文は明日届きます。'],
    ['emoji', `${family}${accented}`],
    ['only dots', '.'],
    ['only spaces', ' '],
    ['accents without letters', '\u0301'],
  ] as const
  const split = (part: string, length: number) => {
    const text = part.repeat(length / part.length)
    for (const by of units) chunkText(text, { by, pauses: { comma: 1, sentence: 1 } }, never)
  }

  it.each(parts)('simulated typing takes time linear in the text length: %s', (name, part) => {
    const { segment } = Intl.Segmenter.prototype
    const lengths: number[] = []
    const spy = vi.spyOn(Intl.Segmenter.prototype, 'segment').mockImplementation(function (
      this: Intl.Segmenter,
      text,
    ) {
      lengths.push(text.length)
      return segment.call(this, text)
    })
    onTestFinished(() => spy.mockRestore())
    const segmented = (length: number) => {
      lengths.length = 0
      split(part, length)
      // The time of a segmenter grows with the square of the length, but linearly for one cluster.
      const power = name === 'accents without letters' ? 1 : 2
      return lengths.reduce((sum, one) => sum + one ** power, 0)
    }
    const [short, long] = [segmented(10_000), segmented(40_000)]
    expect(long).toBeLessThanOrEqual(4.5 * short)
  })
})

describe('a pace with lists of chunk sizes and delays', () => {
  it('a pace with lists gives each delta its own size and delay, and repeats the last size and delay', () => {
    const pace = { by: 'word' as const, size: [2, 0, 1], every: [5, 7] }
    expect(chunkText('one two three four', pace, never)).toEqual([
      { text: 'one two', delay: 5 },
      { text: '', delay: 7 },
      { text: ' three', delay: 7 },
      { text: ' four', delay: 7 },
    ])
  })

  it('a pace sends an empty delta for each size 0 in its list, but repeats the last size as at least 1', () => {
    const sizes = (size: number[]) =>
      chunkText('a b', { by: 'word', size, every: 1 }, never).map(({ text }) => text)
    expect(sizes([0])).toEqual(['', 'a', ' b'])
    expect(sizes([1, 1, 0, 0])).toEqual(['a', ' b', '', ''])
  })

  it('a pace by `word-space` puts the space at the end of a word', () => {
    const pace = { by: 'word-space' as const, size: 1 }
    expect(texts(' With a\n card. ', pace)).toEqual([' ', 'With ', 'a\n ', 'card. '])
  })
})
