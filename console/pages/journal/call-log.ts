import type { CallLine } from '../../control/answers.ts'

/** Calls that the page keeps at most; the journal itself keeps more. */
const most = 1000

/** The calls with news of some: what is known already is replaced; the newest first. */
export function withNews(calls: readonly CallLine[], news: readonly CallLine[]): CallLine[] {
  const byNumber = new Map(calls.map((call) => [call.number, call]))
  for (const call of news) byNumber.set(call.number, call)
  return [...byNumber.values()].toSorted((a, b) => b.number - a.number).slice(0, most)
}

/** Whether a text occurs in what a line shows, in whatever case. */
export function mentions(call: CallLine, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return wanted === '' || JSON.stringify(call).toLowerCase().includes(wanted)
}
