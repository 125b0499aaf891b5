import { createParser } from 'eventsource-parser'
import type { Control } from '../../app/control.ts'
import type { CallLine } from '../../control/answers.ts'

/** What a journal told at once: calls that were answered or whose stream ended, and how many it left out. */
export type News = { readonly calls: readonly CallLine[]; readonly lost: number }

/**
 * Reads the journal of a world, what is there first, then as it is written; `filter` is the query
 * that the control API takes. Ends when the world is reset or the server stops; throws what the
 * server refuses.
 */
export async function* followCalls(
  control: Control,
  filter: URLSearchParams,
  signal: AbortSignal,
): AsyncGenerator<News, void> {
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
  yield { calls: [], lost: 0 }
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    parser.feed(value)
    if (calls.length > 0 || lost > 0) yield { calls, lost }
    calls = []
    lost = 0
  }
}
