import { ownLimits } from '../../../contract/limits.ts'
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
function scriptOf({ events, isTimed }: Sample): readonly object[] {
  const lines: object[] = []
  let before = 0
  for (const { event = 'message', data, json = data, dataLines, at } of events) {
    if (lines.length + 2 > ownLimits.ownScriptLines) break
    if (dataLines === 0) continue
    const pause = isTimed ? Math.min(longestPause, Math.round(at - before)) : 0
    if (pause >= 1) lines.push({ pause })
    before = at
    lines.push({ send: { [event]: json } })
  }
  return lines
}
