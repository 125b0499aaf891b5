import { useState } from 'preact/hooks'
import { wordsOf } from './use-asked.ts'

/** Something that one does on a page, and what was said of it. */
export type Act = {
  readonly busy: boolean
  /** The words with which the last one was refused. */
  readonly refusal: string | undefined
  /** Does it; says whether it was done. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>
  /** Takes back what was said. */
  readonly clear: () => void
}

/** Does one thing after another for a page, and keeps the words of a refusal. */
export function useAct(): Act {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    setRefusal(undefined)
    try {
      await work()
      return true
    } catch (error) {
      setRefusal(wordsOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, run, clear: () => setRefusal(undefined) }
}
