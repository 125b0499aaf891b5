import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { hrefOf, navigate, pageLocation, setParams, type Params } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { ErrorNotice, type Tone, Badge, EmptyState } from '../../ui/feedback.tsx'
import { useWorldStatus } from '../../control/world-status.ts'
import { useMutation } from '../../control/hooks.ts'
import { Button, ConfirmButton } from '../../ui/button.tsx'
import { CallDetails } from './call-details.tsx'
import { BackToList } from '../exchanges/exchange-pane.tsx'
import { ExchangeList } from '../exchanges/exchange-list.tsx'
import { toListedCall } from './listed-call.tsx'
import './journal.css'
import { OperationField } from '../../control/operation-field.tsx'
import { Form, SelectField, TextField } from '../../ui/fields.tsx'
import type { JournalLine, JournalRecord } from '../../../contract/control/journal.ts'
import { type ControlClient, isFinalRefusal, refusalText } from '../../control/client.ts'
import { downloadJson } from '../../ui/open-file.tsx'
import { formatCount } from '../../../contract/format-count.ts'
import { decodeSse, SseSplitter } from '../../../contract/sse.ts'

/** Lists the calls as the world receives them, and shows the details of one call. */
export function JournalPage() {
  const { control } = usePlatform()
  const { params } = pageLocation.value
  const [restartCount, setRestartCount] = useState(0)
  const filter = serverFilter(params)
  const journal = useJournal(filter, restartCount)
  const [paused, setPaused] = useState<Journal>()
  // The server applies the filter, so a paused list can't show which calls pass a new filter.
  useEffect(() => setPaused(undefined), [filter])
  const mutation = useMutation()
  const { calls, dropped } = paused ?? journal
  const matchingCalls = calls.filter((call) => matchesKind(call, params))
  const current = params.get('call') ?? undefined

  async function deleteAll() {
    await mutation.run(() => control.call('DELETE journal'))
    setPaused(undefined)
    setRestartCount(restartCount + 1)
  }

  const [tone, stateText] =
    paused === undefined ? journalStates[journal.state] : (['warn', 'paused'] as const)
  const tools = (
    <>
      <span role="status">
        <Badge tone={tone}>{stateText}</Badge>
      </span>
      <span class="small faint">{formatCount(matchingCalls.length, 'call')}</span>
      <span class="row">
        <Button
          pressed={paused !== undefined}
          onClick={() => setPaused(paused === undefined ? journal : undefined)}
        >
          Pause
        </Button>
        <Button
          busy={mutation.busy}
          disabled={matchingCalls.length === 0}
          onClick={() => mutation.run(() => exportCalls(control, matchingCalls))}
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
    </>
  )
  const list = hrefOf('journal', {
    ...Object.fromEntries(params),
    call: undefined,
    with: undefined,
  })
  return (
    <>
      {current !== undefined && (
        <BackToList href={list}>{formatCount(matchingCalls.length, 'call')}</BackToList>
      )}
      <div class="journal exchange-panes" data-open={current === undefined ? undefined : ''}>
        <div class="stack exchange-side">
          <div class="row exchange-filters">
            <CallFilter />
            <FilterChips />
          </div>
          <ErrorNotice message={journal.error ?? mutation.error} />
          {dropped > 0 && <p class="small faint">{dropped} older calls are not shown.</p>}
          <ForgottenCallsNote calls={calls} isFiltered={filter !== ''} />
          {journal.state === 'refused' ? (
            <div class="row row-middle">{tools}</div>
          ) : (
            <CallList calls={matchingCalls} current={current} tools={tools} />
          )}
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
    </>
  )
}

type CallListProps = {
  readonly calls: readonly JournalLine[]
  readonly current: string | undefined
  readonly tools: ComponentChildren
}

/** Lists the calls, the newest first. */
function CallList({ calls, current, tools }: CallListProps) {
  const rows = useMemo(() => calls.map(toListedCall), [calls])
  const proxyUrl = useWorldStatus()?.proxy?.url
  if (rows.length === 0)
    return (
      <>
        <div class="row row-middle">{tools}</div>
        <EmptyState title="No calls">
          {proxyUrl === undefined ? (
            'Platform calls appear here immediately.'
          ) : (
            <p>
              Point your client at <code>{proxyUrl}</code>: its calls appear here immediately.
            </p>
          )}
        </EmptyState>
      </>
    )
  const choose = (number: number) => {
    const params = { ...Object.fromEntries(pageLocation.value.params), with: undefined }
    const change = { ...params, call: String(number) }
    // Only the first opened call gets an entry in the history, so that Back leads to the list.
    if (current === undefined) navigate('journal', change)
    else setParams(change)
  }
  return (
    <ExchangeList
      name="Calls"
      rows={rows}
      current={current === undefined ? undefined : Number(current)}
      onChoose={choose}
      tools={tools}
    />
  )
}

