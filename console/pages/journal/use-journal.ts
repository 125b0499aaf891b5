import { useEffect, useState } from 'preact/hooks'
import { ControlError, type ControlClient } from '../../control/client.ts'
import { usePlatform } from '../../app/platform.ts'
import type { CallLine } from '../../control/answers.ts'
import { errorMessage } from '../../control/hooks.ts'
import { createParser } from 'eventsource-parser'

/** The journal as the page follows it. */
export type Journal = {
  /** The newest first. */
  readonly calls: readonly CallLine[]
  readonly state: 'connecting' | 'live' | 'lost' | 'refused'
  readonly error?: string
  /** Calls that the server left out, since there were too many. */
  readonly dropped: number
}

const emptyJournal: Journal = { calls: [], state: 'connecting', dropped: 0 }

/** How long the page waits before it follows again, in milliseconds. */
const retryDelay = 1000

/**
 * Follows the journal of the world, also over resets and restarts; `filter` is a query as text, and
 * another `turn` begins anew.
 */
export function useJournal(filter: string, turn: number): Journal {
  const { control } = usePlatform()
  const [journal, setJournal] = useState(emptyJournal)
  useEffect(() => {
    const { signal, abort } = abortable()
    async function follow() {
      setJournal(emptyJournal)
      try {
        let current = emptyJournal
        for await (const news of followCalls(control, new URLSearchParams(filter), signal)) {
          const calls = mergeCalls(current.calls, news.calls)
          current = { calls, state: 'live', dropped: current.dropped + news.dropped }
          setJournal(current)
        }
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof ControlError)
          return setJournal({ ...emptyJournal, state: 'refused', error: errorMessage(error) })
      }
      if (signal.aborted) return
      setJournal((known) => ({ ...known, state: 'lost' }))
      const timer = window.setTimeout(follow, retryDelay)
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

/** What a journal told at once: calls that were answered or whose stream ended, and how many it left out. */
type JournalUpdate = { readonly calls: readonly CallLine[]; readonly dropped: number }

/**
 * Reads the journal of a world, what is there first, then as it is written; `filter` is the query
 * that the control API takes. Ends when the world is reset or the server stops; throws what the
 * server refuses.
 */
async function* followCalls(
  control: ControlClient,
  filter: URLSearchParams,
  signal: AbortSignal,
): AsyncGenerator<JournalUpdate, void> {
  const query = new URLSearchParams([...filter, ['follow', ''], ['since', '0']])
  const { body } = await control.open(`journal?${query}`, { signal })
  if (body === null) return
  let calls: CallLine[] = []
  let lost = 0
  const parser = createParser({
    onEvent({ event, data }) {
      if (event === 'lost') lost += (JSON.parse(data) as { events: number }).events
      else calls.push(JSON.parse(data) as CallLine)
    },
  })
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  // The first news say that the server listens, also where there is no call yet.
  yield { calls: [], dropped: 0 }
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    parser.feed(value)
    if (calls.length > 0 || lost > 0) yield { calls, dropped: lost }
    calls = []
    lost = 0
  }
}

/** Calls that the page keeps at most; the journal itself keeps more. */
const maxCalls = 1000

/** The calls with news of some: what is known already is replaced; the newest first. */
function mergeCalls(calls: readonly CallLine[], news: readonly CallLine[]): CallLine[] {
  const byNumber = new Map(calls.map((call) => [call.number, call]))
  for (const call of news) byNumber.set(call.number, call)
  return [...byNumber.values()].toSorted((a, b) => b.number - a.number).slice(0, maxCalls)
}

/** Whether a text occurs in what a line shows, in whatever case. */
export function matchesText(call: CallLine, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return wanted === '' || JSON.stringify(call).toLowerCase().includes(wanted)
}
