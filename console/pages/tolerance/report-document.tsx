import type { ComponentChildren } from 'preact'
import { escapeText } from '../../../contract/escape.ts'
import {
  type Cell,
  type Inline,
  partsOf,
  plainText,
  type RenderedBlock,
  type ReportDocument,
  sectionsOf,
  splitAtBackticks,
} from '../../../report/document.ts'
import { Code } from '../../ui/copy.tsx'
import { Badge } from '../../ui/feedback.tsx'
import { Table } from '../../ui/table.tsx'
import { Facts } from '../../ui/text.tsx'

type DocumentProps = { readonly document: ReportDocument }

/** Shows the document of a report, whose texts may come from anybody. */
export const ReportDocumentView = ({
  document: { title = '', summary = [], body },
}: DocumentProps) => (
  <>
    <section class="card stack" aria-labelledby="report-title">
      <h2 id="report-title">
        <Line text={title} />
      </h2>
      {sectionsOf(summary, true).flatMap(({ blocks }) => blocksOf(blocks))}
    </section>
    {sectionsOf(body, true).map(({ title: name, id, blocks }) => (
      <section key={id} class="card stack" aria-labelledby={id}>
        <h2 id={id}>
          <Line text={name} />
        </h2>
        {blocksOf(blocks, plainText(name))}
      </section>
    ))}
  </>
)

const badgeTones = { pass: 'good', fail: 'bad', warn: 'warn', faint: 'plain' } as const

const blocksOf = (blocks: readonly RenderedBlock[], caption = ''): ComponentChildren[] =>
  blocks.map((block, at) => <BlockView key={at} block={block} caption={caption} />)

type BlockProps = { readonly block: RenderedBlock; readonly caption: string }

function BlockView({ block, caption }: BlockProps) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <div class="small">
          {block.lines.map((line, at) => (
            <p key={at}>
              <Line text={line} />
            </p>
          ))}
        </div>
      )
    case 'list':
      return (
        <ul class="report-list small faint">
          {block.lines.map((line, at) => (
            <li key={at}>
              <Line text={line} />
            </li>
          ))}
        </ul>
      )
    case 'terms':
      return (
        <Facts
          class="facts"
          facts={block.rows.map(([name, value]) => [name, <Line text={value} />] as const)}
        />
      )
    case 'counts':
      return (
        <div class="row">
          {block.rows.map(([name, count, tone]) => (
            <Badge key={name} tone={badgeTones[tone]}>
              {count} {name}
            </Badge>
          ))}
        </div>
      )
    case 'code':
      return block.language === 'sh' ? (
        <Code label="the command" text={block.text} wrap />
      ) : (
        <pre class="report-code">
          {escapeText(block.text)
            .split('\n')
            .map((line, at) => (
              <CodeLine key={at} line={line} isDiff={block.language === 'diff'} />
            ))}
        </pre>
      )
    case 'table':
      return (
        <Table
          caption={caption}
          columns={block.head.map((label, at) => ({
            label,
            cell: (row: readonly Cell[]) => <Line text={row[at] ?? ''} />,
          }))}
          rows={block.rows}
          keyOf={(row) => plainText(row[0] ?? '')}
          stacks
        />
      )
    case 'finding':
      return (
        <details class="report-finding" open={block.isOpen}>
          <summary>
            <code>{escapeText(block.name)}</code>
            {block.note !== undefined && <Badge>{block.note}</Badge>}
          </summary>
          <div class="stack">
            {sectionsOf(block.blocks, true).flatMap(({ blocks }) => blocksOf(blocks))}
          </div>
        </details>
      )
  }
}

type CodeLineProps = { readonly line: string; readonly isDiff: boolean }

function CodeLine({ line, isDiff }: CodeLineProps) {
  if (isDiff && line.startsWith('-')) return <del>{line}</del>
  if (isDiff && line.startsWith('+')) return <ins>{line}</ins>
  return <span>{line}</span>
}

const Line = ({ text }: { readonly text: Cell }) => (
  <>
    {typeof text === 'number'
      ? text
      : partsOf(text).map((part, at) => <InlineView key={at} part={part} />)}
  </>
)

function InlineView({ part }: { readonly part: Inline }) {
  if (typeof part === 'string') return <Prose text={part} />
  if ('code' in part) return <code>{escapeText(part.code)}</code>
  if ('bar' in part) return null
  return part.tone === undefined ? (
    <strong>
      <Prose text={part.strong} />
    </strong>
  ) : (
    <Badge tone={badgeTones[part.tone]}>{escapeText(part.strong)}</Badge>
  )
}

const Prose = ({ text }: { readonly text: string }) => (
  <>
    {splitAtBackticks(escapeText(text)).map((part, at) =>
      typeof part === 'string' ? part : <code key={at}>{part.code}</code>,
    )}
  </>
)
