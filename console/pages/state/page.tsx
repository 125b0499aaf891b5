import { callOf } from '../../../contract/control/call.ts'
import { useEffect, useState } from 'preact/hooks'
import { setParams, pageLocation, navigate, hrefOf } from '../../app/location.ts'
import type { RecordKinds, StoredRecord } from '../../../contract/control/worlds.ts'
import { ErrorNotice, EmptyState } from '../../ui/feedback.tsx'
import { useQuery, useMutation } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { AddRecordDialog, type Deletion, RecordDialog } from './record-dialogs.tsx'
import { useReferences, type References } from './form/references.tsx'
import { WorldControls } from '../director/world-controls.tsx'
import { kindDisplay, sortKinds, recordName, referencedKind } from './record-kinds.ts'
import './state.css'
import { Form, SelectField, TextField } from '../../ui/fields.tsx'
import { usePlatform } from '../../app/platform.ts'
import { useWorldNow } from '../../control/world-status.ts'
import { BreakableText, TimeAgo } from '../../ui/text.tsx'
import { shorten } from '../../../contract/shorten.ts'
import { formatCount } from '../../../contract/format-count.ts'
import { capitalize } from '../../../contract/capitalize.ts'

const pageSize = 25

/** Shows the records of the world by kind. The user can add, change and delete records. */
export function StatePage() {
  const { params } = pageLocation.value
  const kind = params.get('kind') ?? 'users'
  const id = params.get('id') ?? undefined
  const [adding, setAdding] = useState(false)
  const [saving, setSaving] = useState(false)
  const [deletion, setDeletion] = useState<Deletion>()
  const kinds = useQuery(callOf('GET records'))
  const recordList = useQuery(
    callOf('GET records/{kind}', { params: { kind }, query: listQuery(params) }),
  )
  const { data } = recordList
  const references = useReferences(columnReferences(kind, data?.items ?? []))
  const { label } = kindDisplay(kind)
  useEffect(() => {
    // The last record of the last page was deleted, so that page no longer exists.
    const lastPage = Math.max(1, data?.pages ?? 1)
    if (data !== undefined && data.page > lastPage) goToPage(lastPage)
  }, [data])
  const refresh = () => {
    kinds.refetch()
    recordList.refetch()
  }

  return (
    <div class="state">
      <KindNav kinds={kinds.data?.kinds ?? []} current={kind} />
      <section class="stack state-records">
        <div class="row row-middle">
          {/* On a phone this heading is hidden: the selected kind above is the visible name. */}
          <h2 class="unseen-on-phone">{label}</h2>
          <span class="faint small" role="status">
            {data && formatCount(data.total, 'record')}
          </span>
          <span class="push row">
            <Button onClick={refresh}>Refresh</Button>
            <Button onClick={() => setSaving(true)}>Save or restore</Button>
            <Button onClick={() => setAdding(true)}>Add</Button>
          </span>
        </div>
        {deletion && (
          <DeletionNotice
            deletion={deletion}
            onUndone={refresh}
            onClose={() => setDeletion(undefined)}
          />
        )}
        <RecordFilter key={kind} />
        <ErrorNotice message={recordList.error} />
        {data && (
          <Table
            caption={label}
            columns={recordColumns(kind, data.items, references)}
            rows={data.items}
            keyOf={(record) => record.id}
            selectedKey={id}
            opensRows
            stacks
            empty={
              <EmptyState title="No records">
                {params.get('q') || params.get('owner')
                  ? 'No record passes the filter.'
                  : 'The world has no records of this kind.'}
              </EmptyState>
            }
          />
        )}
        {data && <Pager {...data} />}
      </section>
      {saving && (
        <Dialog title="The state of the world" onClose={() => setSaving(false)}>
          <WorldControls onReplaced={refresh} />
        </Dialog>
      )}
      {id !== undefined && (
        <RecordDialog
          key={`${kind} ${id}`}
          kind={kind}
          id={id}
          onChanged={refresh}
          onDeleted={(deleted) => {
            setDeletion(deleted)
            refresh()
          }}
          onClose={() => setParams({ id: undefined })}
        />
      )}
      {adding && (
        <AddRecordDialog
          kind={kind}
          knownRecords={data?.items ?? []}
          onAdded={refresh}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}

const listQuery = (params: URLSearchParams) => ({
  size: pageSize,
  page: Number(params.get('page') ?? 1),
  q: params.get('q') || undefined,
  owner: params.get('owner') || undefined,
})

const goToPage = (page: number) => setParams({ page: String(page) })

function Pager({ page, pages }: { readonly page: number; readonly pages: number }) {
  if (pages < 2) return null
  return (
    <nav class="row row-middle" aria-label="Pages of the list">
      <Button disabled={page <= 1} onClick={() => goToPage(page - 1)}>
        Previous
      </Button>
      <span class="small" role="status">
        Page {page} of {pages}
      </span>
      <Button disabled={page >= pages} onClick={() => goToPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}

type KindNavProps = { readonly kinds: RecordKinds['kinds']; readonly current: string }

/**
 * Shows all kinds of records, with the number of records of each: as a list, or as a select field
 * in a narrow window.
 */
function KindNav({ kinds, current }: KindNavProps) {
  const rows = sortKinds(kinds)
  return (
    <>
      <nav class="state-kinds" aria-label="Kinds of records">
        {rows.map(({ kind, total }) => (
          <a
            key={kind}
            href={hrefOf('state', { kind })}
            aria-current={kind === current ? 'true' : undefined}
          >
            {kindDisplay(kind).label} <span class="faint">{total}</span>
          </a>
        ))}
      </nav>
      <div class="state-kind">
        <SelectField
          label="Kind of record"
          value={current}
          onValue={(kind) => navigate('state', { kind })}
          options={rows.map(({ kind, total }) => [kind, `${kindDisplay(kind).label} (${total})`])}
        />
      </div>
    </>
  )
}

function RecordFilter() {
  const { params } = pageLocation.value
  const { q = '', owner: appliedOwner = '' } = Object.fromEntries(params)
  const [owner, setOwner] = useState(appliedOwner)
  // A link can remove the filter. The field then becomes empty.
  useEffect(() => setOwner(appliedOwner), [appliedOwner])
  // No record belongs to an unfinished email, so an owner counts only when it is complete.
  const submit = () => setParams({ owner: owner || undefined, page: undefined })
  return (
    <Form class="row" role="search" aria-label="Records" onChange={submit} onSubmit={submit}>
      <TextField
        label="Contains"
        type="search"
        value={q}
        onValue={(text) => setParams({ q: text || undefined, page: undefined })}
      />
      <TextField label="Owner" placeholder="email or id" value={owner} onValue={setOwner} />
    </Form>
  )
}

type DeletionNoticeProps = {
  readonly deletion: Deletion
  readonly onUndone: () => void
  readonly onClose: () => void
}

/** Says what was deleted in the current world, with a button that restores it. */
function DeletionNotice({ deletion, onUndone, onClose }: DeletionNoticeProps) {
  const mutation = useMutation()
  /** The deletion that the user has undone. A later deletion has a new notice with an undo. */
  const [undone, setUndone] = useState<Deletion>()
  const { name, records, control } = deletion
  const others = records.length - 1
  const undo = () =>
    mutation.run(async () => {
      await control.call('PUT records', { body: { records } })
      setUndone(deletion)
      onUndone()
    })
  if (control !== usePlatform().control) return null
  return (
    <div class="notice tone-info row row-middle">
      <span role="status">
        {undone === deletion
          ? `“${name}” is back.`
          : `Deleted “${name}”${others === 0 ? '' : `, and deleted or changed ${others} more`}.`}
      </span>
      <span class="push row">
        {undone !== deletion && (
          <Button busy={mutation.busy} onClick={undo}>
            Undo
          </Button>
        )}
        <Button kind="quiet" label="Close this message" onClick={onClose}>
          ✕
        </Button>
      </span>
      <ErrorNotice message={mutation.error} />
    </div>
  )
}

const maxColumns = 7

/** Returns the fields in the columns of a table. Default: the fields of the first record. */
const shownFields = (kind: string, [newest = { id: '' }]: readonly StoredRecord[]) =>
  kindDisplay(kind).fields ?? defaultFields(newest)

/** Returns the kinds of records that the columns of a table refer to. */
const columnReferences = (kind: string, records: readonly StoredRecord[]): readonly string[] => [
  ...new Set(shownFields(kind, records).flatMap((field) => referencedKind(field) ?? [])),
]

/** Returns the columns of a table of records. The first column links to the record. */
function recordColumns(
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
      numeric: records.some((record) => typeof record[field] === 'number'),
      cell: (record: StoredRecord) => (
        <FieldCell field={field} value={record[field]} references={references} />
      ),
    })),
  ]
}

/** Returns the names of the fields of a record, with its owner last. */
const defaultFields = ({ id: _, user_id, ...fields }: StoredRecord) => [
  ...Object.keys(fields).slice(0, maxColumns - 1),
  ...(user_id === undefined ? [] : ['user_id']),
]

/** Returns the parameters of the list, which stay in the URL while a record is open. */
const currentParams = () => Object.fromEntries(pageLocation.value.params)

function fieldLabel(field: string): string {
  const words = field.replace(/^is_|_(at|id)$/g, '').replaceAll('_', ' ')
  return capitalize(words)
}

const isoTimestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const maxCharacters = 140

type FieldCellProps = {
  readonly field: string
  readonly value: unknown
  readonly references: References
}

/** Shows the shortened value of a field. An id is a link with the name of its record. */
function FieldCell({ field, value, references }: FieldCellProps) {
  const now = useWorldNow()
  if (value === null || value === undefined || value === '') return nothing('–')
  if (typeof value === 'boolean') return value ? <>yes</> : nothing('no')
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
  if (isoTimestamp.test(text)) return <TimeAgo iso={text} now={now} />
  return (
    <span class={text.length > minLongTextLength ? 'state-long' : undefined}>
      <BreakableText text={shorten(text, maxCharacters)} />
    </span>
  )
}

/** Renders the text for an empty field. A phone does not show this text. */
const nothing = (text: string) => <span class="faint nothing">{text}</span>

/** A text with more characters than this needs a wide column. */
const minLongTextLength = 40

const formatList = (list: readonly unknown[]) =>
  list.every((each) => typeof each === 'string') && list.length > 0 && list.length < 5
    ? list.join(', ')
    : formatCount(list.length, 'item')

const formatFields = (value: object) => formatCount(Object.keys(value).length, 'field')
