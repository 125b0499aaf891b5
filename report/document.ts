/**
 * A report as plain data. Each command builds one document from its result; the renderers in this
 * folder show it in a terminal, as Markdown or as an HTML page, and escape its texts.
 */
export type ReportDocument = {
  readonly title?: Text
  /** The result, shown first. A terminal shows it last, because the last lines stay visible. */
  readonly summary?: readonly Block[]
  readonly body: readonly Block[]
}

/** The colour of a word or a line. */
export type Tone = 'pass' | 'fail' | 'warn' | 'faint'

/**
 * A part of a line: prose, an emphasized word, or a name or value shown as code. Prose may have
 * code between backticks. `to` is the id of a finding to which a page links. `bar` is the length of
 * a bar from 0 to 1, which only a page shows.
 */
export type Inline =
  | string
  | { readonly strong: string; readonly tone?: Tone }
  | { readonly code: string; readonly to?: string }
  | { readonly bar: number }
export type Text = Inline | readonly Inline[]
export type Cell = Text | number

/** A part of a report. A block without lines, rows or text is not shown. */
export type Block =
  /** Begins a section. Without a title, it is only a blank line in a terminal. */
  | { readonly kind: 'heading'; readonly title: Text; readonly id: string }
  | { readonly kind: 'paragraph'; readonly lines: readonly Text[]; readonly tone?: Tone }
  | { readonly kind: 'list'; readonly lines: readonly Text[] }
  /** Names with their values. */
  | { readonly kind: 'terms'; readonly rows: readonly (readonly [string, Text])[] }
  /**
   * A block of code. The language `sh` means a command, `http` a response, `text` a message, and
   * `diff` lines that begin with `-`, `+` or a space.
   */
  | {
      readonly kind: 'code'
      readonly language: 'sh' | 'http' | 'js' | 'text' | 'diff'
      readonly text: string
    }
  | { readonly kind: 'counts'; readonly rows: readonly (readonly [string, number, Tone])[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: Rows }
  | Finding
  /** Blocks that only a page shows (`isPage`), or that all other formats show. */
  | { readonly kind: 'only'; readonly isPage: boolean; readonly blocks: readonly Block[] }

/** The rows of a table. Numbers are aligned to the right. */
export type Rows = readonly (readonly Cell[])[]

/** A finding about one subject, with its evidence. A page shows it collapsed, unless `isOpen`. */
export type Finding = {
  readonly kind: 'finding'
  readonly verdict: string
  readonly tone: Tone
  readonly name: string
  readonly note?: string
  readonly isOpen?: boolean
  /** The id of the finding on a page. */
  readonly id?: string
  readonly data?: Readonly<Record<string, string>>
  readonly blocks: readonly Block[]
}

export const code = (text: string): Inline => ({ code: text })
export const heading = (title: Text, id = ''): Block => ({ kind: 'heading', title, id })
/** Separates the next blocks from the previous ones in a terminal. */
export const sectionGap: Block = heading('')
export const paragraph = (...lines: readonly Text[]): Block => ({ kind: 'paragraph', lines })
export const list = (lines: Iterable<Text>): Block => ({ kind: 'list', lines: [...lines] })
export const terms = (...rows: readonly (readonly [string, Text])[]): Block => ({
  kind: 'terms',
  rows,
})
export const table = (head: readonly string[], rows: Rows): Block => ({ kind: 'table', head, rows })
export const pageOnly = (...blocks: readonly Block[]): Block => ({
  kind: 'only',
  isPage: true,
  blocks,
})
export const exceptOnPage = (...blocks: readonly Block[]): Block => ({
  kind: 'only',
  isPage: false,
  blocks,
})

/** Formats names as code, with commas. With `isLink`, a page links each name to its finding. */
export const codeList = (names: readonly string[], isLink = false): readonly Inline[] =>
  names.flatMap((name, at) => [
    at === 0 ? '' : ', ',
    isLink ? { code: name, to: name } : code(name),
  ])

/** Creates a list of the first lines. It ends with how many of all `count` lines are omitted. */
export function firstLines(lines: readonly Text[], most: number, hint = '', count = lines.length) {
  const shown = lines.slice(0, most)
  const more = count - shown.length
  return list(more > 0 ? [...shown, `… and ${more} more${hint}`] : shown)
}

/** Splits prose at its backticks. The parts between backticks are code. */
export const splitAtBackticks = (prose: string): readonly (string | { readonly code: string })[] =>
  prose.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? { code: part } : part))

export const partsOf = (text: Text): readonly Inline[] => [text].flat()

/** The text without emphasis. */
export const plainText = (text: Cell): string =>
  typeof text === 'number' ? String(text) : partsOf(text).map(plainPart).join('')

function plainPart(part: Inline): string {
  if (typeof part === 'string') return part
  return 'code' in part ? part.code : 'strong' in part ? part.strong : ''
}

export type RenderedBlock = Exclude<Block, { readonly kind: 'only' | 'heading' }>
export type ShownSection = {
  readonly title: Text
  readonly id: string
  readonly blocks: readonly RenderedBlock[]
}

/** The sections of a report for a page or for the other formats, without empty sections. */
export function sectionsOf(blocks: readonly Block[], isPage: boolean): readonly ShownSection[] {
  const sections: (ShownSection & { blocks: RenderedBlock[] })[] = [
    { title: '', id: '', blocks: [] },
  ]
  const add = (block: Block) => {
    if (block.kind === 'heading') sections.push({ ...block, blocks: [] })
    else if (block.kind !== 'only') sections.at(-1)?.blocks.push(...(isEmpty(block) ? [] : [block]))
    else if (block.isPage === isPage) block.blocks.forEach(add)
  }
  blocks.forEach(add)
  return sections.filter((section) => section.blocks.length > 0)
}

function isEmpty(block: RenderedBlock): boolean {
  if ('lines' in block) return block.lines.length === 0
  return 'rows' in block ? block.rows.length === 0 : 'text' in block && block.text === ''
}
