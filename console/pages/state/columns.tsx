import { hrefOf, place } from '../../app/location.ts'
import type { StoredRecord } from '../../control/answers.ts'
import type { Column } from '../../ui/table.tsx'
import { Cell, shortened } from './cell.tsx'
import { kindOf } from './kinds.ts'

/** The columns of a table of records; the first opens its record. */
export function columnsOf(kind: string): readonly Column<StoredRecord>[] {
  const [first = 'id', ...others] = kindOf(kind).fields
  return [
    {
      label: nameOf(first),
      cell: (record) => (
        <a href={hrefOf('state', { ...asked(), kind, id: record.id })}>
          {shortened(String(record[first] || record.id))}
        </a>
      ),
    },
    ...others.map((field) => ({
      label: nameOf(field),
      cell: (record: StoredRecord) => <Cell field={field} value={record[field]} />,
    })),
  ]
}

/** What is asked of the list, so that it stays behind a record that is opened. */
const asked = () => Object.fromEntries(place.value.params)

function nameOf(field: string): string {
  const words = field.replace(/_(at|id)$/, '').replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
