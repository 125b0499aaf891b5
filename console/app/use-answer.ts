import { useCallback, useEffect, useState } from 'preact/hooks'

/** What a question to the server came to so far. */
export type Asked<Answer> = {
  readonly answer: Answer | undefined
  readonly error: Error | undefined
  /** Asks again; what is shown stays until the new answer is there. */
  readonly again: () => void
}

/** Asks when a component is drawn first, and whenever what it depends on changes. */
export function useAnswer<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  dependsOn: readonly unknown[],
): Asked<Answer> {
  const [told, setTold] = useState<Omit<Asked<Answer>, 'again'>>(nothing)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    const tell = (next: Omit<Asked<Answer>, 'again'>) => {
      if (!leaving.signal.aborted) setTold(next)
    }
    ask(leaving.signal).then(
      (answer) => tell({ answer, error: undefined }),
      (error: unknown) => tell({ answer: undefined, error: asError(error) }),
    )
    return () => leaving.abort()
  }, [turn, ...dependsOn])
  const again = useCallback(() => setTurn((count) => count + 1), [])
  return { ...told, again }
}

const nothing = { answer: undefined, error: undefined }

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
