import * as z from 'zod/mini'
import { eventData, type EventName } from '../events.ts'
import { explainIssues, keyHint } from '../explain-issues.ts'
import { nearestWord, maxSuggestions } from '../nearest.ts'
import { type Scenario, sendableEvents, type ScenarioProblem } from './scenario.ts'
import type { ScriptLine, PlanLine } from './lines.ts'
import { queryProblems } from './queries.ts'

type Path = readonly PropertyKey[]

/** Events that may follow `done`. */
const eventsAfterDone: ReadonlySet<string> = new Set([
  'suggestions',
  'title',
  'post_processing',
  'heartbeat',
])

/** Checks that `send` lines have valid payloads, and that only closing events follow `done`. */
function sentEventProblems({ script, on_inject = [] }: Scenario): ScenarioProblem[] {
  const problems: ScenarioProblem[] = []
  /** Adds the problems of lines. Returns whether `done` has been sent by the end of the lines. */
  const review = (lines: readonly ScriptLine[], path: Path, doneBefore: boolean): boolean => {
    let done = doneBefore
    for (const [index, line] of lines.entries()) {
      const here = [...path, index]
      if (done && mustPrecedeDone(line)) {
        const says = isSending(line, 'done')
          ? '`done` has already been sent; remove one of the two'
          : '`done` was sent above, and nothing may follow it; move this line above it'
        problems.push({ path: here, part: 'key', rule: 'done-once', says })
      }
      if ('fail' in line && index < lines.length - 1) {
        const says = 'the turn ends here; remove the lines below it'
        problems.push({ path: here, part: 'key', rule: 'fail-last', says })
      }
      if ('send' in line) {
        problems.push(...payloadProblems(line.send, [...here, 'send']))
        done ||= 'done' in line.send
      }
      if ('approval' in line) {
        const { approved = [], rejected = [], expired = [], repeated = [] } = line.approval
        const branch = (name: string) => [...here, 'approval', name]
        review(rejected, branch('rejected'), done)
        review(expired, branch('expired'), done)
        review(repeated, branch('repeated'), done)
        done = review(approved, branch('approved'), done)
      }
    }
    return done
  }
  review(script, ['script'], false)
  review(on_inject, ['on_inject'], false)
  return problems
}

const isSending = (line: ScriptLine, event: string) => 'send' in line && event in line.send

const mustPrecedeDone = (line: ScriptLine) =>
  'send' in line
    ? Object.keys(line.send).some((event) => !eventsAfterDone.has(event))
    : !('pause' in line || 'violate' in line)

function payloadProblems(sent: Readonly<Record<string, unknown>>, path: Path): ScenarioProblem[] {
  const [[event, payload] = ['', undefined]] = Object.entries(sent)
  const here = [...path, event]
  if (event === 'end' || event === 'resume_done') {
    const how = event === 'end' ? ', or write "violate: { end: missing }"' : ''
    const says = `\`${event}\` is sent automatically; remove it${how}`
    return [{ path: here, part: 'key', rule: 'end-by-itself', says }]
  }
  if (!isEvent(event)) {
    const says = `there is no event "${event}"; ${eventAdvice(event)}`
    return [{ path: here, part: 'key', rule: 'event', says }]
  }
  if (typeof payload === 'object' && payload !== null && 'cursor' in payload) {
    const says = 'the cursor is set automatically; remove it'
    return [{ path: [...here, 'cursor'], part: 'key', rule: 'cursor-by-itself', says }]
  }
  const result = z.safeParse(eventData[event], payload)
  if (result.success) return []
  const hint = keyHint(eventData[event])
  const explained = explainIssues(result.error.issues, payload, hint, 'its payload')
  return explained.map(({ path: at, wrong, says }) => ({
    path: [...here, ...(wrong === 'missing' ? at.slice(0, -1) : at)],
    part: wrong === 'key' ? 'key' : 'value',
    rule: 'event',
    says: `\`${event}\`: ${says}`,
  }))
}

const isEvent = (name: string): name is EventName => Object.hasOwn(eventData, name)

function eventAdvice(event: string): string {
  const best = nearestWord(event, sendableEvents)
  return best === undefined
    ? `available: ${sendableEvents.join(', ')}; "violate" can send any other`
    : `did you mean "${best}"?`
}

/** Checks that plans are on dag and approvals on react, and checks the order of a plan's steps. */
function planProblems({ match, script }: Scenario): ScenarioProblem[] {
  const endpoints = [match.endpoint].flat()
  return script.flatMap((line, index): readonly ScenarioProblem[] => {
    const path = ['script', index]
    if ('approval' in line && endpoints.includes('dag')) {
      const says =
        'an `approval` line only works on react; set "endpoint: react", or write "approval: true" in a call of a plan'
      return [{ path, part: 'key', rule: 'approval-on-react', says }]
    }
    if (!('plan' in line || 'replan' in line)) return []
    const says = 'plans only work on dag; set "endpoint: dag"'
    return [
      ...(endpoints.includes('react')
        ? [{ path, part: 'key', rule: 'plan-on-dag', says } as const]
        : []),
      ...('plan' in line ? stepProblems(line.plan, [...path, 'plan', 'steps']) : []),
    ]
  })
}

function stepProblems({ steps }: PlanLine, path: readonly PropertyKey[]): ScenarioProblem[] {
  const earlier = new Set<string>()
  const wrong = (at: readonly PropertyKey[], says: string) =>
    ({ path: [...path, ...at], part: 'value', rule: 'plan-steps', says }) as const
  let guesses = 0
  const guess = (name: string) => {
    const best = guesses++ < maxSuggestions ? nearestWord(name, [...earlier]) : undefined
    return best === undefined ? 'name a step above it' : `did you mean "${best}"?`
  }
  return steps.flatMap(({ id, after = [] }, index) => {
    const problems: ScenarioProblem[] = after.flatMap((other, at) =>
      earlier.has(other)
        ? []
        : [wrong([index, 'after', at], `step "${id}" waits for "${other}"; ${guess(other)}`)],
    )
    if (earlier.has(id))
      problems.push(wrong([index, 'id'], `the step id "${id}" is used twice; choose another`))
    earlier.add(id)
    return problems
  })
}

/**
 * Checks the rules that the schema of a script cannot express: patterns, plans, and sent events.
 */
export const scenarioProblems = (script: Scenario): ScenarioProblem[] => [
  ...queryProblems(script),
  ...planProblems(script),
  ...sentEventProblems(script),
]
