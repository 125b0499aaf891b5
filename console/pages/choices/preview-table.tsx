import type { Grade } from '../../../contract/choices/choice.ts'
import { GradeBadge } from '../../control/grade-badge.tsx'
import { Ticked } from '../../control/ticked.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type Column, Table } from '../../ui/table.tsx'

type ShownPick = {
  readonly option: string
  readonly value?: unknown
  readonly grade: Grade | undefined
}

/** A pick that would change; `at` names the operation that alone does. */
type Change = {
  readonly id: string
  readonly question: string
  readonly at: string | null
  readonly from: ShownPick
  readonly to: ShownPick
}

/** A profile file that can be played, and what of the world that would change. */
export type ProfilePreview = {
  readonly profile: string
  readonly document: object
  readonly changes: readonly Change[]
}

/** What would change if the world played a profile. */
export const PreviewTable = ({ preview }: { readonly preview: ProfilePreview }) =>
  preview.changes.length === 0 ? (
    <Notice>The world plays just this already.</Notice>
  ) : (
    <Table
      caption={`What ${preview.profile} changes`}
      columns={columns}
      rows={preview.changes}
      keyOf={({ id, at }) => `${id} ${at}`}
    />
  )

const columns: readonly Column<Change>[] = [
  {
    label: 'Choice',
    cell: ({ id, question, at }) => (
      <>
        <code>{id}</code>
        {at !== null && (
          <>
            {' '}
            at <code>{at}</code>
          </>
        )}
        <div class="faint small">
          <Ticked text={question} />
        </div>
      </>
    ),
  },
  { label: 'Played now', cell: ({ from }) => <Shown pick={from} /> },
  { label: 'Would be', cell: ({ to }) => <Shown pick={to} /> },
]

const Shown = ({ pick: { option, value, grade } }: { readonly pick: ShownPick }) => (
  <>
    {value === undefined ? option : `${option}: ${String(value)}`} <GradeBadge grade={grade} />
  </>
)
