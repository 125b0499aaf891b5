import type { ComponentChildren } from 'preact'
import type { JournalLine, StreamState } from '../../../contract/control/journal.ts'
import type { FaultStatus } from '../../../contract/control/worlds.ts'
import { hrefOf } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { ControlError } from '../../control/client.ts'
import { useRequest } from '../../control/hooks.ts'
import { formatCount } from '../../../contract/format-count.ts'
import { getChat } from './model/chat.ts'
import type { Connection } from './timeline/stream-log.ts'

type StreamBreakCause =
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'fault'
      readonly id: string
      readonly call: number
      readonly sentEvents: number
    }
  | { readonly kind: 'seen'; readonly state: StreamState }

/** The text about a broken stream for each state that the stream can have on the server. */
const streamStateTexts: Readonly<Record<StreamState, string>> = {
  open: 'The server still sends the stream: something between the page and the server, such as a proxy, broke it.',
  end: 'The server sent the whole stream: something on the way, such as a proxy, lost the rest.',
  left: 'The server saw the connection close: the network or something on the way, such as a proxy, broke the stream.',
  cut: 'The server broke off the stream.',
}

/** Says what broke the newest stream: the user, a fault, a server that is gone, or the network. */
export function BreakCause({ fallback }: { readonly fallback: string }): ComponentChildren {
  const last = useConnections().at(-1)
  const cause = useCause(last?.ending === 'cut' ? undefined : last)
  if (last?.ending === 'cut') return 'You cut the connection.'
  if (cause === undefined) return fallback
  if (cause.kind === 'gone') return 'The server is gone: it does not respond.'
  if (cause.kind === 'seen') return streamStateTexts[cause.state]
  return <BreakingFault cause={cause} number={last?.number ?? 1} />
}

/** Names the fault that broke an earlier connection, after the turn was resumed. */
export function EarlierBreakFault() {
  const connections = useConnections()
  const brokenConnection = connections.slice(0, -1).findLast(({ ending }) => ending === 'broke')
  const cause = useCause(brokenConnection)
  if (cause?.kind !== 'fault' || brokenConnection === undefined) return null
  return (
    <p class="small faint" role="status">
      <BreakingFault cause={cause} number={brokenConnection.number} /> The turn was resumed.
    </p>
  )
}

type BreakingFaultProps = {
  readonly cause: Extract<StreamBreakCause, { kind: 'fault' }>
  /** The number of the broken connection in the log. */
  readonly number: number
}

/** Names a fault, with the numbers of sent and received events. A reset loses some sent events. */
function BreakingFault({ cause: { id, call, sentEvents }, number }: BreakingFaultProps) {
  const { root } = usePlatform()
  const { frames } = getChat(root).shownLog.value
  const received = frames.filter(({ connection }) => connection === number).length
  return (
    <>
      The fault <a href={hrefOf('faults')}>{id}</a> broke{' '}
      <a href={hrefOf('journal', { call: String(call) })}>call {call}</a>: the server had sent{' '}
      {formatCount(sentEvents, 'event')}
      {received < sentEvents && `, of which this page received ${received}`}.
    </>
  )
}

function useConnections(): readonly Connection[] {
  const { root } = usePlatform()
  return getChat(root).shownLog.value.connections
}

/** Finds the call of a broken connection in the journal, and returns why the connection broke. */
function useCause(connection: Connection | undefined): StreamBreakCause | undefined {
  const { control, hasControl } = usePlatform()
  const connections = useConnections()
  const path = connection?.path
  const laterCount = connections.filter(
    (each) => each.path === path && each.number > (connection?.number ?? 0),
  ).length
  const find = (signal: AbortSignal) =>
    Promise.all([
      control.call('GET journal', { query: { endpoint: path, limit: laterCount + 1 }, signal }),
      control.call('GET faults', { signal }),
    ])
      .then(([{ entries }, { faults }]) => toBreakCause(entries[0], faults))
      .catch((error: unknown): StreamBreakCause | undefined =>
        error instanceof ControlError ? undefined : { kind: 'gone' },
      )
  const isFindable = hasControl && path !== undefined
  const dependencies = [control, isFindable, path, connection?.number]
  return useRequest(isFindable ? find : undefined, dependencies).data
}

function toBreakCause(
  entry: JournalLine | undefined,
  faults: readonly FaultStatus[],
): StreamBreakCause | undefined {
  if (entry === undefined) return undefined
  const { number: call, stream } = entry
  // A fault that has been removed since then may be the cause, because its effect is unknown.
  const breaking = entry.faults.find((id) =>
    faults.every((fault) => fault.id !== id || canBreakStream(fault)),
  )
  if (breaking !== undefined && (stream === null || stream.state === 'cut'))
    return { kind: 'fault', id: breaking, call, sentEvents: stream?.events ?? 0 }
  return stream === null ? undefined : { kind: 'seen', state: stream.state }
}

/** Whether a fault can end a stream early. Other faults of the call, such as a latency, cannot. */
const canBreakStream = ({ effect: { connection, body, error, gateway, stream } }: FaultStatus) =>
  [connection, body, error, gateway, stream?.cut, stream?.drop, stream?.without_end].some(
    (part) => part !== undefined,
  )
