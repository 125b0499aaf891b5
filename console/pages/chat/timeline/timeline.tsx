import { useState } from 'preact/hooks'
import { keyHint } from '../../../keys/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/fields.tsx'
import { Notice } from '../../../ui/feedback.tsx'
import type { Chat } from '../model/chat.ts'
import type { SessionStore } from '../model/session-store.ts'
import type { TurnConnection } from '../model/turn-reader.ts'
import { useScrollToEnd } from '../hooks.ts'
import { reportTurn, isBuffered } from './stream-report.ts'
import { ConnectionView } from './connection-view.tsx'
import { effect } from '@preact/signals'

export type TimelineProps = {
  readonly chat: Chat
  readonly store: SessionStore
  /** How the page stands to the newest turn. */
  readonly link: TurnConnection | undefined
  /** Which pane a narrow window shows. */
  readonly pane: string
}

/** What came over the wire for the newest turn, byte by byte; the connection is cut from here. */
export function Timeline({ chat, store, link, pane }: TimelineProps) {
  const { recorder, reconnectGate: gate } = chat
  const tape = recorder.log.value
  const [hidesDeltas, setHidesDeltas] = useState(false)
  const follow = useScrollToEnd(`${pane} ${tape.connections[0]?.startedAt}`, tape, link)
  const show = () => {
    follow.ref.current?.focus()
    demonstrateCut(chat, store)
  }

  return (
    <section class="timeline" aria-labelledby="timeline-title">
      <header class="pane-head">
        <h2 id="timeline-title">Timeline</h2>
        <CutButton chat={chat} link={link} />
      </header>
      <div class="row row-middle timeline-choices">
        <CheckField
          label="Resume by itself"
          checked={gate.isAutomatic.value}
          onValue={gate.setAutomatic}
        />
        <CheckField label="Hide deltas" checked={hidesDeltas} onValue={setHidesDeltas} />
      </div>
      <div {...follow} class="timeline-log" tabIndex={0} role="region" aria-label="Events">
        {tape.connections.length === 0 && (
          <div class="timeline-begin stack">
            <p class="small faint">
              Ask something: each event stands here as its bytes come. Cut the connection in
              mid-stream, and see what a resume brings.
            </p>
            <Button kind="primary" onClick={show}>
              Show me a turn cut and resumed
            </Button>
          </div>
        )}
        {tape.connections.map((connection) => (
          <ConnectionView
            key={connection.number}
            connection={connection}
            tape={tape}
            hidesDeltas={hidesDeltas}
          />
        ))}
        {link?.state === 'closed' && <TurnReport chat={chat} />}
      </div>
    </section>
  )
}

/** Cuts the connection; where the client waits to resume, lets it. */
function CutButton({
  chat: { recorder, reconnectGate: gate },
  link,
}: Pick<TimelineProps, 'chat' | 'link'>) {
  if (link?.state === 'broken')
    return (
      <Button kind="primary" shortcut={keyHint('x')} onClick={gate.open}>
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

/** What the whole tape comes to, once the turn is over. */
function TurnReport({ chat }: { readonly chat: Chat }) {
  const tape = chat.recorder.log.value
  const account = reportTurn(tape)
  return (
    <>
      {account !== undefined && (
        <Notice tone={account.isComplete ? 'good' : 'warn'} title="The whole turn: ">
          {account.sentences.join(' ')}
        </Notice>
      )}
      {isBuffered(tape) && (
        <Notice tone="warn" title="It came in one piece. ">
          Nothing arrived for a while, and then everything at once. A proxy between this page and
          the server holds the stream back, unless the clock of this world was moved. Nginx does so
          unless it is told <code>proxy_buffering off</code>.
        </Notice>
      )}
    </>
  )
}

/** Asks something, and cuts the connection once the answer begins: a turn is over before one looks. */
function demonstrateCut({ recorder }: Chat, store: SessionStore): void {
  store.ask(store.suggestions.value[0] ?? 'Where is my order?')
  const stop = effect(() => {
    const turn = store.thread.turns.value.at(-1)
    const state = turn?.connection.value.state
    const isBefore = turn?.state.value.answer === '' && (state === 'asking' || state === 'open')
    if (isBefore) return
    // What is cut within its own news would be told in the middle of it.
    queueMicrotask(() => {
      stop()
      recorder.cut()
    })
  })
}
