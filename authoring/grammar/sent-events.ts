import * as z from 'zod/mini'
import { eventData, type EventName } from '../../contract/events.ts'
import { nearest } from '../../contract/nearest.ts'
import { sendable } from '../../contract/scenario.ts'
import type { ScriptLine } from '../../contract/script-lines.ts'
import type { Draft } from '../draft.ts'
import { describeIssues } from '../issues.ts'
import type { Problem } from '../problem.ts'
import type { Path } from '../yaml.ts'

/** Events that may come behind `done`. */
const closing: ReadonlySet<string> = new Set([
  'suggestions',
  'title',
  'post_processing',
  'heartbeat',
])

/** Events that are sent as they are: those of the contract, `done` once, nothing told behind it. */
export const reviewSentEvents = ({ script, where }: Draft): readonly Problem[] => {
  const problems: Problem[] = []
  const review = (lines: readonly ScriptLine[], path: Path, doneBefore: boolean): boolean => {
    let done = doneBefore
    for (const [index, line] of lines.entries()) {
      const here = [...path, index]
      if (done && tells(line)) {
        const says = sends(line, 'done')
          ? '`done` is sent already; keep one of the two'
          : '`done` was sent above, and nothing is told behind it; move this line above it'
        problems.push({ place: where(here, 'key'), rule: 'done-once', says })
      }
      if ('send' in line) {
        problems.push(...reviewPayload(line.send, [...here, 'send'], where))
        done ||= 'done' in line.send
      }
      if ('approval' in line) {
        const { approved = [], rejected = [], expired = [] } = line.approval
        const branch = (name: string) => [...here, 'approval', name]
        review(rejected, branch('rejected'), done)
        review(expired, branch('expired'), done)
        done = review(approved, branch('approved'), done)
      }
    }
    return done
  }
  review(script.script, ['script'], false)
  review(script.on_inject ?? [], ['on_inject'], false)
  return problems
}

const sends = (line: ScriptLine, event: string) => 'send' in line && event in line.send

const tells = (line: ScriptLine) =>
  'send' in line
    ? Object.keys(line.send).some((event) => !closing.has(event))
    : !('pause' in line || 'violate' in line)

function reviewPayload(
  sent: Readonly<Record<string, unknown>>,
  path: Path,
  where: Draft['where'],
): readonly Problem[] {
  const [[event, payload] = ['', undefined]] = Object.entries(sent)
  const here = [...path, event]
  const place = where(here, 'key')
  if (event === 'end' || event === 'resume_done') {
    const how = event === 'end' ? ', or write "violate: { end: missing }"' : ''
    const says = `\`${event}\` comes by itself; leave it out${how}`
    return [{ place, rule: 'end-by-itself', says }]
  }
  if (!isEvent(event)) {
    const best = nearest(event, sendable)
    const right =
      best === undefined
        ? `there are: ${sendable.join(', ')}; "violate" sends any other`
        : `did you mean "${best}"?`
    return [{ place, rule: 'event', says: `the contract has no event "${event}"; ${right}` }]
  }
  if (typeof payload === 'object' && payload !== null && 'cursor' in payload) {
    const says = 'the cursor comes by itself; leave it out'
    return [{ place: where([...here, 'cursor'], 'key'), rule: 'cursor-by-itself', says }]
  }
  const result = z.safeParse(eventData[event], payload)
  if (result.success) return []
  const part = {
    value: payload,
    where: (inner: Path, of?: 'key' | 'value') => where([...here, ...inner], of),
  }
  return describeIssues(result.error.issues, part, {}, 'its payload').map((problem) => ({
    ...problem,
    rule: 'event',
    says: `\`${event}\`: ${problem.says}`,
  }))
}

const isEvent = (name: string): name is EventName => Object.hasOwn(eventData, name)
