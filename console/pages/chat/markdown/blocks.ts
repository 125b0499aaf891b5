import { Lexer, type Token } from 'marked'
import remend, { type RemendOptions } from 'remend'

/** A part of a Markdown text that is rendered separately, such as a paragraph or a list. */
export type Block = {
  /** The unchanged text of the block. */
  readonly text: string
  readonly token: Token
  /** Whether text that arrives later can no longer change the block. */
  readonly isComplete: boolean
}

/**
 * The unfinished end of a text is parsed again after it has grown by this share, or after
 * `reparseIntervalMs`. The work for one long block then stays in proportion to its length.
 */
const reparseGrowth = 1 / 16
const reparseIntervalMs = 200

/** Options of `remend`: it closes unfinished emphasis, code and links, and nothing else. */
const remendOptions: RemendOptions = {
  comparisonOperators: false,
  htmlTags: false,
  images: false,
  katex: false,
  linkMode: 'text-only',
  singleTilde: false,
}

/**
 * Splits a growing Markdown text into blocks. A block is complete when a blank line and another
 * block follow it. A complete block is not parsed or rendered again until `finish` is called.
 */
export class BlockSplitter {
  /** The number of characters that were parsed so far. */
  parsed = 0
  #text = ''
  #completeBlocks: Block[] = []
  #completeLength = 0
  #openBlocks: readonly Block[] = []
  #openLength = 0
  #parsedAt = Number.NEGATIVE_INFINITY

  /**
   * Whether the blocks lack the end of the text. The end is added after `reparseIntervalMs` at
   * most.
   */
  get lacksEndOfText(): boolean {
    return this.#completeLength + this.#openLength < this.#text.length
  }

  /** Returns the blocks of a text that has grown since the last call. `now` is in milliseconds. */
  split(text: string, now: number): readonly Block[] {
    if (!text.startsWith(this.#text)) this.#reset()
    this.#text = text
    const grown = text.length - this.#completeLength - this.#openLength
    if (grown > this.#openLength * reparseGrowth || now - this.#parsedAt >= reparseIntervalMs)
      this.#parseEnd(now)
    return [...this.#completeBlocks, ...this.#openBlocks]
  }

  /** Returns the blocks of the complete text, as if the text were parsed at once. */
  finish(text: string): readonly Block[] {
    const former = this.#completeBlocks
    this.#reset()
    this.#text = text
    this.#completeLength = text.length
    // An unchanged block stays the same object, so that it is not rendered again.
    this.#completeBlocks = toBlocks(this.#lex(text), true).map((block, index) => {
      const formerBlock = former[index]
      return formerBlock?.text === block.text && !mayHaveReferenceLink(block) ? formerBlock : block
    })
    return this.#completeBlocks
  }

  #parseEnd(now: number): void {
    this.#parsedAt = now
    const tokens = this.#lex(this.#text.slice(this.#completeLength))
    const end = tokens.findLastIndex(
      ({ type }, index) => type !== 'space' && endsWithBlankLine(tokens[index - 1]),
    )
    const complete = tokens.slice(0, Math.max(0, end))
    this.#completeBlocks.push(...toBlocks(complete, true))
    this.#completeLength += complete.reduce((total, { raw }) => total + raw.length, 0)
    const rest = this.#text.slice(this.#completeLength)
    this.#openLength = rest.length
    const closedText = remend(rest, remendOptions)
    const open = closedText === rest ? tokens.slice(complete.length) : this.#lex(closedText)
    this.#openBlocks = toBlocks(open, false)
  }

  #lex(text: string): readonly Token[] {
    this.parsed += text.length
    return Lexer.lex(text)
  }

  #reset(): void {
    this.#completeBlocks = []
    this.#completeLength = 0
    this.#openBlocks = []
    this.#openLength = 0
    this.#parsedAt = Number.NEGATIVE_INFINITY
  }
}

const endsWithBlankLine = (token: Token | undefined): boolean =>
  /\n[ \t]*\n$/.test(token?.raw ?? '')

const toBlocks = (tokens: readonly Token[], isComplete: boolean): Block[] =>
  tokens
    .filter(({ type }) => type !== 'space' && type !== 'def')
    .map((token) => ({ text: token.raw, token, isComplete }))

/** Whether a block may have links whose URLs are defined elsewhere in the text. */
const mayHaveReferenceLink = ({ text }: Block): boolean => /\](?!\()/.test(text)
