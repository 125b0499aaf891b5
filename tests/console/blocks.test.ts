import { Lexer } from 'marked'
import { describe, expect, it } from 'vitest'
import { BlockSplitter } from '../../console/pages/chat/markdown/blocks.ts'
import { seeded } from '../support/seeded.ts'

const part = (number: number) =>
  [
    `## Part ${number}`,
    'The **quick** fox, and `code` in _words_.',
    '- one\n- two\n\n  still two',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '```ts\nconst a = 1\n\nconst b = 2\n```',
    '> said\n> twice',
    '',
  ].join('\n\n')

const document = Array.from({ length: 40 }, (_, number) => part(number)).join('')

/** Yields longer and longer beginnings of a text, as a stream delivers them. */
function* beginnings(text: string, seed: number) {
  const draw = seeded(seed)
  for (let end = 1; end < text.length; end += 1 + draw(30)) yield text.slice(0, end)
}

const textsOf = (blocks: readonly { readonly text: string }[]) => blocks.map(({ text }) => text)

describe('the Markdown blocks of a growing text', () => {
  it.each([1, 2, 3])(
    'a growing text ends with the same Markdown blocks as the whole text: seed %i',
    (seed) => {
      const splitter = new BlockSplitter()
      for (const text of beginnings(document, seed)) splitter.split(text, 0)
      const whole = Lexer.lex(document).filter(({ type }) => type !== 'space')
      expect(textsOf(splitter.finish(document))).toEqual(whole.map(({ raw }) => raw))
    },
  )

  it('the Markdown blocks of a growing text are parsed only once, except for those at its end', () => {
    const short = new BlockSplitter()
    const long = new BlockSplitter()
    for (const text of beginnings(document.slice(0, document.length / 8), 4)) short.split(text, 0)
    for (const text of beginnings(document, 4)) long.split(text, 0)
    // With eight times the text, parsing all of it again for each piece would cost 64 times as much.
    expect(long.parsed).toBeLessThan(short.parsed * 10)
  })

  it('a complete Markdown block stays the same object while the text grows and after its end', () => {
    const splitter = new BlockSplitter()
    const [first] = splitter.split(`${part(1)}${part(2)}`, 0)
    expect(first?.isComplete).toBe(true)
    expect(splitter.split(`${part(1)}${part(2)}${part(3)}`, 0)[0]).toBe(first)
    expect(splitter.finish(`${part(1)}${part(2)}${part(3)}`)[0]).toBe(first)
  })

  it('a Markdown block at the end of a growing text closes unfinished emphasis', () => {
    const [block] = new BlockSplitter().split('This is **impor', 0)
    expect(block?.text).toBe('This is **impor**')
  })

  it('a Markdown link whose address follows later in the text is resolved when the text is complete', () => {
    const splitter = new BlockSplitter()
    const text = 'See [the page][1].\n\nMore.\n\n[1]: https://example.com\n'
    for (const beginning of beginnings(text, 5)) splitter.split(beginning, 0)
    expect(JSON.stringify(splitter.finish(text)[0]?.token)).toContain(
      '"href":"https://example.com"',
    )
  })

  it('the end of a growing text is parsed again after some time, even if it grew only a little', () => {
    const splitter = new BlockSplitter()
    const text = 'word '.repeat(200)
    splitter.split(text, 0)
    splitter.split(`${text}end`, 10)
    expect(splitter.lacksEndOfText).toBe(true)
    expect(splitter.split(`${text}end`, 300)[0]?.text).toContain('end')
    expect(splitter.lacksEndOfText).toBe(false)
  })

  it('a text that does not continue the previous text is split into new blocks', () => {
    const splitter = new BlockSplitter()
    splitter.split('One text.\n\nMore', 0)
    expect(textsOf(splitter.split('Another', 0))).toEqual(['Another'])
  })
})
