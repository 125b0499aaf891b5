import { ownLimits } from '../../../contract/limits.ts'
import { parseJson } from '../../../contract/json.ts'
import { accessOf, type FamilyDraft } from './family-draft.ts'
import type { RecordedRoute, Sample } from './recorded-route.ts'

/** The longest pause between two events that is played, in milliseconds. */
const longestPause = 10_000

/** Adds a stream that plays the recorded events. */
export function inferStream(draft: FamilyDraft, route: RecordedRoute): boolean {
  const { method, pattern, samples } = route
  if (method !== 'GET' && method !== 'POST') return false
  const longest = samples.toSorted((a, b) => b.text.length - a.text.length)[0]
  const script = longest === undefined ? [] : scriptOf(longest)
  if (script.length === 0) return false
  const { path } = draft.pathFor(pattern)
  const name = draft.nameFor(pattern)
  const family = { kind: 'stream', method, path, ...accessOf(route), script }
  return draft.add(name, family, [route], 'a stream of the recorded events')
}

/** The lines of a script: the events, with the pauses between them if their times are known. */
function scriptOf({ text, frames }: Sample): readonly object[] {
  const parts = frames ?? text.split(/\r?\n\r?\n/).map((frame) => ({ t: undefined, text: frame }))
  const lines: object[] = []
  let before = 0
  for (const { t, text: frame } of parts) {
    if (lines.length + 2 > ownLimits.ownScriptLines) break
    const event = eventOf(frame)
    if (event === undefined) continue
    const pause = t === undefined ? 0 : Math.min(longestPause, Math.round(t - before))
    if (pause >= 1) lines.push({ pause })
    if (t !== undefined) before = t
    lines.push({ send: { [event.name]: event.payload } })
  }
  return lines
}

function eventOf(frame: string): { readonly name: string; readonly payload: unknown } | undefined {
  const fields = frame.split(/\r?\n/).map((line) => /^(event|data): ?(.*)$/.exec(line))
  const data = fields.flatMap((found) => (found?.[1] === 'data' ? [found[2] ?? ''] : []))
  if (data.length === 0) return undefined
  const name = fields.find((found) => found?.[1] === 'event')?.[2] ?? 'message'
  const text = data.join('\n')
  return { name, payload: parseJson(text, text) }
}
