import { useState } from 'preact/hooks'
import { host } from '../../app/host.ts'
import { hrefOf, pageLocation } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { useWorldStatus } from '../../control/world-status.ts'
import { Button, Icon } from '../../ui/button.tsx'
import { EmptyState, ErrorNotice, Notice } from '../../ui/feedback.tsx'
import { DropZone, FileButton } from '../../ui/open-file.tsx'
import { TextWithCode } from '../../ui/text.tsx'
import '../chat/timeline.css'
import { CauseList } from './cause-list.tsx'
import { Exchanges } from './exchanges.tsx'
import { ImportDialog, ImportView } from './import.tsx'
import './traffic.css'
import {
  closeRecording,
  openingError,
  openFile,
  openingName,
  type OpenRecording,
  currentRecording,
} from './traffic-store.ts'
import { Code } from '../../ui/copy.tsx'
import { formatCount } from '../../../contract/format-count.ts'
import { useMutation, usePolling, useRequest } from '../../control/hooks.ts'
import { readProxyFindings } from '../../control/client.ts'
import { type Column, Table } from '../../ui/table.tsx'
import type { CountedFinding } from '../../../traffic/proxy/findings.ts'

/** Shows a recording of real traffic: the exchanges, the streams, and the broken rules. */
export function TrafficPage() {
  const open = currentRecording.value
  return (
    <DropZone class="traffic stack" onFile={(file) => openFile(file, file.name)}>
      {open === undefined && host.isProxy === true && <ProxyFindings />}
      {open === undefined ? <OpenRecordingSection /> : <OpenRecordingView open={open} />}
    </DropZone>
  )
}

function OpenRecordingView({ open }: { readonly open: OpenRecording }) {
  const { hasControl } = usePlatform()
  const [isImporting, setIsImporting] = useState(false)
  const view = pageLocation.value.params.get('view') ?? 'exchanges'
  const { rows, result, imported, name } = open
  return (
    <>
      <OpenStatus />
      <div class="stack traffic-head">
        <div class="row row-middle">
          <h2 class="traffic-name">{name}</h2>
          <Button kind="quiet" label="Close the recording" onClick={closeRecording}>
            <Icon name="close" />
          </Button>
          <span class="faint small">{factsOf(open)}</span>
          <span class="push row">
            {hasControl && host.isProxy !== true && (
              <Button
                kind="primary"
                disabled={result === undefined}
                onClick={() => setIsImporting(true)}
              >
                Import into a new world
              </Button>
            )}
            <ProxyRecordingButton />
            <OpenButton kind="plain" />
          </span>
        </div>
        {result === undefined && <Progress open={open} />}
        {result !== undefined && <RecordingNotices {...result} />}
        <nav class="tab-list" aria-label="Views of the recording">
          <ViewLink view="exchanges" current={view}>
            Exchanges ({rows.length.toLocaleString('en')})
          </ViewLink>
          {result !== undefined && (
            <ViewLink view="findings" current={view}>
              Findings ({result.causes.length})
            </ViewLink>
          )}
          {imported !== undefined && (
            <ViewLink view="import" current={view}>
              Import into {imported.world}
            </ViewLink>
          )}
        </nav>
      </div>
      {view === 'findings' && result !== undefined ? (
        <CauseList result={result} />
      ) : view === 'import' && imported !== undefined ? (
        <ImportView imported={imported} />
      ) : (
        <Exchanges open={open} />
      )}
      {isImporting && <ImportDialog name={name} onClose={() => setIsImporting(false)} />}
    </>
  )
}

function ViewLink(props: {
  readonly view: string
  readonly current: string
  readonly children: preact.ComponentChildren
}) {
  const { view, current, children } = props
  return (
    <a
      aria-current={view === current ? 'page' : undefined}
      href={hrefOf('traffic', { view: view === 'exchanges' ? undefined : view })}
    >
      {children}
    </a>
  )
}

