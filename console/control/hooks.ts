import { messageOf } from '../../contract/realm-safe.ts'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { probeAccess, responseTimeout, usePlatform, worldChangeCount } from '../app/platform.ts'
import { host } from '../app/host.ts'
import { readWorld } from '../app/visitor.ts'
import { type ControlAnswer, type ControlCall, requestOf } from '../../contract/control/call.ts'
import type { ControlName } from '../../contract/control/operations.ts'
import type { WorldDetails } from '../../contract/control/worlds.ts'
import { isFinalRefusal, refusalText } from './client.ts'

/** The state of a request that reads from the control API. */
type QueryResult<Data> = {
  /** The latest data. It stays while the next request is pending. */
  readonly data: Data | undefined
  /** The error message, if the last request failed. */
  readonly error: string | undefined
  /** Sends the request again. The promise resolves after the response. */
  readonly refetch: () => Promise<void>
  /** Replaces the data, for example with the response to a change. */
  readonly setData: (data: Data) => void
}

type RequestState<Data> = {
  readonly subject?: unknown
  readonly data?: Data | undefined
  readonly error?: string | undefined
}

/**
 * Sends a request on mount and whenever a dependency changes; `undefined` sends nothing. Data of an
 * earlier `subject` is not returned, because the page would show it under a wrong title.
 */
export function useRequest<Data>(
  send: ((signal: AbortSignal) => Promise<Data>) | undefined,
  dependencies: readonly unknown[],
  subject?: unknown,
): QueryResult<Data> {
  const [latest, setLatest] = useState<RequestState<Data>>({ subject })
  const knownState = latest.subject === subject ? latest : {}
  const setState = (next: Omit<RequestState<Data>, 'subject'>) => setLatest({ subject, ...next })
  const pending = useRef<AbortController>(undefined)
  const refetch = useCallback(async () => {
    pending.current?.abort()
    if (send === undefined) return setState({})
    const { signal } = (pending.current = new AbortController())
    await send(signal).then(
      (data) => {
        if (!signal.aborted) setState({ data })
      },
      (cause: unknown) => {
        if (signal.aborted) return
        if (isFinalRefusal(cause)) return setState({ error: errorMessage(cause) })
        // The server or the world may be gone, so the access is checked. Loaded data stays.
        void probeAccess()
        setLatest((last) =>
          last.subject === subject && last.data !== undefined
            ? { subject, data: last.data, error: refusalText(cause) }
            : { subject, error: errorMessage(cause) },
        )
      },
    )
  }, dependencies)
  useEffect(() => {
    void refetch()
    return () => pending.current?.abort()
  }, [refetch])
  const { data, error } = knownState
  return { data, error, refetch, setData: (next) => setState({ data: next }) }
}

/**
 * Reads from the control API, and reads again when `call`, `version` or the world changes. Without
 * a `call`, nothing is read. Forms set `isLive` to false, so that a change of the world does not
 * read again.
 */
export function useQuery<Name extends ControlName>(
  call: ControlCall<Name> | undefined,
  version?: unknown,
  isLive = true,
): QueryResult<ControlAnswer<Name>> {
  const { control } = usePlatform()
  const send = call && ((signal: AbortSignal) => control.run(call, signal))
  const changes = isLive ? worldChangeCount.value : 0
  const path = call && requestOf(call).path
  // The subject leaves out the query string, because all filters and pages belong to one list.
  return useRequest(send, [control, path, version, changes], path?.replace(/\?.*/, ''))
}

/**
 * Fetches the details of the current world, such as its users, if the control API is available, and
 * fetches them again when the world changes.
 */
export function useWorldDetails(): QueryResult<WorldDetails> {
  const { control, hasControl, world: name = 'default' } = usePlatform()
  const send = async (signal: AbortSignal) => {
    // This call creates the world if it is missing. Fetching the details would not create it.
    await control.call('GET clock', { signal })
    return readWorld(control, name, signal)
  }
  const hasWorld = hasControl && host.isProxy !== true
  return useRequest(hasWorld ? send : undefined, [control, hasWorld, name, worldChangeCount.value])
}

export const errorMessage = (error: unknown): string => messageOf(error)

/** The state of an action that changes something on the server. */
type ActionState = {
  readonly busy: boolean
  /** The error message, if the last action failed. */
  readonly error: string | undefined
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>
  readonly reset: () => void
}

/** Tracks whether an action is pending, and the message of its error. */
export function useMutation(describe: (cause: unknown) => string = errorMessage): ActionState {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    setError(undefined)
    try {
      await work()
      return true
    } catch (cause) {
      setError(describe(cause))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, run, reset: () => setError(undefined) }
}

/** A user counts as inactive after this many milliseconds without input. */
const idleAfterMs = 300_000

let lastActivity = performance.now()
for (const input of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'])
  window.addEventListener(input, () => (lastActivity = performance.now()), {
    capture: true,
    passive: true,
  })

// A fake in the page is polled without user input, too: no server has to be spared, and the user
// may work outside the panel.
const isUserActive = () =>
  !document.hidden && (host.isInPage === true || performance.now() - lastActivity < idleAfterMs)

/**
 * Calls a function at an interval while the user is active, and when the page becomes visible. A
 * call is skipped while the previous call is pending, because aborting it would leave a slow server
 * no time to respond.
 */
export function usePolling(onPoll: () => Promise<unknown>, interval: number): void {
  useEffect(() => {
    let isPending = false
    const poll = async () => {
      if (isPending || !isUserActive()) return
      isPending = true
      // A request that is lost without an error must not end the polling.
      const timeout = new Promise((resolve) => window.setTimeout(resolve, responseTimeout))
      await Promise.race([onPoll(), timeout])
      isPending = false
    }
    const timer = window.setInterval(poll, interval)
    document.addEventListener('visibilitychange', poll)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [onPoll, interval])
}