/** Says that the oldest calls are not in the journal any more. */
function ForgottenCallsNote(props: {
  readonly calls: readonly JournalLine[]
  readonly isFiltered: boolean
}) {
  const oldest = props.calls.at(-1)?.number ?? 1
  if (props.isFiltered || oldest === 1) return null
  return (
    <p class="small faint">
      Calls before number {oldest.toLocaleString('en')} are not in the journal any more: it keeps
      the newest {maxJournalEntries.toLocaleString('en')}, fewer if they are large.
    </p>
  )
}

/** Returns the filters that the server applies, as a query string. */
function serverFilter(params: URLSearchParams): string {
  const pairs = ['endpoint', 'status', 'text'].flatMap((name) => {
    const value = params.get(name)
    if (value === null || value === '') return []
    return [name === 'text' ? ['q', value.slice(0, maxSearchLength)] : [name, value]]
  })
  return new URLSearchParams(pairs).toString()
}

const journalStates: Readonly<Record<Journal['state'], readonly [Tone, string]>> = {
  connecting: ['plain', 'connecting …'],
  live: ['good', 'live'],
  lost: ['warn', 'reconnecting …'],
  refused: ['bad', 'refused'],
}

/** Statuses and classes of statuses to choose from. */
const statuses = ['2xx', '4xx', '5xx', '401', '403', '404', '422', '429']

function CallFilter() {
  const { params } = pageLocation.value
  const [endpoint, setEndpoint] = useState(params.get('endpoint') ?? '')
  const status = params.get('status') ?? ''
  // The quick filters can change this parameter, too.
  useEffect(() => setEndpoint(params.get('endpoint') ?? ''), [params.get('endpoint')])
  // The server refuses unfinished names of operations, so they count only when they are complete.
  const submit = () => setParams({ endpoint: endpoint.trim() || undefined })
  return (
    <Form class="row" role="search" aria-label="Calls" onChange={submit} onSubmit={submit}>
      <OperationField placeholder="such as chat" value={endpoint} onValue={setEndpoint} />
      <SelectField
        label="Status"
        value={status}
        options={[['', 'Any'], ...new Set([...statuses, ...(status === '' ? [] : [status])])]}
        onValue={(next) => setParams({ status: next || undefined })}
      />
      <TextField
        label="Contains"
        type="search"
        value={params.get('text') ?? ''}
        onValue={(text) => setParams({ text: text || undefined })}
      />
    </Form>
  )
}

/** The maximum number of calls whose details are requested at the same time. */
const maxParallelRequests = 20

/**
 * Saves everything that the journal stores about calls as a JSON file, the oldest call first.
 * Secrets are masked in it. Throws a `ControlError` if a call is no longer in the journal.
 */
async function exportCalls(control: ControlClient, calls: readonly JournalLine[]): Promise<void> {
  const entries: JournalRecord[] = []
  const remainingNumbers = calls.map(({ number }) => number).toReversed()
  while (remainingNumbers.length > 0) {
    const details = remainingNumbers
      .splice(0, maxParallelRequests)
      .map((number) => control.call('GET journal/{number}', { params: { number: String(number) } }))
    entries.push(...(await Promise.all(details)))
  }
  const text = JSON.stringify({ entries }, undefined, 2)
  downloadJson(text, 'journal.json')
}

/** The filters in the URL of the journal. The server applies the first three. */
const filterNames = ['endpoint', 'status', 'text', 'kind', 'fault'] as const

/** Quick filters, each with the parameters that it sets. */
const filterPresets: readonly (readonly [label: string, params: Params])[] = [
  ['Turns', { endpoint: 'chat.*' }],
  ['Broken streams', { kind: 'broken' }],
  ['With faults', { kind: 'faults' }],
]

/** Whether a call passes `kind` and `fault`, the filters that this page applies itself. */
function matchesKind(call: JournalLine, params: URLSearchParams): boolean {
  const fault = params.get('fault')
  if (fault !== null && !call.faults.includes(fault)) return false
  const kind = params.get('kind')
  if (kind === 'faults') return call.faults.length > 0
  if (kind === 'broken') return call.stream?.state === 'cut' || call.status === null
  return true
}

const clearParams = (names: readonly string[]) =>
  setParams(Object.fromEntries(names.map((name) => [name, undefined])))

