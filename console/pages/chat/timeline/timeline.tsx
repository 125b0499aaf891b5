import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { keyHint } from '../../../keys/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/fields.tsx'
import { Notice } from '../../../ui/feedback.tsx'
import type { Chat } from '../model/chat.ts'
import type { SessionStore } from '../model/session-store.ts'
import type { TurnConnection } from '../model/turn-reader.ts'
import { useScrollToEnd } from '../hooks.ts'
import { reportTurn, isBuffered } from './stream-report.ts'
import {
  FrameHeadings,
  ReportNotice,
  TimelineLine,
  timelineLineHeight,
} from './connection-view.tsx'
import { LongList } from '../../../ui/long-list.tsx'
import { effect } from '@preact/signals'
import { exportLog } from './export-log.ts'
import { FilterFields, useTimelineRows } from './timeline-filter.tsx'
import { toWaterfall } from './waterfall.ts'
import { type ShownStep, WaterfallView } from './waterfall-view.tsx'
import { downloadJson } from '../../../ui/open-file.tsx'

type TimelineProps = {
  readonly chat: Chat
  readonly store: SessionStore
  readonly connection: TurnConnection | undefined
  /** The name of the pane that a narrow window shows. */
  readonly shownPane: string
  /** The step of the plan that the waterfall scrolls to. */
  readonly shownStep: ShownStep | undefined
}

/** Shows the received events of the newest turn, with a button that cuts the turn's connection. */
export function Timeline({ chat, store, connection, shownPane, shownStep }: TimelineProps) {
  const { reconnectGate } = chat
  const log = chat.shownLog.value
  const [isWide, setIsWide] = useState(false)
  const { rows, revealed, reveal, filter, setFilter } = useTimelineRows(log)
  // `peek` is enough: each event also changes the log, which draws this component again.
  const { spans = [] } = store.thread.recordedTurn.value?.latestState.peek() ?? {}
  const hasConnection = log.connections.length > 0
  const subject = `${shownPane} ${log.connections[0]?.startedAt}`
  const { follow, isFollowing, onGrow } = useScrollToEnd(subject, [log, connection], revealed)
  const showDemonstration = () => {
    follow.ref.current?.focus()
    demonstrateCut(chat, store)
  }

  return (
    <section class={isWide ? 'timeline is-wide' : 'timeline'} aria-labelledby="timeline-title">
      <header class="pane-head">
        <h2 id="timeline-title">Timeline</h2>
        <CutButton chat={chat} connection={connection} />
      </header>
      <div class="row row-middle timeline-choices">
        <CheckField
          label="Resume automatically"
          checked={reconnectGate.isAutomatic.value}
          onValue={reconnectGate.setAutomatic}
        />
        <span class="timeline-width push">
          <Button kind="quiet" pressed={isWide} onClick={() => setIsWide(!isWide)}>
            Expand
          </Button>
        </span>
      </div>
      {hasConnection && <FilterFields filter={filter} onFilter={setFilter} />}
      {hasConnection && (
        <WaterfallView
          key={chat.recorder.startedAt().getTime()}
          waterfall={toWaterfall(log, spans)}
          filter={filter}
          onReveal={reveal}
          shownStep={shownStep}
          tools={
            <Button kind="quiet" onClick={() => exportTurn(chat)}>
              Export
            </Button>
          }
        />
      )}
      <div {...follow} class="timeline-log" tabIndex={0} role="region" aria-label="Events">
        {!hasConnection && (
          <div class="timeline-begin stack">
            <p class="small faint">
              Ask a question: each event appears here as it arrives. Cut the connection while it
              streams, and see which events a resume returns.
            </p>
            <Button kind="primary" onClick={showDemonstration}>
              Show a turn being cut and resumed
            </Button>
          </div>
        )}
        {hasConnection && <FrameHeadings />}
        <LongList
          rows={rows}
          scrollParent={follow.ref}
          isFollowing={isFollowing}
          reveal={revealed}
          rowHeight={timelineLineHeight}
          keyOf={({ key }) => key}
          render={(row) => <TimelineLine row={row} />}
        />
        {connection?.state === 'closed' && <TurnReport chat={chat} onGrow={onGrow} />}
      </div>
    </section>
  )
}

/** Saves the log of the newest turn as a file. */
function exportTurn({ recorder, shownLog }: Chat): void {
  const text = exportLog(shownLog.value, recorder.startedAt())
  downloadJson(text, 'turn.har')
}

/** A button that cuts the connection, or resumes a broken connection now. */
function CutButton({
  chat: { recorder, reconnectGate },
  connection,
}: Pick<TimelineProps, 'chat' | 'connection'>) {
  if (connection?.state === 'broken')
    return (
      <Button kind="primary" shortcut={keyHint('x')} onClick={reconnectGate.open}>
        Resume
      </Button>
    )
  return (
    <Button
      kind="danger"
      disabled={!recorder.isOpen.value}
      shortcut={keyHint('x')}
      onClick={recorder.cut}
    >
      Cut
    </Button>
  )
}

/**
 * Shows a report on all events of a turn. The report is computed after the turn's end was drawn.
 */
function TurnReport({ chat, onGrow }: { readonly chat: Chat; readonly onGrow: () => void }) {
  const log = chat.shownLog.value
  const [isDue, setIsDue] = useState(false)
  useEffect(() => setIsDue(true), [])
  useLayoutEffect(onGrow, [isDue])
  if (!isDue) return null
  return (
    <>
      <ReportNotice title="The whole turn: " report={reportTurn(log)} />
      {isBuffered(log) && (
        <Notice tone="warn" title="The stream was buffered. ">
          Nothing arrived for a while, then everything at once. Unless the clock of this world was
          moved, a proxy between this page and the server buffers the stream. In Nginx, set{' '}
          <code>proxy_buffering off</code>.
        </Notice>
      )}
    </>
  )
}

/**
 * Asks a question and cuts the connection when the answer starts, because users are rarely so fast.
 */
function demonstrateCut({ recorder }: Chat, store: SessionStore): void {
  store.ask(store.suggestions.value[0] ?? 'Where is my order?')
  const stopWatching = effect(() => {
    const turn = store.thread.turns.value.at(-1)
    const isBefore = turn?.latestState.value.answer === '' && store.thread.isBusy.value
    if (isBefore) return
    // A cut updates signals, so it waits until the current update of the signal is finished.
    queueMicrotask(() => {
      stopWatching()
      recorder.cut()
    })
  })
}
