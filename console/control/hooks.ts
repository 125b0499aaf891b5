import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { usePlatform } from '../app/platform.ts'

/** What was asked of the control API: its answer, or the words of its refusal. */
export type Query<Answer> = {
  /** The newest answer; it stays while the next one is awaited. */
  readonly data: Answer | undefined
  readonly error: string | undefined
  /** Asks again. */
  readonly refetch: () => void
  /** Puts an answer in its place that came by another way, such as from a change. */
  readonly setData: (answer: Answer) => void
}

/** Asks the control API for a path, and anew when it changes; `undefined` asks nothing. */
export function useQuery<Answer>(path: string | undefined): Query<Answer> {
  const { control } = usePlatform()
  const [{ answer, refusal }, set] = useState<{ answer?: Answer; refusal?: string }>({})
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
        if (!signal.aborted) set({ refusal: errorMessage(error) })
      },
    )
  }, [control, path])
  useEffect(() => {
    again()
    return () => asking.current?.abort()
  }, [again])
  return {
    data: answer,
    error: refusal,
    refetch: again,
    setData: (given) => set({ answer: given }),
  }
}

/** What an error says to people. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Something that one does on a page, and what was said of it. */
type Mutation = {
  readonly busy: boolean
  /** The words with which the last one was refused. */
  readonly error: string | undefined
  /** Does it; says whether it was done. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>
  /** Takes back what was said. */
  readonly reset: () => void
}

/** Does one thing after another for a page, and keeps the words of a refusal. */
export function useMutation(): Mutation {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
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
  return { busy, error: refusal, run, reset: () => setRefusal(undefined) }
}

/** What a question to the server came to so far. */
type AsyncValue<Answer> = {
  readonly answer: Answer | undefined
  readonly error: Error | undefined
  /** Asks again; what is shown stays until the new answer is there. */
  readonly again: () => void
}

/** Asks when a component is drawn first, and whenever what it depends on changes. */
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

/** How long somebody who does nothing counts as being there, in milliseconds. */
const idleAfter = 300_000

let lastActivity = performance.now()
for (const act of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'])
  window.addEventListener(act, () => (lastActivity = performance.now()), {
    capture: true,
    passive: true,
  })

const isUserActive = () => !document.hidden && performance.now() - lastActivity < idleAfter

/** Does something again and again while somebody is at the page, and when it is seen anew. */
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
