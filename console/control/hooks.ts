import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { usePlatform } from '../app/platform.ts'

/** The state of a GET request to the control API. */
export type Query<Answer> = {
  /** The latest response; it stays while the next one is pending. */
  readonly data: Answer | undefined
  readonly error: string | undefined
  /** Sends the request again. */
  readonly refetch: () => void
  /** Replaces the data, for example by the response of a change. */
  readonly setData: (answer: Answer) => void
}

/** Fetches a path of the control API, and again when the path changes; `undefined` fetches nothing. */
export function useQuery<Answer>(path: string | undefined): Query<Answer> {
  const { control } = usePlatform()
  const [{ answer, error }, set] = useState<{ answer?: Answer; error?: string }>({})
  const asking = useRef<AbortController>(undefined)
  const again = useCallback(() => {
    asking.current?.abort()
    if (path === undefined) return set({})
    const { signal } = (asking.current = new AbortController())
    control.get<Answer>(path, signal).then(
      (found) => {
        if (!signal.aborted) set({ answer: found })
      },
      (error: unknown) => {
        if (!signal.aborted) set({ error: errorMessage(error) })
      },
    )
  }, [control, path])
  useEffect(() => {
    again()
    return () => asking.current?.abort()
  }, [again])
  return {
    data: answer,
    error: error,
    refetch: again,
    setData: (given) => set({ answer: given }),
  }
}

/** The message of an error, for users. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** The state of an action that changes something. */
type Mutation = {
  readonly busy: boolean
  /** The message of the last failure. */
  readonly error: string | undefined
  /** Runs the action; returns whether it succeeded. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>
  /** Clears the error. */
  readonly reset: () => void
}

/** Tracks whether an action is pending and why it failed. */
export function useMutation(): Mutation {
  const [busy, setBusy] = useState(false)
  const [error, setRefusal] = useState<string>()
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    setRefusal(undefined)
    try {
      await work()
      return true
    } catch (error) {
      setRefusal(errorMessage(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, error: error, run, reset: () => setRefusal(undefined) }
}

/** The state of an asynchronous value. */
type AsyncValue<Answer> = {
  readonly answer: Answer | undefined
  readonly error: Error | undefined
  /** Loads it again; the current value stays until then. */
  readonly again: () => void
}

/** Loads a value when a component is mounted and whenever its dependencies change. */
export function useAsyncValue<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  dependsOn: readonly unknown[],
): AsyncValue<Answer> {
  const [told, setTold] = useState<Omit<AsyncValue<Answer>, 'again'>>(pendingValue)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    const tell = (next: Omit<AsyncValue<Answer>, 'again'>) => {
      if (!leaving.signal.aborted) setTold(next)
    }
    ask(leaving.signal).then(
      (answer) => tell({ answer, error: undefined }),
      (error: unknown) => tell({ answer: undefined, error: toError(error) }),
    )
    return () => leaving.abort()
  }, [turn, ...dependsOn])
  const again = useCallback(() => setTurn((count) => count + 1), [])
  return { ...told, again }
}

const pendingValue = { answer: undefined, error: undefined }

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/** The time without input after which a user counts as inactive, in milliseconds. */
const idleAfter = 300_000

let lastActivity = performance.now()
for (const act of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'])
  window.addEventListener(act, () => (lastActivity = performance.now()), {
    capture: true,
    passive: true,
  })

const isUserActive = () => !document.hidden && performance.now() - lastActivity < idleAfter

/** Calls a function at an interval while the user is active, and when the page becomes visible. */
export function usePolling(act: () => void, interval: number): void {
  useEffect(() => {
    const attend = () => {
      if (isUserActive()) act()
    }
    const timer = window.setInterval(attend, interval)
    document.addEventListener('visibilitychange', attend)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', attend)
    }
  }, [act, interval])
}
