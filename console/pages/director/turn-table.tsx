import { hrefOf } from '../../app/location.ts'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Moment } from '../../ui/moment.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type { RunningTurn } from './answers.ts'

/** The turns that run now. */
export const TurnTable = ({ turns }: { readonly turns: readonly RunningTurn[] }) => (
  <Table
    caption="Turns that run"
    columns={columns}
    rows={turns}
    keyOf={({ id }) => id}
    empty={<Empty title="No turn runs">One shows here as soon as somebody asks.</Empty>}
  />
)

const columns: readonly Column<RunningTurn>[] = [
  {
    label: 'Conversation',
    cell: ({ conversation_id: id }) =>
      id === null ? (
        'none'
      ) : (
        <a href={hrefOf('state', { kind: 'conversations', id })}>
          <code>{id.slice(0, 8)}</code>
        </a>
      ),
  },
  { label: 'Mode', cell: ({ mode }) => mode },
  { label: 'Events', numeric: true, cell: ({ events }) => events },
  {
    label: 'Next',
    cell: ({ awaiting, next_beat_at: next }) => {
      if (awaiting !== null) return <Badge tone="warn">waits for an approval</Badge>
      return next === null ? '–' : <Moment iso={next} short />
    },
  },
]