function factsOf({ rows, result }: OpenRecording): string {
  const hosts = new Set(rows.map((row) => row.host)).size
  const streams = rows.filter(({ isStream }) => isStream).length
  const judged =
    result === undefined ? [] : [`${result.rules.reached} of ${result.rules.of} rules applied`]
  return [
    formatCount(rows.length, 'exchange'),
    formatCount(streams, 'stream'),
    ...(hosts > 1 ? [formatCount(hosts, 'host')] : []),
    ...judged,
  ].join(' · ')
}

function Progress({ open: { position, size, rows } }: { readonly open: OpenRecording }) {
  const share = size === 0 ? 0 : Math.min(1, position / size)
  const text = `Reading: ${Math.round(share * 100)} % of the file, ${formatCount(rows.length, 'exchange')}`
  return (
    <p class="row row-middle small" role="status">
      <progress max={1} value={share} aria-label="Read so far" /> {text}
    </p>
  )
}

type NoticesProps = { readonly problems: readonly string[]; readonly isRedacted: boolean }

function RecordingNotices({ problems, isRedacted }: NoticesProps) {
  return (
    <>
      {problems.length > 0 && (
        <Notice tone="warn" title="Parts of this file could not be read. ">
          <ul class="traffic-problems">
            {problems.map((problem, at) => (
              <li key={at}>
                <TextWithCode text={problem} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <p class="small faint">
        {isRedacted ? (
          <>
            The proxy replaced the secrets of this recording by pseudonyms. They are{' '}
            <mark class="mark">marked</mark>.
          </>
        ) : (
          <>
            The proxy did not write this file, so its secrets are probably real: they are{' '}
            <mark class="mark">marked</mark>. Don’t share it.
          </>
        )}{' '}
        The file {fileStaysText}.
      </p>
    </>
  )
}

const fileStaysText =
  host.isProxy === true ? 'stays in this browser' : 'stays in this browser until you import it'

const recordCommand =
  'npx agent-understudy proxy --to https://staging.example.com --record session.har'

/** Explains the page, and how to get a recording. Shown while no recording is open. */
function OpenRecordingSection() {
  const isRecording = useWorldStatus()?.proxy?.recording != null
  return (
    <section class="card stack traffic-opener" aria-labelledby="traffic-opener">
      <h2 id="traffic-opener">Open a recording</h2>
      <p>
        See the calls of real traffic, the frames of its streams on a time axis, and where it breaks
        the specification.{host.isProxy !== true && ' Then make a world that plays it.'}
      </p>
      <div class="empty">
        <div class="row row-middle">
          <ProxyRecordingButton />
          <OpenButton kind={isRecording ? 'plain' : 'primary'} />
          <ExampleButton />
        </div>
        <p>
          Or drop a file here: <code>.har</code>, packed (<code>.har.gz</code>) or unfinished (
          <code>.har.part</code>), up to 256 MB unpacked. It {fileStaysText}.
        </p>
      </div>
      <OpenStatus />
      <h3>How to record one</h3>
      <ol class="traffic-steps small">
        {!isRecording && (
          <li>
            Start the proxy in front of your deployment:
            <Code label="the command that records" text={recordCommand} wrap />
          </li>
        )}
        <li>
          Use your client through {isRecording ? 'this' : 'the'} proxy. It records the time of each
          frame, and replaces secrets.
        </li>
        <li>
          {isRecording ? 'Open what it has recorded so far.' : 'Press Ctrl-C, and open the file.'}
        </li>
      </ol>
      <p class="small faint">
        A HAR file that you save in the network panel of a browser works, too, but lacks the bodies
        of most event streams.
      </p>
    </section>
  )
}

/** Says which file is being opened, or why the last file was not opened. */
const OpenStatus = () => (
  <>
    <p class={openingName.value === undefined ? 'unseen' : 'small faint'} role="status">
      {openingName.value === undefined ? '' : `Opening ${openingName.value} …`}
    </p>
    <ErrorNotice title="The file was not opened" message={openingError.value} />
  </>
)

/** A button with which the user opens a recording. */
const OpenButton = ({ kind }: { readonly kind: 'primary' | 'plain' }) => (
  <FileButton
    kind={kind}
    accept=".har,.gz,.part,.json,application/json"
    label="Recording"
    onFile={(file) => openFile(file, file.name)}
  >
    Open a recording …
  </FileButton>
)

function ExampleButton() {
  const [isLoading, setIsLoading] = useState(false)
  async function openExample() {
    setIsLoading(true)
    const url = new URL('./example.har.gz', import.meta.url)
    const response = await fetch(url).catch(() => undefined)
    setIsLoading(false)
    if (response?.ok === true) return openFile(await response.blob(), 'example.har.gz')
    openingError.value =
      'The server did not send the example. It may have been stopped: start it again.'
  }
  return (
    <Button busy={isLoading} onClick={openExample}>
      Look at an example
    </Button>
  )
}

/** A button that opens the current recording of a proxy. Each press reads it again. */
function ProxyRecordingButton() {
  const { control } = usePlatform()
  const file = useWorldStatus()?.proxy?.recording
  const readMutation = useMutation()
  if (file == null) return null
  // The ending `.part` says that the recording is not finished.
  const name = `${file}.part`
  const read = () =>
    readMutation.run(async () => openFile(await (await control.open('recording')).blob(), name))
  return (
    <>
      <Button kind="primary" busy={readMutation.busy} onClick={read}>
        {currentRecording.value?.name === name ? 'Read it again' : `Open ${file} so far`}
      </Button>
      <ErrorNotice message={readMutation.error} />
    </>
  )
}

/** Milliseconds between two requests for new findings. */
const pollInterval = 1000

/** Lists what the rules of a proxy have found in its traffic so far. */
function ProxyFindings() {
  const checks = useWorldStatus()?.proxy?.checks
  if (checks === undefined) return null
  return (
    <section class="stack" aria-labelledby="proxy-findings">
      <h2 id="proxy-findings">Findings</h2>
      {checks ? (
        <LiveFindings />
      ) : (
        <p class="faint">
          This proxy judges nothing. Start it with <code>--check</code> to see here where the
          deployment breaks the specification.
        </p>
      )}
    </section>
  )
}

function LiveFindings() {
  const { control } = usePlatform()
  const { data, error, refetch } = useRequest(
    (signal) => readProxyFindings(control, signal),
    [control],
  )
  usePolling(refetch, pollInterval)
  if (data === undefined) return <ErrorNotice message={error} />
  const { judged, findings } = data
  return (
    <>
      <ErrorNotice message={error} />
      <p class="faint small" role="status">
        {formatCount(judged, 'exchange')} judged, {formatCount(findings.length, 'finding')}.
      </p>
      <Table
        caption="Findings in the traffic of this proxy"
        columns={findingColumns}
        rows={findings}
        keyOf={({ rule, operation, message }) => `${rule} ${operation} ${message}`}
        empty={
          <EmptyState title="No rule is broken">
            {judged === 0
              ? 'Calls of the platform are judged when they are over.'
              : 'Each broken rule appears here when it is first seen.'}
          </EmptyState>
        }
      />
    </>
  )
}

const findingColumns: readonly Column<CountedFinding>[] = [
  { label: 'Rule', cell: ({ rule }) => <code>{rule}</code> },
  { label: 'Problem', cell: ({ message }) => message },
  { label: 'Operation', cell: ({ operation }) => operation ?? 'none' },
  { label: 'Exchanges', numeric: true, cell: ({ count }) => count },
  {
    label: 'First call',
    numeric: true,
    cell: ({ first }) => (
      <a href={hrefOf('journal', { call: String(first) })} aria-label={`Call ${first}`}>
        {first}
      </a>
    ),
  },
]
