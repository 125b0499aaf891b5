import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { usePlatform } from '../app/platform.ts'

/** What was asked of the control API: its answer, or the words of its refusal. */
export type Asked<Answer> = {
  /** The newest answer; it stays while the next one is awaited. */
  readonly answer: Answer | undefined
  readonly refusal: string | undefined
  /** Asks again. */
  readonly again: () => void
  /** Puts an answer in its place that came by another way, such as from a change. */
  readonly put: (answer: Answer) => void
}

/** Asks the control API for a path, and anew when it changes; `undefined` asks nothing. */
export function useAsked<Answer>(path: string | undefined): Asked<Answer> {
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
        if (!signal.aborted) set({ refusal: wordsOf(error) })
      },
    )
  }, [control, path])
  useEffect(() => {
    again()
    return () => asking.current?.abort()
  }, [again])
  return { answer, refusal, again, put: (given) => set({ answer: given }) }
}

/** What an error says to people. */
export const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
