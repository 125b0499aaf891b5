import { useState } from 'preact/hooks'
import { keyHint } from '../../../keys/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Chat } from '../model/chat.ts'
import type { Desk } from '../model/desk.ts'
import type { Link } from '../model/shown-turn.ts'
import { useFollow } from '../use-follow.ts'
import { accountForAll } from './account-for.ts'
import { ConnectionPart } from './connection-part.tsx'
import { isBuffered } from './is-buffered.ts'
import { showCut } from './show-cut.ts'

export type TimelineProps = {
  readonly chat: Chat
  readonly desk: Desk
  /** How the page stands to the newest turn. */
  readonly link: Link | undefined
  /** Which pane a narrow window shows. */
  readonly pane: string
}

/** What came over the wire for the newest turn, byte by byte; the connection is cut from here. */
export function Timeline({ chat, desk, link, pane }: TimelineProps) {
  const { recorder, gate } = chat
  const tape = recorder.tape.value
  const [hidesDeltas, setHidesDeltas] = useState(false)
  const follow = useFollow(`${pane} ${tape.connections[0]?.askedAt}`, tape, link)
  const show = () => {
    follow.ref.current?.focus()
    showCut(chat, desk)
  }

  return (
    <section class="timeline" aria-labelledby="timeline-title">
      <header class="pane-head">
        <h2 id="timeline-title">Timeline</h2>
        <Cut chat={chat} link={link} />
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
          <ConnectionPart
            key={connection.number}
            connection={connection}
            tape={tape}
            hidesDeltas={hidesDeltas}
          />
        ))}
        {link?.state === 'closed' && <Whole chat={chat} />}
      </div>
    </section>
  )
}

/** Cuts the connection; where the client waits to resume, lets it. */
function Cut({ chat: { recorder, gate }, link }: Pick<TimelineProps, 'chat' | 'link'>) {
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
function Whole({ chat }: { readonly chat: Chat }) {
  const tape = chat.recorder.tape.value
  const account = accountForAll(tape)
  return (
    <>
      {account !== undefined && (
        <Notice tone={account.isWhole ? 'good' : 'warn'} title="The whole turn: ">
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
