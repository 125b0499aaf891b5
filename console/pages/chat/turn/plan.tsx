import { Badge } from '../../../ui/badge.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { PlanGraph } from '../plan/plan-graph.tsx'
import { CallFold, Fold, secondsOf } from './details.tsx'
import type { PlanStep, PlanStepState, Round } from './plan-view.ts'

const tones: Readonly<Record<PlanStepState, Tone>> = {
  waiting: 'plain',
  running: 'info',
  completed: 'good',
  failed: 'bad',
  skipped: 'plain',
}

/** The plan of a turn, round after round. */
export const Plan = ({ rounds }: { readonly rounds: readonly Round[] }) => (
  <>
    {rounds.map((round) => (
      <section key={round.number} class="plan" aria-label={`Plan, round ${round.number}`}>
        <p class="plan-head">
          <strong>{rounds.length > 1 ? `Plan, round ${round.number}` : 'Plan'}</strong>
          {round.phase !== undefined && <Badge tone="info">{round.phase}</Badge>}
          <Verdict round={round} />
        </p>
        {round.reason !== undefined && <p class="small">{round.reason}</p>}
        {round.steps.length > 0 && <PlanGraph steps={round.steps} />}
        <ol class="plan-steps">
          {round.steps.map((step) => (
            <li key={step.id}>
              <StepFold step={step} />
            </li>
          ))}
        </ol>
        {round.reasoning !== undefined && <p class="small faint">{round.reasoning}</p>}
      </section>
    ))}
  </>
)

function Verdict({ round: { achieved, confidence } }: { readonly round: Round }) {
  if (achieved === undefined) return null
  const sure = confidence === undefined ? '' : `, ${Math.round(confidence * 100)} % sure`
  return achieved ? (
    <Badge tone="good">achieved{sure}</Badge>
  ) : (
    <Badge tone="warn">not achieved{sure}</Badge>
  )
}

function StepFold({ step }: { readonly step: PlanStep }) {
  const { task, state, thinking, calls, result, seconds } = step
  const summary = (
    <>
      {task} <Badge tone={tones[state]}>{state}</Badge>
      {seconds !== undefined && <span class="faint small"> {secondsOf(seconds)}</span>}
    </>
  )
  if (thinking === '' && calls.length === 0 && result === undefined)
    return <div class="fold fold-flat">{summary}</div>
  return (
    <Fold summary={summary}>
      {thinking !== '' && <p class="thought">{thinking}</p>}
      {calls.map((call, at) => (
        <CallFold key={at} call={call} />
      ))}
      {result !== undefined && <p>{result}</p>}
    </Fold>
  )
}
