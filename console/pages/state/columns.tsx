import { hrefOf, pageLocation } from '../../app/location.ts'
import type { StoredRecord } from '../../../contract/control/worlds.ts'
import type { Column } from '../../ui/table.tsx'
import type { References } from './form/references.tsx'
import { recordKind, recordName, referencedKind } from './record-kinds.ts'
import { BreakableText, Timestamp } from '../../ui/text.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { shorten } from '../../../contract/shorten.ts'

const mostColumns = 7

/** The fields in the columns of a table. A kind of a profile shows those of its first record. */
const shownFields = (kind: string, [newest = { id: '' }]: readonly StoredRecord[]) =>
  recordKind(kind).fields ?? namedFirst(newest)

/** The kinds of records that the columns of a table refer to. */
export const columnReferences = (
  kind: string,
  records: readonly StoredRecord[],
): readonly string[] => [
  ...new Set(shownFields(kind, records).flatMap((field) => referencedKind(field) ?? [])),
]

/** The columns of a table of records; the first one links to the record. */
export function recordColumns(
  kind: string,
  records: readonly StoredRecord[],
  references: References,
): readonly Column<StoredRecord>[] {
  const [first = 'id', ...others] = shownFields(kind, records)
  return [
    {
      label: fieldLabel(first),
      cell: (record) => (
        <a href={hrefOf('state', { ...currentParams(), kind, id: record.id })}>
          {shorten(String(record[first] || record.id), maxCharacters)}
        </a>
      ),
    },
    ...others.map((field) => ({
      label: fieldLabel(field),
      cell: (record: StoredRecord) => (
        <Cell field={field} value={record[field]} references={references} />
      ),
    })),
  ]
}

/** The fields of a record, the owner last: the first one links to the record. */
const namedFirst = ({ id: _, user_id, ...fields }: StoredRecord) => [
  ...Object.keys(fields).slice(0, mostColumns - 1),
  ...(user_id === undefined ? [] : ['user_id']),
]

/** The parameters of the list, which stay while a record is open. */
const currentParams = () => Object.fromEntries(pageLocation.value.params)

function fieldLabel(field: string): string {
  const words = field.replace(/_(at|id)$/, '').replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

const isoTimestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const maxCharacters = 140

type CellProps = {
  readonly field: string
  readonly value: unknown
  readonly references: References
}

/** The shortened value of a field; an id shows the name of its record, with a link. */
function Cell({ field, value, references }: CellProps) {
  if (value === null || value === undefined || value === '') return <span class="faint">–</span>
  if (typeof value === 'boolean') return <>{value ? 'yes' : 'no'}</>
  if (typeof value === 'number') return <>{value.toLocaleString('en-GB')}</>
  if (Array.isArray(value)) return <>{formatList(value)}</>
  if (typeof value === 'object') return <>{formatFields(value)}</>
  const text = String(value)
  const kind = referencedKind(field)
  if (kind !== undefined) {
    const record = references.get(kind)?.items.find(({ id }) => id === text)
    return (
      <a href={hrefOf('state', { kind, id: text })} title={text}>
        {record === undefined ? (
          <code>{text.slice(0, 8)}</code>
        ) : (
          <BreakableText text={shorten(recordName(kind, record), maxCharacters)} />
        )}
      </a>
    )
  }
  if (isoTimestamp.test(text)) return <Timestamp iso={text} />
  return (
    <span class={text.length > longText ? 'state-long' : undefined}>
      <BreakableText text={shorten(text, maxCharacters)} />
    </span>
  )
}

/** Above so many characters, a text needs a wide column. */
const longText = 40

const formatList = (list: readonly unknown[]) =>
  list.every((each) => typeof each === 'string') && list.length > 0 && list.length < 5
    ? list.join(', ')
    : formatCount(list.length, 'item')

const formatFields = (value: object) => formatCount(Object.keys(value).length, 'field')