/** Shows buttons for the quick filters, and a button that removes an active filter on a fault. */
function FilterChips() {
  const { params } = pageLocation.value
  const isPresetActive = (preset: Params) =>
    Object.entries(preset).every(([name, value]) => params.get(name) === value)
  const fault = params.get('fault')
  const active = filterNames.filter((name) => params.get(name))
  return (
    <div class="row chips" role="group" aria-label="Quick filters">
      {filterPresets.map(([label, preset]) => (
        <Button
          key={label}
          pressed={isPresetActive(preset)}
          onClick={() =>
            isPresetActive(preset) ? clearParams(Object.keys(preset)) : setParams(preset)
          }
        >
          {label}
        </Button>
      ))}
      {fault !== null && (
        <Button pressed onClick={() => clearParams(['fault'])}>
          Fault {fault}
        </Button>
      )}
      {active.length > 0 && (
        <Button kind="quiet" onClick={() => clearParams(active)}>
          Show all calls
        </Button>
      )}
    </div>
  )
}

type Journal = {
  /** The calls, the newest first. */
  readonly calls: readonly JournalLine[]
  readonly state: 'connecting' | 'live' | 'lost' | 'refused'
  readonly error?: string | undefined
  /** The number of calls that the server left out, because there were too many. */
  readonly dropped: number
}

const emptyJournal: Journal = { calls: [], state: 'connecting', dropped: 0 }

/** The delay before the page connects to the journal again, in milliseconds. */
const retryDelay = 1000

/**
 * Follows the journal of the world, and reconnects after a restart of the server. A change of
 * `restartCount` removes the loaded calls and connects again.
 */
function useJournal(filter: string, restartCount: number): Journal {
  const { control } = usePlatform()
  const [journal, setJournal] = useState(emptyJournal)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    async function follow() {
      let problem: string | undefined
      try {
        let current = emptyJournal
        for await (const update of followCalls(control, new URLSearchParams(filter), signal)) {
          const calls = mergeCalls(current.calls, update.calls)
          current = { calls, state: 'live', dropped: current.dropped + update.dropped }
          setJournal(current)
        }
      } catch (error) {
        if (signal.aborted) return
        problem = refusalText(error)
        if (isFinalRefusal(error))
          return setJournal({ ...emptyJournal, state: 'refused', error: problem })
      }
      if (signal.aborted) return
      // The page keeps the loaded calls until the server or the world is back.
      setJournal((known) => ({ ...known, state: 'lost', error: problem }))
      const timer = window.setTimeout(follow, retryDelay)
      signal.addEventListener('abort', () => window.clearTimeout(timer))
    }
    setJournal(emptyJournal)
    void follow()
    return () => controller.abort()
  }, [control, filter, restartCount])
  return journal
}

/** An update of the journal: new or changed calls, and the number of calls that were left out. */
type JournalUpdate = { readonly calls: readonly JournalLine[]; readonly dropped: number }

/**
 * Yields the journal of a world: first the existing calls, then new ones. `filter` is the query for
 * the control API. Ends when the world is reset or the server stops. Throws a `ControlError` on a
 * refusal.
 */
async function* followCalls(
  control: ControlClient,
  filter: URLSearchParams,
  signal: AbortSignal,
): AsyncGenerator<JournalUpdate, void> {
  const query = new URLSearchParams([...filter, ['follow', ''], ['since', '0']])
  const { body } = await control.open(`journal?${query}`, { signal })
  if (body === null) return
  const splitter = new SseSplitter()
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  // The first update, without calls, reports that the connection is open.
  yield { calls: [], dropped: 0 }
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const calls: JournalLine[] = []
    let dropped = 0
    for (const { event, data } of splitter.add(value).map(decodeSse)) {
      if (data === undefined) continue
      if (event === 'lost') dropped += (JSON.parse(data) as { events: number }).events
      else calls.push(JSON.parse(data) as JournalLine)
    }
    if (calls.length > 0 || dropped > 0) yield { calls, dropped }
  }
}

/** The maximum number of calls that the journal of a server contains. */
const maxJournalEntries = 2000
const maxSearchLength = 200

/** Adds or replaces calls in the list by their number. Returns the newest call first. */
function mergeCalls(calls: readonly JournalLine[], update: readonly JournalLine[]): JournalLine[] {
  const byNumber = new Map(calls.map((call) => [call.number, call]))
  for (const call of update) byNumber.set(call.number, call)
  return [...byNumber.values()].toSorted((a, b) => b.number - a.number).slice(0, maxJournalEntries)
}
