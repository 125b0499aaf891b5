import { hrefOf } from '../../app/location.ts'
import type { CallRecord, ReliedOn as Relied } from '../../control/answers.ts'
import { GradeBadge } from '../../control/grade-badge.tsx'
import { type Column, Table } from '../../ui/table.tsx'

/** The choices that showed in a call: another option could have changed what came. */
export const ReliedOn = ({ call }: { readonly call: CallRecord }) => (
  <Table
    caption="Choices that this call relied on"
    columns={columns}
    rows={call.relied_on}
    keyOf={({ choice }) => choice}
    empty={<p class="faint small">None: no deployment would have answered otherwise.</p>}
  />
)

const columns: readonly Column<Relied>[] = [
  {
    label: 'Choice',
    cell: ({ choice }) => <a href={hrefOf('choices', { id: choice })}>{choice}</a>,
  },
  { label: 'Played as', cell: ({ option }) => <code>{option}</code> },
  { label: 'Grade', cell: ({ grade }) => <GradeBadge grade={grade} /> },
]
