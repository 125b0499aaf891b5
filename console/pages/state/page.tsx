import { useState } from 'preact/hooks'
import { setParams, pageLocation, navigate, hrefOf } from '../../app/location.ts'
import type { RecordKinds, RecordPage, StoredRecord } from '../../../contract/control/worlds.ts'
import { ErrorNotice, EmptyState } from '../../ui/feedback.tsx'
import { useQuery } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Table } from '../../ui/table.tsx'
import { AddRecordDialog, type Deletion, RecordDialog } from './record-dialogs.tsx'
import { DeletionNotice } from './deletion-notice.tsx'
import { columnReferences, recordColumns } from './columns.tsx'
import { useReferences } from './form/references.tsx'
import { WorldControls } from '../director/world-controls.tsx'
import { recordKind, sortKinds } from './record-kinds.ts'
import './state.css'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { formatCount } from '../../ui/format-count.ts'

const pageSize = 25

/** The records of the world by kind, to view, change, add and delete. */
export function StatePage() {
  const { params } = pageLocation.value
  const kind = params.get('kind') ?? 'users'
  const id = params.get('id') ?? undefined
  const [adding, setAdding] = useState(false)
  const [saving, setSaving] = useState(false)
  const [deletion, setDeletion] = useState<Deletion>()
  const kinds = useQuery<RecordKinds>('records')
  const listed = useQuery<RecordPage<StoredRecord>>(listPath(kind, params))
  const { data } = listed
  const references = useReferences(columnReferences(kind, data?.items ?? []))
  const { label } = recordKind(kind)
  const refresh = () => {
    kinds.refetch()
    listed.refetch()
  }

  return (
    <div class="state">
      <KindNav kinds={kinds.data?.kinds ?? []} current={kind} />
      <section class="stack state-records">
        <div class="row row-middle">
          <h2>{label}</h2>
          <span class="faint small" role="status">
            {data && formatCount(data.total, 'record')}
          </span>
          <span class="push row">
            <Button kind="quiet" onClick={refresh}>
              Refresh
            </Button>
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
        <ErrorNotice message={listed.error} />
        {data && (
          <Table
            caption={label}
            columns={recordColumns(kind, data.items, references)}
            rows={data.items}
            keyOf={(record) => record.id}
            selectedKey={id}
            opensRows
            empty={
              <EmptyState title="No records">The world has no records of this kind.</EmptyState>
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
          known={data?.items ?? []}
          onAdded={refresh}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}

function listPath(kind: string, params: URLSearchParams): string {
  const query = new URLSearchParams({ size: String(pageSize), page: params.get('page') ?? '1' })
  for (const name of ['q', 'owner']) if (params.get(name)) query.set(name, params.get(name) ?? '')
  return `records/${encodeURIComponent(kind)}?${query}`
}

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

/** All kinds of records with their counts: a list, or a select field in a narrow window. */
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
            {recordKind(kind).label} <span class="faint">{total}</span>
          </a>
        ))}
      </nav>
      <div class="state-kind">
        <SelectField
          label="Kind of record"
          value={current}
          onValue={(kind) => navigate('state', { kind })}
          options={rows.map(({ kind, total }) => [kind, `${recordKind(kind).label} (${total})`])}
        />
      </div>
    </>
  )
}

export function RecordFilter() {
  const { params } = pageLocation.value
  const [text, setText] = useState(params.get('q') ?? '')
  const [owner, setOwner] = useState(params.get('owner') ?? '')
  const submit = (event: Event) => {
    event.preventDefault()
    setParams({ q: text || undefined, owner: owner || undefined, page: undefined })
  }
  return (
    <form class="row" role="search" aria-label="Records" onSubmit={submit}>
      <TextField label="Contains" type="search" value={text} onValue={setText} />
      <TextField label="Owner" placeholder="email or id" value={owner} onValue={setOwner} />
      <Button type="submit">Filter</Button>
    </form>
  )
}
