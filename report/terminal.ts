import { escapeLine, escapeLines } from '../contract/escape.ts'
import { shorten, shortenWithLength } from '../contract/shorten.ts'
import {
  type Block,
  type Cell,
  partsOf,
  plainText,
  type ReportDocument,
  sectionsOf,
  type RenderedBlock,
  type Text,
} from './document.ts'

/** The maximum number of lines of a block of code. Reports in files contain all lines. */
const maxLines = { http: 10, js: 10, text: 10, diff: 30 } as const
/** The maximum number of characters of a value in a list of names with values. */
const maxValueLength = 300
/** The maximum number of characters of a cell that is not the last of its row. */
const maxCellWidth = 44

/** Formats a document for a terminal: the title, then the body, and the summary at the end. */
export function renderTerminal({ title, summary = [], body }: ReportDocument): string {
  const head = title === undefined ? [] : [plainText(title)]
  const parts = [head, terminalLines(body), terminalLines(summary)].filter(
    (part) => part.length > 0,
  )
  return escapeLines(parts.flatMap((lines, at) => (at === 0 ? lines : ['', ...lines])))
}

/** The lines of blocks, not yet escaped, with blank lines between sections and between findings. */
export const terminalLines = (blocks: readonly Block[]): readonly string[] =>
  sectionsOf(blocks, false).flatMap(({ title, blocks: own }, at) => {
    const lines = own.flatMap((block, index) =>
      block.kind === 'finding' && index > 0 ? ['', ...linesOf(block)] : linesOf(block),
    )
    // Findings get no title and no indent: verdicts are coloured only at the start of a line.
    const isPlain = title === '' || own.every(({ kind }) => kind === 'finding')
    const shown = isPlain ? lines : [plainText(title), ...lines.map(indent)]
    return at === 0 ? shown : ['', ...shown]
  })

const indent = (line: string): string => line && `  ${line}`

function linesOf(block: RenderedBlock): readonly string[] {
  switch (block.kind) {
    case 'paragraph':
    case 'list':
      return block.lines.map(plainText)
    case 'counts':
      return [block.rows.map(([name, count]) => `${count} ${name}`).join(', ')]
    case 'code':
      return block.language === 'sh'
        ? [block.text]
        : block.text.split('\n', maxLines[block.language]).map(indent)
    case 'terms': {
      const width = Math.max(...block.rows.map(([name]) => name.length))
      return block.rows.map(([name, value]) => `${name.padEnd(width)}  ${valueText(value)}`)
    }
    case 'table':
      return tableLines([block.head, ...block.rows].filter((row) => row.length > 0))
    case 'finding': {
      const note = block.note === undefined ? '' : `  ${block.note}`
      const head = `${block.verdict.toUpperCase()} ${block.name}${note}`
      return [head, ...terminalLines(block.blocks).map(indent)]
    }
  }
}

const valueText = (value: Text): string =>
  partsOf(value)
    .map((part) => shortenWithLength(plainText(part), maxValueLength))
    .join('')

function tableLines(rows: readonly (readonly Cell[])[]): readonly string[] {
  const texts = rows.map((row) =>
    row.map((cell, at) =>
      shorten(escapeLine(plainText(cell)), at < row.length - 1 ? maxCellWidth : Infinity),
    ),
  )
  const widths = texts[0]?.map((_, at) => Math.max(...texts.map((row) => row[at]?.length ?? 0)))
  const pad = (cell: string, at: number) => {
    const width = widths?.[at] ?? 0
    return typeof rows.at(-1)?.[at] === 'number' ? cell.padStart(width) : cell.padEnd(width)
  }
  return texts.map((row) => row.map(pad).join('  ').trimEnd())
}
