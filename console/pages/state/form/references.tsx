import { callOf } from '../../../../contract/control/call.ts'
import { useEffect, useState } from 'preact/hooks'
import { usePlatform } from '../../../app/platform.ts'
import type { ControlClient } from '../../../control/client.ts'
import { useQuery } from '../../../control/hooks.ts'
import type { RecordPage, StoredRecord } from '../../../../contract/control/worlds.ts'
import { SelectField, TextField } from '../../../ui/fields.tsx'
import { recordName } from '../record-kinds.ts'

/** The maximum number of records in a select field. For more records, the field is a search. */
const maxSelectRecords = 200

/** The records that fields can refer to, by kind. A kind that is missing is not loaded yet. */
export type References = ReadonlyMap<string, RecordPage<StoredRecord>>

/** Fetches the records of some kinds, each kind once. */
export function useReferences(kinds: readonly string[]): References {
  const { control } = usePlatform()
  const [pages, setPages] = useState<References>(new Map())
  const list = kinds.join(' ')
  useEffect(() => {
    const stop = new AbortController()
    for (const kind of list === '' ? [] : list.split(' '))
      readPage(control, kind, stop.signal).then(
        (page) => setPages((known) => new Map(known).set(kind, page)),
        // If the records can't be fetched, the field takes an id as text.
        () => {},
      )
    return () => stop.abort()
  }, [control, list])
  return pages
}

const readPage = (control: ControlClient, kind: string, signal: AbortSignal) =>
  control.call('GET records/{kind}', {
    params: { kind },
    query: { size: maxSelectRecords },
    signal,
  })

type ReferenceProps = {
  readonly label: string
  readonly hideLabel: boolean
  readonly kind: string
  readonly page: RecordPage<StoredRecord> | undefined
  readonly value: string
  readonly isNullable: boolean
  readonly error: string | undefined
  readonly onValue: (id: string) => void
}

/** A field that refers to a record, which the user chooses by its name. */
export function ReferenceField({ kind, page, isNullable, ...props }: ReferenceProps) {
  if (page === undefined || page.total > maxSelectRecords)
    return <SearchedReference kind={kind} {...props} />
  const { value } = props
  const isKnown = value === '' || page.items.some(({ id }) => id === value)
  return (
    <SelectField
      {...props}
      options={[
        ...(isNullable || value === '' ? [['', isNullable ? 'none' : 'Choose …'] as const] : []),
        ...page.items.map((record) => [record.id, recordName(kind, record)] as const),
        ...(isKnown ? [] : [[value, `${value} (there is no such record)`] as const]),
      ]}
    />
  )
}

/** A field for an id. It suggests records whose text contains what the user types. */
function SearchedReference(props: Omit<ReferenceProps, 'page' | 'isNullable'>) {
  const { kind, value } = props
  const query = { size: 20, q: value }
  const { data } = useQuery(callOf('GET records/{kind}', { params: { kind }, query }))
  const chosenRecord = data?.items.find(({ id }) => id === value)
  return (
    <TextField
      {...props}
      suggestions={data?.items.map((record) => [record.id, recordName(kind, record)])}
      placeholder="an id, or text to search for"
      hint={chosenRecord && recordName(kind, chosenRecord)}
    />
  )
}
