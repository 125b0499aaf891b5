import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import type { SessionStore } from './model/session-store.ts'
import type { TurnConnection } from './model/turn-reader.ts'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { JournalLine, StreamState } from '../../../contract/control/journal.ts'
import { hrefOf } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { ControlError } from '../../control/client.ts'
import { getChat } from './model/chat.ts'

type ConnectionNoticeProps = {
  readonly link: TurnConnection
  readonly store: SessionStore
  /** The question of the turn. */
  readonly question: string
}

/** Shows the state of the newest turn's connection, and a way on if it does not work. */
export function ConnectionNotice({ link, store, question }: ConnectionNoticeProps) {
  const { thread } = store
  const askAgain = () => {
    void thread.open(undefined)
    store.ask(question)
  }
  switch (link.state) {
    case 'asking':
      return (
        <p class="small faint" role="status">
          Sending …
        </p>
      )
    case 'broken':
      return (
        <Notice tone="warn" title="The stream broke. ">
          <BreakCause fallback={link.why} /> By the specification, the turn continues without a
          reader.
        </Notice>
      )
    case 'lost':
      return (
        <Notice tone="bad" title="The connection was lost. ">
          <BreakCause fallback={link.why} />{' '}
          <Button onClick={() => void thread.resume(link.cursor)}>
            {link.cursor < 0
              ? 'Read the turn from the start'
              : `Resume after cursor ${link.cursor}`}
          </Button>
        </Notice>
      )
    case 'gone':
      return (
        <Notice tone="bad" title="This conversation no longer exists. ">
          It was deleted, or the server started again without its data.{' '}
          <Button onClick={askAgain}>Ask again in a new conversation</Button>
        </Notice>
      )
    case 'refused':
      return (
        <Notice tone="bad" title="The platform refused the request. ">
          {link.why}
        </Notice>
      )
    case 'away':
      return (
        <Notice title="This page does not read the turn. ">
          It may still run at the platform.{' '}
          <Button onClick={() => void thread.resume(-1)}>Read the turn from the start</Button>
        </Notice>
      )
    case 'open':
    case 'closed':
      return null
  }
}

type Cause =
  | { readonly kind: 'gone' }
  | { readonly kind: 'fault'; readonly id: string }
  | { readonly kind: 'seen'; readonly state: StreamState }

/** What the server saw of the stream that broke. */
const seen: Readonly<Record<StreamState, string>> = {
  open: 'The server still sends it: something between the page and the server, such as a proxy, broke it.',
  end: 'The server sent it to its end: something between, such as a proxy, lost the rest.',
  left: 'The server saw the connection close: the network or something between, such as a proxy, broke it.',
  cut: 'The server broke it off.',
}

/** Says what broke the newest stream: the user, a fault, a server that is gone, or what lies between. */
function BreakCause({ fallback }: { readonly fallback: string }): ComponentChildren {
  const { root, control, hasControl } = usePlatform()
  const last = getChat(root).shownLog.value.connections.at(-1)
  const isCut = last?.ending === 'cut'
  const path = last?.path
  const [cause, setCause] = useState<Cause>()
  useEffect(() => {
    if (isCut || !hasControl || path === undefined) return undefined
    const controller = new AbortController()
    const { signal } = controller
    control
      .get<{ readonly entries: readonly JournalLine[] }>('journal?limit=20', signal)
      .then(({ entries }) => readCause(entries.findLast((entry) => entry.path.endsWith(path))))
      .catch((error: unknown): Cause | undefined =>
        error instanceof ControlError ? undefined : { kind: 'gone' },
      )
      .then((found) => signal.aborted || setCause(found))
    return () => controller.abort()
  }, [control, hasControl, isCut, path])

  if (isCut) return 'You cut the connection.'
  if (cause === undefined) return fallback
  if (cause.kind === 'gone') return 'The server is gone: it does not respond.'
  if (cause.kind === 'seen') return seen[cause.state]
  return (
    <>
      The fault <a href={hrefOf('faults')}>{cause.id}</a> broke it.
    </>
  )
}

function readCause(entry: JournalLine | undefined): Cause | undefined {
  if (entry === undefined) return undefined
  const [id] = entry.faults
  if (id !== undefined) return { kind: 'fault', id }
  return entry.stream === null ? undefined : { kind: 'seen', state: entry.stream.state }
}
