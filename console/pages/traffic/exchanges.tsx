import { formatCount } from '../../../contract/format-count.ts'
import { useMemo } from 'preact/hooks'
import { useRequest } from '../../control/hooks.ts'
import { hrefOf, pageLocation, setParams } from '../../app/location.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { BackToList } from '../exchanges/exchange-pane.tsx'
import { ExchangeList } from '../exchanges/exchange-list.tsx'
import { toListedExchange } from './listed-row.tsx'
import { RecordedExchangePane } from './exchange-pane.tsx'
import { type OpenRecording, searchExchanges } from './traffic-store.ts'
import type { ExchangeRow } from './reading/recorded-traffic.ts'

/** Lists the exchanges of a recording, and shows one of them. */
export function Exchanges({ open }: { readonly open: OpenRecording }) {
  const { params } = pageLocation.value
  const filter = filterOf(params)
  const hits = useSearch(filter.text, open.rows)
  const shownRows = open.rows.filter(
    (row) => passesFilter(filter, row) && (hits === undefined || hits.has(row.index)),
  )
  const index = Number(params.get('entry') ?? Number.NaN)
  const current = open.rows.find((row) => row.index === index)
  const count = (
    <p class="small faint" role="status">
      {shownRows.length !== open.rows.length && `${shownRows.length} of `}
      {formatCount(open.rows.length, 'exchange')}
    </p>
  )
  return (
    <>
      {current !== undefined && (
        <BackToList href={hrefOf('traffic', { ...Object.fromEntries(params), entry: undefined })}>
          {open.name} · {formatCount(open.rows.length, 'exchange')}
        </BackToList>
      )}
      <div class="exchange-panes" data-open={current === undefined ? undefined : ''}>
        <div class="stack exchange-side">
          <div class="row exchange-filters">
            <FilterForm filter={filter} />
            <FilterChips filter={filter} open={open} />
          </div>
          {shownRows.length === 0 && open.result !== undefined ? (
            <>
              {count}
              <EmptyState title="No exchange passes these filters">
                <Button onClick={clearFilters}>Show all exchanges</Button>
              </EmptyState>
            </>
          ) : (
            <ExchangeList
              name="Exchanges"
              rows={shownRows.map(toListedExchange)}
              current={current?.index}
              onChoose={chooseExchange}
              tools={count}
            />
          )}
        </div>
        {current !== undefined && (
          <RecordedExchangePane
            row={current}
            open={open}
            onClose={() => chooseExchange(undefined)}
          />
        )}
      </div>
    </>
  )
}

const chooseExchange = (entry: number | undefined) =>
  setParams({ entry: entry === undefined ? undefined : String(entry) })

const clearFilters = () =>
  setParams({ text: undefined, status: undefined, kind: undefined, finding: undefined })

/** Returns the numbers of the exchanges that contain a text; `undefined` during the search. */
function useSearch(text: string, rows: readonly ExchangeRow[]): ReadonlySet<number> | undefined {
  const search = text === '' ? undefined : () => searchExchanges(text)
  const { data } = useRequest(search, [text, rows])
  return useMemo(() => data && new Set(data), [data])
}

const FilterForm = ({ filter }: { readonly filter: ExchangeFilter }) => (
  <div class="row" role="search" aria-label="Exchanges">
    <TextField
      label="Contains"
      type="search"
      placeholder="path, body or flow"
      value={filter.text}
      onValue={(text) => setParams({ text: text || undefined })}
    />
    <SelectField
      label="Status"
      value={filter.status}
      options={[
        ['', 'Any'],
        ['2', '2xx'],
        ['3', '3xx'],
        ['4', '4xx'],
        ['5', '5xx'],
        ['0', 'No response'],
      ]}
      onValue={(status) => setParams({ status: status || undefined })}
    />
  </div>
)

const kindLabels = [
  ['streams', 'Streams'],
  ['broken', 'Cut streams'],
  ['findings', 'With findings'],
  ['bodiless', 'No body'],
] as const

type ChipsProps = { readonly filter: ExchangeFilter; readonly open: OpenRecording }

function FilterChips({ filter, open }: ChipsProps) {
  const cause = filter.finding === undefined ? undefined : open.result?.causes[filter.finding]
  const isFiltering = filter.text + filter.status + filter.kind !== '' || cause !== undefined
  return (
    <div class="row chips" role="group" aria-label="Quick filters">
      {kindLabels.map(([kind, label]) => (
        <Button
          key={kind}
          pressed={filter.kind === kind}
          onClick={() => setParams({ kind: filter.kind === kind ? undefined : kind })}
        >
          {label}
        </Button>
      ))}
      {cause !== undefined && (
        <Button pressed onClick={() => setParams({ finding: undefined })}>
          {cause.rule}
        </Button>
      )}
      {isFiltering && (
        <Button kind="quiet" onClick={clearFilters}>
          Show all
        </Button>
      )}
    </div>
  )
}

/** The filters of the list, as the URL contains them. */
type ExchangeFilter = {
  /** A text that the URL, the flow or a body must contain. The worker runs the search. */
  readonly text: string
  /** The first digit of the status. Empty means any status, and 0 means no response. */
  readonly status: string
  readonly kind: string
  /** The number of a cause in the list of causes. Only exchanges with this cause are shown. */
  readonly finding: number | undefined
}

function filterOf(params: URLSearchParams): ExchangeFilter {
  const finding = params.get('finding')
  return {
    text: params.get('text') ?? '',
    status: params.get('status') ?? '',
    kind: params.get('kind') ?? '',
    finding: finding === null ? undefined : Number(finding),
  }
}

const kindTests: Readonly<Record<string, (row: ExchangeRow) => boolean>> = {
  streams: ({ isStream }) => isStream,
  broken: ({ isStream, ended }) => isStream && (ended === 'cut' || ended === 'error'),
  findings: ({ causes }) => causes.length > 0,
  bodiless: ({ lacksBody }) => lacksBody,
}

/** Whether an exchange passes all filters except the search text. */
function passesFilter({ status, kind, finding }: ExchangeFilter, row: ExchangeRow): boolean {
  if (status !== '' && String(Math.floor(row.status / 100)) !== status) return false
  if (finding !== undefined && !row.causes.includes(finding)) return false
  return kindTests[kind]?.(row) ?? true
}
