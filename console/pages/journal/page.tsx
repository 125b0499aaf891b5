import { useEffect, useState } from 'preact/hooks'
import { pageLocation, setParams } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { ErrorNotice, type Tone, Badge } from '../../ui/feedback.tsx'
import { useMutation } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { matchesText, type Journal, useJournal } from './use-journal.ts'
import { CallDetails } from './call-details.tsx'
import { CallTable } from './call-table.tsx'
import { exportCalls } from './export-calls.ts'
import { FilterChips, matchesKind } from './filter-chips.tsx'
import './journal.css'
import { OperationField } from '../../control/operation-field.tsx'
import { TextField } from '../../ui/fields.tsx'
import { formatCount } from '../../ui/format-count.ts'

/** The calls that the world receives, live, and the details of one call. */
export function JournalPage() {
  const { control } = usePlatform()
  const { params } = pageLocation.value
  const [turn, setTurn] = useState(0)
  const journal = useJournal(serverFilter(params), turn)
  const [paused, setPaused] = useState<Journal>()
  const mutation = useMutation()
  const { calls, dropped } = paused ?? journal
  const matching = calls
    .filter((call) => matchesKind(call, params))
    .filter((call) => matchesText(call, params.get('text') ?? ''))
  const current = params.get('call') ?? undefined

  async function deleteAll() {
    await mutation.run(() => control.send('DELETE', 'journal'))
    setPaused(undefined)
    setTurn(turn + 1)
  }

  return (
    <div class="journal" data-open={current === undefined ? undefined : ''}>
      <div class="stack journal-list">
        <CallFilter />
        <FilterChips />
        <div class="row row-middle">
          <JournalState journal={journal} paused={paused !== undefined} />
          <span class="small faint">{formatCount(matching.length, 'call')}</span>
          <span class="push row">
            <Button
              pressed={paused !== undefined}
              onClick={() => setPaused(paused === undefined ? journal : undefined)}
            >
              Pause
            </Button>
            <Button
              busy={mutation.busy}
              disabled={matching.length === 0}
              onClick={() => mutation.run(() => exportCalls(control, matching))}
            >
              Export
            </Button>
            <ConfirmButton
              label="Delete all"
              confirmLabel="Delete all calls permanently"
              busy={mutation.busy}
              onConfirm={deleteAll}
            />
          </span>
        </div>
        <ErrorNotice message={journal.error ?? mutation.error} />
        {dropped > 0 && <p class="small faint">{dropped} older calls are not shown.</p>}
        {journal.error === undefined && <CallTable calls={matching} current={current} />}
      </div>
      {current !== undefined && (
        <CallDetails
          key={current}
          number={current}
          comparedWith={params.get('with') ?? undefined}
          calls={calls}
        />
      )}
    </div>
  )
}

/** The part of the filter that the server applies; the text is searched in the page. */
function serverFilter(params: URLSearchParams): string {
  const pairs = ['endpoint', 'status'].flatMap((name) => {
    const value = params.get(name)
    if (value === null || value === '') return []
    // The first word of operations means all of them.
    return [[name, /^[a-z-]+$/.test(value) ? `${value}.*` : value]]
  })
  return new URLSearchParams(pairs).toString()
}

const journalStates: Readonly<Record<Journal['state'], readonly [Tone, string]>> = {
  connecting: ['plain', 'connecting …'],
  live: ['good', 'live'],
  lost: ['warn', 'reconnecting …'],
  refused: ['bad', 'refused'],
}

function JournalState({
  journal,
  paused,
}: {
  readonly journal: Journal
  readonly paused: boolean
}) {
  const [tone, text] = paused ? (['warn', 'paused'] as const) : journalStates[journal.state]
  return (
    <span role="status">
      <Badge tone={tone}>{text}</Badge>
    </span>
  )
}

function CallFilter() {
  const { params } = pageLocation.value
  const [endpoint, setEndpoint] = useState(params.get('endpoint') ?? '')
  const [status, setStatus] = useState(params.get('status') ?? '')
  // A quick filter changes the same parameters.
  useEffect(() => setEndpoint(params.get('endpoint') ?? ''), [params.get('endpoint')])
  useEffect(() => setStatus(params.get('status') ?? ''), [params.get('status')])
  const submit = (event: Event) => {
    event.preventDefault()
    setParams({ endpoint: endpoint.trim() || undefined, status: status.trim() || undefined })
  }
  return (
    <form class="row" role="search" aria-label="Calls" onSubmit={submit}>
      <datalist id="journal-statuses">
        {['2xx', '4xx', '5xx', '401', '403', '404', '422', '429'].map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <OperationField placeholder="such as chat" value={endpoint} onValue={setEndpoint} />
      <TextField
        label="Status"
        list="journal-statuses"
        placeholder="such as 4xx"
        value={status}
        onValue={setStatus}
      />
      <TextField
        label="Contains"
        type="search"
        value={params.get('text') ?? ''}
        onValue={(text) => setParams({ text: text || undefined })}
      />
      <Button type="submit">Filter</Button>
    </form>
  )
}
