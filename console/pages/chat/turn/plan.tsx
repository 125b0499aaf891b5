import { Button } from '../../../ui/button.tsx'
import { Badge, type Tone } from '../../../ui/feedback.tsx'
import { ToolCallDetails, Disclosure, formatSeconds } from './steps.tsx'
import type { PlanStep, PlanStepState, Round } from './turn-state.ts'
import { PlanGraph } from './plan-graph.tsx'
import { describeProgress, isLong } from './plan-groups.ts'
import { useState } from 'preact/hooks'

const tones: Readonly<Record<PlanStepState, Tone>> = {
  waiting: 'plain',
  running: 'info',
  completed: 'good',
  failed: 'bad',
  skipped: 'plain',
}

/** The plan of a turn, round by round. */
export const Plan = ({ rounds }: { readonly rounds: readonly Round[] }) => (
  <>
    {rounds.map((round) => (
      <section
        key={round.number}
        class={round.phase === 'executing' ? 'plan is-executing' : 'plan'}
        aria-label={`Plan, round ${round.number}`}
      >
        <p class="plan-head">
          <strong>{rounds.length > 1 ? `Plan, round ${round.number}` : 'Plan'}</strong>
          {round.phase !== undefined && <Badge tone="info">{round.phase}</Badge>}
          {isLong(round.steps) && <span class="faint">{describeProgress(round.steps)}</span>}
          <Verdict round={round} />
        </p>
        {round.reason !== undefined && <p class="small">{round.reason}</p>}
        {round.steps.length > 0 && <PlanGraph steps={round.steps} />}
        {isLong(round.steps) ? (
          <StepsByState steps={round.steps} />
        ) : (
          <StepList steps={round.steps} />
        )}
        {round.reasoning !== undefined && <p class="small faint">{round.reasoning}</p>}
      </section>
    ))}
  </>
)

const StepList = ({ steps }: { readonly steps: readonly PlanStep[] }) => (
  <ol class="plan-steps">
    {steps.map((step) => (
      <li key={step.id}>
        <PlanStepDetails step={step} />
      </li>
    ))}
  </ol>
)

/** The steps of a long plan: those that need attention, and the others collapsed. */
const StepsByState = ({ steps }: { readonly steps: readonly PlanStep[] }) => {
  const of = (...states: readonly PlanStepState[]) =>
    steps.filter(({ state }) => states.includes(state))
  return (
    <>
      <CollapsedSteps title="Done" steps={of('completed')} />
      <StepList steps={of('running', 'failed')} />
      <CollapsedSteps title="Skipped" steps={of('skipped')} />
      <CollapsedSteps title="Waiting" steps={of('waiting')} />
    </>
  )
}

/** So many steps are shown at once; a button shows as many more. */
const stepsAtOnce = 50

/** A list that renders its steps only while it is open. */
function CollapsedSteps(props: { readonly title: string; readonly steps: readonly PlanStep[] }) {
  const { title, steps } = props
  const [isOpen, setIsOpen] = useState(false)
  const [count, setCount] = useState(stepsAtOnce)
  if (steps.length === 0) return null
  const rest = steps.length - count
  return (
    <details class="fold" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        {title}: {steps.length} {steps.length === 1 ? 'step' : 'steps'}
      </summary>
      {isOpen && <StepList steps={steps.slice(0, count)} />}
      {isOpen && rest > 0 && (
        <Button onClick={() => setCount(count + stepsAtOnce)}>Show more steps ({rest})</Button>
      )}
    </details>
  )
}

function Verdict({ round: { achieved, confidence } }: { readonly round: Round }) {
  if (achieved === undefined) return null
  const sure = confidence === undefined ? '' : `, ${Math.round(confidence * 100)} % sure`
  return achieved ? (
    <Badge tone="good">achieved{sure}</Badge>
  ) : (
    <Badge tone="warn">not achieved{sure}</Badge>
  )
}

function PlanStepDetails({ step }: { readonly step: PlanStep }) {
  const { task, state, thinking, calls, result, seconds } = step
  const summary = (
    <>
      {task} <Badge tone={tones[state]}>{state}</Badge>
      {seconds !== undefined && <span class="faint small"> {formatSeconds(seconds)}</span>}
    </>
  )
  if (thinking === '' && calls.length === 0 && result === undefined)
    return <div class="fold fold-flat">{summary}</div>
  return (
    <Disclosure summary={summary}>
      {thinking !== '' && <p class="thought">{thinking}</p>}
      {calls.map((call, at) => (
        <ToolCallDetails key={at} call={call} />
      ))}
      {result !== undefined && <p>{result}</p>}
    </Disclosure>
  )
}
