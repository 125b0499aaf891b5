import { useEffect, useState } from 'preact/hooks'
import { ControlRefusal } from '../../app/control.ts'
import { usePlatform } from '../../app/platform.ts'
import type { CallLine } from '../../control/answers.ts'
import { wordsOf } from '../../control/use-asked.ts'
import { withNews } from './call-log.ts'
import { followCalls } from './follow-calls.ts'

/** The journal as the page follows it. */
export type Journal = {
  /** The newest first. */
  readonly calls: readonly CallLine[]
  readonly state: 'connecting' | 'live' | 'lost' | 'refused'
  readonly refusal?: string
  /** Calls that the server left out, since there were too many. */
  readonly lost: number
}

const nothing: Journal = { calls: [], state: 'connecting', lost: 0 }

/** How long the page waits before it follows again, in milliseconds. */
const patience = 1000

/**
 * Follows the journal of the world, also over resets and restarts; `filter` is a query as text, and
 * another `turn` begins anew.
 */
export function useJournal(filter: string, turn: number): Journal {
  const { control } = usePlatform()
  const [journal, setJournal] = useState(nothing)
  useEffect(() => {
    const { signal, abort } = abortable()
    async function follow() {
      setJournal(nothing)
      try {
        let current = nothing
        for await (const news of followCalls(control, new URLSearchParams(filter), signal)) {
          const calls = withNews(current.calls, news.calls)
          current = { calls, state: 'live', lost: current.lost + news.lost }
          setJournal(current)
        }
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof ControlRefusal)
          return setJournal({ ...nothing, state: 'refused', refusal: wordsOf(error) })
      }
      if (signal.aborted) return
      setJournal((known) => ({ ...known, state: 'lost' }))
      const timer = window.setTimeout(follow, patience)
      signal.addEventListener('abort', () => window.clearTimeout(timer))
    }
    void follow()
    return abort
  }, [control, filter, turn])
  return journal
}

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
