import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { JournalLine, StreamState } from '../../../contract/control/journal.ts'
import { hrefOf } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { ControlError } from '../../control/client.ts'
import { formatCount } from '../../../contract/format-count.ts'
import { getChat } from './model/chat.ts'
import type { Connection } from './timeline/stream-log.ts'

type Cause =
  | { readonly kind: 'gone' }
  | { readonly kind: 'fault'; readonly id: string; readonly call: number; readonly sent: number }
  | { readonly kind: 'seen'; readonly state: StreamState }

/** What the server saw of the stream that broke. */
const seen: Readonly<Record<StreamState, string>> = {
  open: 'The server still sends it: something between the page and the server, such as a proxy, broke it.',
  end: 'The server sent it to its end: something between, such as a proxy, lost the rest.',
  left: 'The server saw the connection close: the network or something between, such as a proxy, broke it.',
  cut: 'The server broke it off.',
}

/** Says what broke the newest stream: the user, a fault, a server that is gone, or what lies between. */
export function BreakCause({ fallback }: { readonly fallback: string }): ComponentChildren {
  const last = useConnections().at(-1)
  const cause = useCause(last?.ending === 'cut' ? undefined : last)
  if (last?.ending === 'cut') return 'You cut the connection.'
  if (cause === undefined) return fallback
  if (cause.kind === 'gone') return 'The server is gone: it does not respond.'
  if (cause.kind === 'seen') return seen[cause.state]
  return <StruckFault cause={cause} number={last?.number ?? 1} />
}

/** Names the fault that broke an earlier connection of the turn, after it was resumed. */
export function StruckFaults() {
  const connections = useConnections()
  const broken = connections.slice(0, -1).findLast(({ ending }) => ending === 'broke')
  const cause = useCause(broken)
  if (cause?.kind !== 'fault' || broken === undefined) return null
  return (
    <p class="small faint" role="status">
      <StruckFault cause={cause} number={broken.number} /> The turn was resumed.
    </p>
  )
}

type StruckFaultProps = {
  readonly cause: Extract<Cause, { kind: 'fault' }>
  /** The number of the connection in the log. */
  readonly number: number
}

/** A fault, with what the server sent and what this page received: a reset loses what is in between. */
function StruckFault({ cause: { id, call, sent }, number }: StruckFaultProps) {
  const { root } = usePlatform()
  const { frames } = getChat(root).shownLog.value
  const received = frames.filter(({ connection }) => connection === number).length
  return (
    <>
      The fault <a href={hrefOf('faults')}>{id}</a> broke{' '}
      <a href={hrefOf('journal', { call: String(call) })}>call {call}</a>: the server had sent{' '}
      {formatCount(sent, 'event')}
      {received < sent && `, of which this page received ${received}`}.
    </>
  )
}

function useConnections(): readonly Connection[] {
  const { root } = usePlatform()
  return getChat(root).shownLog.value.connections
}

/** Asks the journal for the call of a connection. The last connections have the newest calls. */
function useCause(connection: Connection | undefined): Cause | undefined {
  const { control, hasControl } = usePlatform()
  const connections = useConnections()
  const [cause, setCause] = useState<Cause>()
  const path = connection?.path
  const later = connections.filter(
    (each) => each.path === path && each.number > (connection?.number ?? 0),
  ).length
  useEffect(() => {
    if (!hasControl || path === undefined) return setCause(undefined)
    const controller = new AbortController()
    const { signal } = controller
    control
      .call('GET journal', { query: { endpoint: path, limit: later + 1 }, signal })
      .then(({ entries }) => readCause(entries[0]))
      .catch((error: unknown): Cause | undefined =>
        error instanceof ControlError ? undefined : { kind: 'gone' },
      )
      .then((found) => signal.aborted || setCause(found))
    return () => controller.abort()
  }, [control, hasControl, path, connection?.number])
  return cause
}

function readCause(entry: JournalLine | undefined): Cause | undefined {
  if (entry === undefined) return undefined
  const [id] = entry.faults
  if (id === undefined)
    return entry.stream === null ? undefined : { kind: 'seen', state: entry.stream.state }
  return { kind: 'fault', id, call: entry.number, sent: entry.stream?.events ?? 0 }
}
