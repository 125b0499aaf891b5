import { useState } from 'preact/hooks'
import { hrefOf, pageLocation } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { DropZone } from '../../ui/open-file.tsx'
import { TextWithCode } from '../../ui/text.tsx'
import '../chat/timeline.css'
import { CauseList } from './cause-list.tsx'
import { Exchanges } from './exchanges.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { ImportView } from './import-view.tsx'
import { OpenButton, Opener, OpenStatus } from './open-form.tsx'
import './traffic.css'
import { closeRecording, openFile, type OpenRecording, recording } from './traffic-store.ts'
import { formatCount } from '../../ui/format-count.ts'

/** A recording of real traffic: its exchanges, its streams, and what breaks the rules. */
export function TrafficPage() {
  const open = recording.value
  return (
    <DropZone class="traffic stack" onFile={(file) => openFile(file, file.name)}>
      {open === undefined ? <Opener /> : <Opened open={open} />}
    </DropZone>
  )
}

function Opened({ open }: { readonly open: OpenRecording }) {
  const { hasControl } = usePlatform()
  const [isImporting, setIsImporting] = useState(false)
  const view = pageLocation.value.params.get('view') ?? 'exchanges'
  const { rows, result, imported, name } = open
  return (
    <>
      <div class="row row-middle">
        <h2 class="traffic-name">{name}</h2>
        <span class="faint small">{factsOf(open)}</span>
        <span class="push row">
          {hasControl && (
            <Button
              kind="primary"
              disabled={result === undefined}
              onClick={() => setIsImporting(true)}
            >
              Import into a new world
            </Button>
          )}
          <OpenButton kind="plain" />
          <Button kind="quiet" onClick={closeRecording}>
            Close
          </Button>
        </span>
      </div>
      <OpenStatus />
      {result === undefined && <Progress open={open} />}
      {result !== undefined && <RecordingNotices {...result} />}
      <nav class="row chips" aria-label="Views of the recording">
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
  const isCurrent = view === current
  return (
    <a
      class={isCurrent ? 'button is-current' : 'button'}
      aria-current={isCurrent ? 'page' : undefined}
      href={hrefOf('traffic', { view: view === 'exchanges' ? undefined : view })}
    >
      {children}
    </a>
  )
}

function factsOf({ rows, result }: OpenRecording): string {
  const hosts = new Set(rows.map(({ host }) => host)).size
  const streams = rows.filter(({ isStream }) => isStream).length
  const judged =
    result === undefined
      ? []
      : [`${result.judged} judged by ${result.rules.reached} of ${result.rules.of} rules`]
  return [
    `${rows.length.toLocaleString('en')} exchanges`,
    `${streams} streams`,
    formatCount(hosts, 'host'),
    ...judged,
  ].join(' · ')
}

function Progress({ open: { position, size, rows } }: { readonly open: OpenRecording }) {
  const share = size === 0 ? 0 : Math.min(1, position / size)
  const text = `Reading: ${Math.round(share * 100)} % of the file, ${rows.length} exchanges`
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
        The file stays in this browser until you import it.
      </p>
    </>
  )
}
