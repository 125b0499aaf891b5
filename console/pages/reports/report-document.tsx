import './reports.css'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { escapeText } from '../../../contract/escape.ts'
import {
  type Cell,
  type Finding,
  type Inline,
  partsOf,
  plainText,
  type RenderedBlock,
  type ReportDocument,
  type ShownSection,
  sectionsOf,
  splitAtBackticks,
} from '../../../report/document.ts'
import { Code } from '../../ui/copy.tsx'
import { Badge } from '../../ui/feedback.tsx'
import { Table } from '../../ui/table.tsx'
import { Facts } from '../../ui/text.tsx'

type DocumentProps = {
  readonly document: ReportDocument
  /** Is shown after the summary. */
  readonly children?: ComponentChildren
}

/** Shows the document of a report, whose texts may come from anybody. */
export const ReportDocumentView = ({
  document: { title = '', summary = [], body },
  children,
}: DocumentProps) => (
  <>
    <section class="card stack" aria-labelledby="report-title">
      <h2 id="report-title">
        <Line text={title} />
      </h2>
      {sectionsOf(summary, true).flatMap(({ blocks }) => blocksOf(blocks))}
    </section>
    {children}
    {sectionsOf(body, true).map((section) => (
      <ReportSection key={section.id} section={section} />
    ))}
  </>
)

/** A section of a report as a card. It is no landmark, because its table has the same name. */
export const ReportSection = ({
  section: { title, blocks },
}: {
  readonly section: ShownSection
}) => (
  <section class="card stack">
    <h2>
      <Line text={title} />
    </h2>
    {blocksOf(blocks, plainText(title))}
  </section>
)

const badgeTones = { pass: 'good', fail: 'bad', warn: 'warn', faint: 'plain' } as const

const blocksOf = (blocks: readonly RenderedBlock[], caption = ''): ComponentChildren[] =>
  blocks.map((block, at) => <BlockView key={at} block={block} caption={caption} />)

type BlockProps = { readonly block: RenderedBlock; readonly caption: string }

function BlockView({ block, caption }: BlockProps) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <div class={block.tone === 'faint' ? 'small faint' : 'small'}>
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
          class="report-facts"
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
      return block.language === 'diff' ? (
        <pre class="report-diff">
          {escapeText(block.text)
            .split('\n')
            .map((line, at) => (
              <DiffLine key={at} line={line} />
            ))}
        </pre>
      ) : (
        <Code role="group" label={codeLabels[block.language]} text={escapeText(block.text)} wrap />
      )
    case 'table':
      return (
        <Table
          caption={caption}
          // A column without a name has bars, which repeat the numbers before them.
          columns={block.head.filter(Boolean).map((label, at) => ({
            label,
            numeric: typeof block.rows[0]?.[at] === 'number',
            cell: (row: readonly Cell[]) => <Line text={row[at] ?? ''} />,
          }))}
          rows={block.rows}
          keyOf={(row) => plainText(row[0] ?? '')}
          stacks
        />
      )
    case 'finding':
      return <FindingView finding={block} />
  }
}

const codeLabels = {
  sh: 'the command',
  http: 'the response',
  js: 'the script',
  text: 'the message',
} as const

type FindingProps = { readonly finding: Finding }

/** A finding. Its evidence is drawn when the user opens it. */
export function FindingView({ finding }: FindingProps) {
  const { name, note, verdict, tone, isOpen = false, blocks } = finding
  const [open, setOpen] = useState(isOpen)
  return (
    <details
      class="report-finding"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {/* A verdict of one letter is a sign, which only a page without groups needs. */}
        {verdict.length > 1 && <Badge tone={badgeTones[tone]}>{verdict}</Badge>}
        <code>{escapeText(name)}</code>
        {note !== undefined && <span class="faint">{note}</span>}
      </summary>
      {open && <EvidenceView blocks={blocks} />}
    </details>
  )
}

/** The blocks of a finding. */
export const EvidenceView = ({ blocks }: Pick<Finding, 'blocks'>) => (
  <div class="stack">{sectionsOf(blocks, true).flatMap((section) => blocksOf(section.blocks))}</div>
)

function DiffLine({ line }: { readonly line: string }) {
  if (line.startsWith('-')) return <del>{line}</del>
  return line.startsWith('+') ? <ins>{line}</ins> : <span>{line}</span>
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
