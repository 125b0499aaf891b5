import { useState } from 'preact/hooks'
import { ask, place } from '../../app/location.ts'
import type { KindList, ListPage, StoredRecord } from '../../control/answers.ts'
import { Refusal } from '../../control/refusal.tsx'
import { useAsked } from '../../control/use-asked.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Table } from '../../ui/table.tsx'
import { AddRecord } from './add-record.tsx'
import { columnsOf } from './columns.tsx'
import { Kinds } from './kind-list.tsx'
import { kindOf } from './kinds.ts'
import { RecordDialog } from './record-dialog.tsx'
import { RecordFilter } from './record-filter.tsx'
import './state.css'

const size = 25

/** What the world holds: its records by kind, to look at, to change, to add and to delete. */
export function StatePage() {
  const { params } = place.value
  const kind = params.get('kind') ?? 'users'
  const id = params.get('id') ?? undefined
  const [adding, setAdding] = useState(false)
  const kinds = useAsked<KindList>('records')
  const listed = useAsked<ListPage<StoredRecord>>(listOf(kind, params))
  const { answer } = listed
  const { label } = kindOf(kind)
  const refresh = () => {
    kinds.again()
    listed.again()
  }

  return (
    <div class="state">
      <Kinds kinds={kinds.answer?.kinds ?? []} current={kind} />
      <section class="stack state-records" aria-labelledby="state-kind">
        <div class="row row-middle">
          <h2 id="state-kind">{label}</h2>
          <span class="faint small" role="status">
            {answer && (answer.total === 1 ? '1 record' : `${answer.total} records`)}
          </span>
          <span class="push row">
            <Button kind="quiet" onClick={refresh}>
              Refresh
            </Button>
            <Button onClick={() => setAdding(true)}>Add</Button>
          </span>
        </div>
        <RecordFilter key={kind} />
        <Refusal words={listed.refusal} />
        {answer && (
          <Table
            caption={label}
            columns={columnsOf(kind)}
            rows={answer.items}
            keyOf={(record) => record.id}
            marked={id}
            empty={<Empty title="No records">Nothing of this kind is in the world.</Empty>}
          />
        )}
        {answer && <Pager {...answer} />}
      </section>
      {id !== undefined && (
        <RecordDialog
          key={`${kind} ${id}`}
          kind={kind}
          id={id}
          onChanged={refresh}
          onClose={() => ask({ id: undefined })}
        />
      )}
      {adding && (
        <AddRecord
          kind={kind}
          example={answer?.items[0]}
          onAdded={refresh}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}

function listOf(kind: string, params: URLSearchParams): string {
  const query = new URLSearchParams({ size: String(size), page: params.get('page') ?? '1' })
  for (const name of ['q', 'owner']) if (params.get(name)) query.set(name, params.get(name) ?? '')
  return `records/${encodeURIComponent(kind)}?${query}`
}

const toPage = (page: number) => ask({ page: String(page) })

function Pager({ page, pages }: { readonly page: number; readonly pages: number }) {
  if (pages < 2) return null
  return (
    <nav class="row row-middle" aria-label="Pages of the list">
      <Button disabled={page <= 1} onClick={() => toPage(page - 1)}>
        Previous
      </Button>
      <span class="small" role="status">
        Page {page} of {pages}
      </span>
      <Button disabled={page >= pages} onClick={() => toPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
