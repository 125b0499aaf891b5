import { memo } from 'preact/compat'
import { useContext, useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks'
import { inNextFrame } from '../../../app/per-frame.ts'
import { TurnGrowthContext } from '../hooks.ts'
import { type Block, BlockSplitter } from './blocks.ts'
import createPurifier, { type Config } from 'dompurify'
import { Marked, type Token, type Tokens } from 'marked'

/** The approximate number of characters that are drawn in one frame. */
const charactersPerFrame = 4000

type MarkdownProps = {
  readonly text: string
  /** Whether the text is complete. */
  readonly isTextComplete: boolean
  /** Whether a blinking mark is shown at the end of the text. */
  readonly isTyping?: boolean
}

/** Renders Markdown. A long text is drawn over several frames. */
export function Markdown({ text, isTextComplete, isTyping = false }: MarkdownProps) {
  const splitter = useMemo(() => new BlockSplitter(), [])
  const [retry, updateLater] = useReducer((count: number) => count + 1, 0)
  const blocks = useMemo(
    () => (isTextComplete ? splitter.finish(text) : splitter.split(text, performance.now())),
    [text, isTextComplete, retry],
  )
  // This is a layout effect, because an effect after the paint would need one more frame.
  useLayoutEffect(() => {
    if (!splitter.lacksEndOfText) return undefined
    const timer = setTimeout(updateLater, 200)
    return () => clearTimeout(timer)
  }, [blocks])
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const drawnCount = useRef(0)
  const onGrow = useContext(TurnGrowthContext)
  const count = countBlocksInNextFrame(blocks, drawnCount.current)
  useLayoutEffect(() => {
    drawnCount.current = count
    onGrow()
    if (count < blocks.length) inNextFrame(() => draw(undefined), 'chat')
  }, [blocks, count])
  const levels = headingLevels(blocks)
  return (
    <div class="markdown">
      {blocks.slice(0, count).map((block, at) => (
        <BlockElement
          key={at}
          block={block}
          level={levels[at] ?? 3}
          isTyping={isTyping && at === blocks.length - 1}
        />
      ))}
    </div>
  )
}

/**
 * Returns the level of the headings in each block. An answer may begin with any level and skip
 * levels. So the levels are renumbered from 3, below the question's heading of level 2.
 */
function headingLevels(blocks: readonly Block[]): number[] {
  const open: number[] = []
  return blocks.map(({ token }) => {
    if (token.type !== 'heading') return Math.min(6, 3 + open.length)
    const { depth } = token as Tokens.Heading
    while ((open.at(-1) ?? 0) >= depth) open.pop()
    return Math.min(6, 2 + open.push(depth))
  })
}

/** Returns the number of blocks to show in the next frame, if `drawn` blocks were shown before. */
function countBlocksInNextFrame(blocks: readonly Block[], drawn: number): number {
  let characters = 0
  const end = blocks.findIndex(({ text }, at) => {
    if (at >= drawn) characters += text.length
    return characters > charactersPerFrame
  })
  return end === -1 ? blocks.length : Math.max(end, drawn + 1)
}

type BlockProps = { readonly block: Block; readonly level: number; readonly isTyping: boolean }

/** One block of an answer. It is rendered again only if `block` is another object. */
const BlockElement = memo(function BlockElement({ block, level, isTyping }: BlockProps) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    place.current?.replaceChildren(renderToken(block.token, level))
    if (block.isComplete && place.current !== null) void highlight(place.current)
  }, [block, level])
  return <div ref={place} class={isTyping ? 'block is-typing' : 'block'} />
})

/** Highlights the code in an element, for languages that the highlighter knows. */
async function highlight(element: HTMLElement): Promise<void> {
  const blocks = [...element.querySelectorAll<HTMLElement>('pre > code[class*="language-"]')]
  if (blocks.length === 0) return
  const { highlighter } = await import('./highlighter.ts')
  for (const block of blocks) {
    const language = /language-([\w+#-]+)/.exec(block.className)?.[1] ?? ''
    if (highlighter.getLanguage(language) === undefined) continue
    const { value } = highlighter.highlight(block.textContent ?? '', { language })
    block.replaceChildren(sanitize(value))
  }
}

/** The HTML elements that are allowed in an answer. None of them loads or runs anything. */
const allowedTags =
  'p br hr h3 h4 h5 h6 blockquote ul ol li a strong em del code pre span table thead tbody tr th td'
const allowedAttributes = ['href', 'title', 'class', 'align', 'start']
const allowedAddresses = /^(?:https?:|mailto:)/i

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The level of the headings in the block that is being rendered. */
let headingLevel = 3

const parser = new Marked({
  gfm: true,
  renderer: {
    // HTML in an answer is shown as plain text.
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    // An image would send a request to another host; it is shown as a link instead.
    image: ({ href, text }) => `<a href="${escapeHtml(href)}">${escapeHtml(text || href)}</a>`,
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    heading({ tokens }) {
      return `<h${headingLevel}>${this.parser.parseInline(tokens)}</h${headingLevel}>\n`
    },
  },
})

const purifier = createPurifier(window)
purifier.addHook('afterSanitizeAttributes', (element) => {
  if (!(element instanceof HTMLAnchorElement) || !element.hasAttribute('href')) return
  element.target = '_blank'
  element.rel = 'noopener noreferrer'
})

/** What an answer may contain. */
const purifierOptions: Config = {
  ALLOWED_TAGS: allowedTags.split(' '),
  ALLOWED_ATTR: allowedAttributes,
  ALLOWED_URI_REGEXP: allowedAddresses,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  IN_PLACE: true,
}

/** A document in which nothing runs or loads. */
const inertDocument = document.implementation.createHTMLDocument()

/** Converts HTML to elements that neither run code nor load anything. */
function sanitize(html: string): DocumentFragment {
  // `IN_PLACE` needs an element. Without `IN_PLACE`, the purifier would create a document for each
  // block.
  const root = inertDocument.createElement('span')
  root.innerHTML = html
  purifier.sanitize(root, purifierOptions)
  const fragment = inertDocument.createDocumentFragment()
  fragment.append(...root.childNodes)
  return fragment
}

/** Converts a block of Markdown to elements. Its links open in a new tab. */
function renderToken(token: Token, level: number): DocumentFragment {
  headingLevel = level
  const fragment = sanitize(parser.parser([token]))
  // Every Markdown table has a row of headings. An empty row of headings is removed.
  for (const head of fragment.querySelectorAll('thead'))
    if (head.textContent?.trim() === '') head.remove()
  for (const table of fragment.querySelectorAll('table')) wrapScrollable(table, 'Table')
  for (const block of fragment.querySelectorAll('pre')) wrapScrollable(block, 'Code')
  return fragment
}

/** Wraps an element in a box that scrolls, also by keyboard. */
function wrapScrollable(element: HTMLElement, label: string): void {
  const frame = document.createElement('div')
  frame.className = `scroll scroll-${label.toLowerCase()}`
  frame.tabIndex = 0
  frame.setAttribute('role', 'region')
  frame.setAttribute('aria-label', label)
  element.replaceWith(frame)
  frame.append(element)
}
