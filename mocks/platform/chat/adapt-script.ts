import type { PlanCall, PlanLine, ScriptLine, Thought } from '../../../contract/scripts/lines.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { shorten } from '../../../contract/shorten.ts'
import { chooseScript, type MatchInput } from './choose-script.ts'
import type { ApprovedTool } from './playable-turn.ts'

type PlanStep = PlanLine['steps'][number]

/**
 * Finds a script of the other endpoint (react or dag) for a query, and converts it: a plan becomes
 * thoughts and calls, or thoughts and calls become a plan. A script that violates the contract on
 * purpose is not converted.
 */
export function adaptScript(scripts: readonly Scenario[], input: MatchInput) {
  const script = chooseScript(scripts, { ...input, mode: input.mode === 'dag' ? 'react' : 'dag' })
  if (script === undefined || hasFaultOrViolation(script)) return undefined
  if (script.match.query === undefined && script.match.like === undefined) return undefined
  const approvedTools = script.script.flatMap((line): ApprovedTool[] =>
    'approval' in line
      ? [{ tool: line.approval.call.tool, runsOnce: line.approval.repeated !== undefined }]
      : [],
  )
  const lines =
    input.mode === 'dag'
      ? thoughtsToPlan(script.script, script.title ?? script.name)
      : script.script.flatMap((line) => planToThoughtsAndCalls(line))
  return { ...script, script: lines, approvedTools }
}

const hasFaultOrViolation = ({ script, violate, fault }: Scenario) =>
  violate !== undefined ||
  fault !== undefined ||
  script.some((line) => 'violate' in line || 'send' in line)

/** Converts a plan to thoughts and calls, one step after another. */
function planToThoughtsAndCalls(line: ScriptLine): ScriptLine[] {
  if ('replan' in line) return [{ think: line.replan }]
  if (!('plan' in line)) return [line]
  const steps = line.plan.steps.flatMap(({ task, thinking, calls = [], result }): ScriptLine[] => [
    { think: [task, ...(thinking === undefined ? [] : [thoughtTextOf(thinking)])].join('. ') },
    ...calls.map(({ approval, ...call }) => (approval ? { approval: { call } } : { call })),
    { think: result },
  ])
  return [...steps, { think: line.plan.reasoning }]
}

/** Converts thoughts and calls to a plan with one step for each call, followed by the other lines. */
export function thoughtsToPlan(script: readonly ScriptLine[], subject: string): ScriptLine[] {
  const steps: PlanStep[] = []
  const others: ScriptLine[] = []
  let thoughts: string[] = []
  const addStep = (call: PlanCall) => {
    const previous = steps.at(-1)
    const { reasoning, tool, observation, error } = call
    steps.push({
      id: `step_${steps.length + 1}`,
      task: reasoning ?? tool.replaceAll('_', ' '),
      ...(previous === undefined ? {} : { after: [previous.id] }),
      ...(thoughts.length === 0 ? {} : { thinking: thoughts.join(' ') }),
      calls: [call],
      result: shorten(observation ?? error ?? tool, maxResultLength),
      ...(error === undefined ? {} : { status: 'failed' as const }),
    })
    thoughts = []
  }
  for (const line of script) {
    if ('think' in line) thoughts.push(thoughtTextOf(line.think))
    else if ('call' in line) addStep(line.call)
    else if ('calls' in line) line.calls.forEach(addStep)
    else if ('approval' in line) addStep({ ...line.approval.call, approval: true })
    else others.push(line)
  }
  const thinking = thoughts.join(' ') || subject
  if (steps.length === 0) steps.push({ id: 'step_1', task: subject, thinking, result: subject })
  return [{ plan: { steps, achieved: true, confidence: 0.9, reasoning: thinking } }, ...others]
}

const thoughtTextOf = (typed: Thought) => (typeof typed === 'string' ? typed : typed.text)

const maxResultLength = 200
