import type { ChoiceTable } from '../../../contract/control/worlds.ts'
import { Table } from '../../ui/table.tsx'

/** What the profile of the world has besides picks: its answers and its operations. */
export function ProfileParts({ parts }: { readonly parts: ChoiceTable }) {
  const { answers, operations } = parts
  if (answers.length + operations.length === 0) return null
  const rows = [
    ...operations.map((name) => ({ name, part: 'an operation of its own' })),
    ...answers.map((name) => ({ name, part: 'an answer of its own' })),
  ]
  return (
    <details class="card">
      <summary>
        Answers and operations of the profile{' '}
        <span class="faint">
          ({answers.length} and {operations.length})
        </span>
      </summary>
      <Table
        caption="Answers and operations of the profile"
        columns={[
          { label: 'Operation', cell: ({ name }) => <code>{name}</code> },
          { label: 'The profile has', cell: ({ part }) => part },
        ]}
        rows={rows}
        keyOf={({ name, part }) => `${part} ${name}`}
      />
    </details>
  )
}
