import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { JournalLine, StreamState } from '../../../contract/control/journal.ts'
import { hrefOf } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { ControlError } from '../../control/client.ts'
import { getChat } from './model/chat.ts'

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
export function BreakCause({ fallback }: { readonly fallback: string }): ComponentChildren {
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
