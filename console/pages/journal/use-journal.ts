import { useEffect, useState } from 'preact/hooks'
import { ControlError, type ControlClient } from '../../control/client.ts'
import { usePlatform } from '../../app/platform.ts'
import type { JournalLine } from '../../../contract/control/journal.ts'
import { errorMessage } from '../../control/hooks.ts'
import { decodeSse, SseSplitter } from '../../../contract/sse.ts'

export type Journal = {
  /** Newest first. */
  readonly calls: readonly JournalLine[]
  readonly state: 'connecting' | 'live' | 'lost' | 'refused'
  readonly error?: string
  /** The number of calls that the server skipped, because there were too many. */
  readonly dropped: number
}

const emptyJournal: Journal = { calls: [], state: 'connecting', dropped: 0 }

/** The delay before reconnecting, in milliseconds. */
const retryDelay = 1000

/** Follows the journal of the world, also after restarts. Changing `turn` starts again. */
export function useJournal(filter: string, turn: number): Journal {
  const { control } = usePlatform()
  const [journal, setJournal] = useState(emptyJournal)
  useEffect(() => {
    const { signal, abort } = abortable()
    async function follow() {
      setJournal(emptyJournal)
      try {
        let current = emptyJournal
        for await (const update of followCalls(control, new URLSearchParams(filter), signal)) {
          const calls = mergeCalls(current.calls, update.calls)
          current = { calls, state: 'live', dropped: current.dropped + update.dropped }
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

/** An update of the journal: new or changed calls, and the number of skipped ones. */
type JournalUpdate = { readonly calls: readonly JournalLine[]; readonly dropped: number }

/**
 * Yields the journal of a world: first the existing calls, then new ones. `filter` is the query for
 * the control API. Ends when the world is reset or the server stops. Throws a `ControlError` on a
 * refusal.
 */
async function* followCalls(
  control: ControlClient,
  filter: URLSearchParams,
  signal: AbortSignal,
): AsyncGenerator<JournalUpdate, void> {
  const query = new URLSearchParams([...filter, ['follow', ''], ['since', '0']])
  const { body } = await control.open(`journal?${query}`, { signal })
  if (body === null) return
  const splitter = new SseSplitter()
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  // The first update, without calls, reports that the connection is open.
  yield { calls: [], dropped: 0 }
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const calls: JournalLine[] = []
    let dropped = 0
    for (const { event, data } of splitter.add(value).map(decodeSse)) {
      if (data === undefined) continue
      if (event === 'lost') dropped += (JSON.parse(data) as { events: number }).events
      else calls.push(JSON.parse(data) as JournalLine)
    }
    if (calls.length > 0 || dropped > 0) yield { calls, dropped }
  }
}

/** The maximum number of calls in the page; the journal itself stores more. */
const maxCalls = 1000

/** Merges updated calls into the list by their number, newest first. */
function mergeCalls(calls: readonly JournalLine[], update: readonly JournalLine[]): JournalLine[] {
  const byNumber = new Map(calls.map((call) => [call.number, call]))
  for (const call of update) byNumber.set(call.number, call)
  return [...byNumber.values()].toSorted((a, b) => b.number - a.number).slice(0, maxCalls)
}

/** Whether a text occurs in the fields of a call, ignoring case. */
export function matchesText(call: JournalLine, text: string): boolean {
  const search = text.trim().toLowerCase()
  return search === '' || JSON.stringify(call).toLowerCase().includes(search)
}
