import { escapeLine, escapeText, maxLineLength } from '../contract/escape.ts'
import { shortenWithLength } from '../contract/shorten.ts'
import {
  type Block,
  partsOf,
  type ReportDocument,
  type Rows,
  sectionsOf,
  type RenderedBlock,
  splitAtBackticks,
  type Text,
} from './document.ts'

/** Formats a document as Markdown. Its title is a heading of this level. */
export function renderMarkdown(
  { title = '', summary = [], body }: ReportDocument,
  level = 2,
): string {
  const parts = [...blocksOf(summary, level + 1), ...blocksOf(body, level + 1)]
  return `${[headingOf(title, level), ...parts].join('\n\n')}\n`
}

const blocksOf = (blocks: readonly Block[], level: number): readonly string[] =>
  sectionsOf(blocks, false).flatMap((section) => [
    ...(section.title === '' ? [] : [headingOf(section.title, level)]),
    ...section.blocks.flatMap((block) => partsOfBlock(block, level + 1)),
  ])

function partsOfBlock(block: RenderedBlock, level: number): readonly string[] {
  switch (block.kind) {
    case 'paragraph':
      return [block.lines.map(lineOf).join('  \n')]
    case 'list':
      return [listOf(block.lines.map(lineOf))]
    case 'terms':
      return [listOf(block.rows.map(([name, value]) => `${name} ${lineOf(value)}`))]
    case 'counts': {
      const head = block.rows.map(([name]) => name)
      return [tableOf(head, [block.rows.map(([, count]) => count)])]
    }
    case 'table':
      return [tableOf(block.head, block.rows)]
    case 'code':
      return [markdownFence(block.text, block.language)]
    case 'finding': {
      const note = block.note === undefined ? '' : ` (${block.note})`
      return [`${headingOf({ code: block.name }, level)}${note}`, ...blocksOf(block.blocks, level)]
    }
  }
}

const headingOf = (title: Text, level: number): string => `${'#'.repeat(level)} ${lineOf(title)}`

const listOf = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n')

const lineOf = (text: Text): string =>
  partsOf(text)
    .map((part) => {
      if (typeof part === 'string') return markdownProse(part)
      if ('code' in part) return markdownCode(part.code)
      return 'strong' in part ? `**${markdownProse(part.strong)}**` : ''
    })
    .join('')

function tableOf(head: readonly string[], rows: Rows): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? String(cell) : markdownCell(lineOf(cell)))),
  )
  const isNumber = head.map((_, at) => typeof rows[0]?.[at] === 'number')
  return markdownTable(head, cells, isNumber)
}

/** A table of cells that are Markdown already. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  isNumber: readonly boolean[] = [],
): string {
  const rule = head.map((_, at) => (isNumber[at] ? '---:' : '---'))
  return [head, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** Formats untrusted text as a Markdown code span. */
export function markdownCode(text: string): string {
  const line = onOneLine(text).trim()
  const ticks = fenceFor(line, 1)
  const pad = /^`|`$/.test(line) ? ' ' : ''
  return `${ticks}${pad}${line}${pad}${ticks}`
}

/** Formats untrusted text as a Markdown code block in a language. */
export function markdownFence(text: string, language: string): string {
  const fence = fenceFor(text, 3)
  return `${fence}${language}\n${escapeText(shortenWithLength(text, maxLineLength))}\n${fence}`
}

/**
 * Escapes untrusted prose on one line. Code spans stay; other markup is disabled. Prose with a link
 * or a mention becomes one code span, because a backslash does not stop GitHub from linking it.
 */
export function markdownProse(text: string): string {
  if (/[@#]|:\/\/|\bwww\./i.test(text)) return markdownCode(text)
  return splitAtBackticks(onOneLine(text))
    .map((part) =>
      typeof part === 'string'
        ? part.replaceAll(/[\\`*_[\]<>&|~]/g, String.raw`\$&`)
        : markdownCode(part.code),
    )
    .join('')
}

/** Escapes Markdown for a table cell. A bar ends the cell, even in code or after a backslash. */
export const markdownCell = (markdown: string): string =>
  markdown.replaceAll(/(\\*)\||\\+/g, (run, before: string | undefined) =>
    before === undefined ? run : `${'\\u005c'.repeat(before.length)}\\|`,
  )

// The text is shortened first, so that only the shown part is escaped.
const onOneLine = (text: string): string =>
  escapeLine(
    shortenWithLength(text, maxLineLength).replaceAll(/\s+/g, ' '),
    Number.POSITIVE_INFINITY,
  )

/** A fence of backticks longer than any in the text. */
function fenceFor(text: string, least: number): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  return '`'.repeat(Math.max(least, longest + 1))
}
