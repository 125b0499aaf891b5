import { Badge, type Tone } from '../../../ui/feedback.tsx'
import { ToolCallDetails, Disclosure, formatSeconds } from './steps.tsx'
import type { PlanStep, PlanStepState, Round } from './turn-state.ts'
import { useEffect, useState } from 'preact/hooks'
import { boxSize, layoutPlan, type PlanLayout, type Point } from './plan-layout.ts'

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
              <PlanStepDetails step={step} />
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

/** Icons, so that users can distinguish the states without colours. */
const stateIcons: Readonly<Record<PlanStep['state'], string>> = {
  waiting: 'M0 5a5 5 0 1 0 10 0a5 5 0 1 0 -10 0',
  running: 'M0 5a5 5 0 1 0 10 0a5 5 0 1 0 -10 0M5 2v3l2 2',
  completed: 'M0 5l4 4l7 -8',
  failed: 'M1 1l8 8M9 1l-8 8',
  skipped: 'M0 5h10',
}

/** The steps of a plan as a graph. Screen readers get the list of the same steps instead. */
function PlanGraph({ steps }: { readonly steps: readonly PlanStep[] }) {
  const [layout, setLayout] = useState<PlanLayout>()
  const shape = JSON.stringify(steps.map(({ id, deps }) => ({ id, deps })))
  useEffect(() => {
    let isCurrent = true
    const arranged = JSON.parse(shape) as readonly Pick<PlanStep, 'id' | 'deps'>[]
    void layoutPlan(arranged).then((found) => isCurrent && setLayout(found))
    return () => {
      isCurrent = false
    }
  }, [shape])
  if (layout === undefined) return <div class="plan-graph" aria-hidden="true" />
  const { width, height, boxes, edges } = layout
  return (
    <div class="plan-graph" aria-hidden="true">
      <svg width={inRem(width)} height={inRem(height)} viewBox={`0 0 ${width} ${height}`}>
        {edges.map((points, at) => (
          <path key={at} class="way" d={pathOf(points)} />
        ))}
        {steps.map((step) => {
          const at = boxes.get(step.id)
          return at && <StepBox key={step.id} step={step} at={at} />
        })}
      </svg>
    </div>
  )
}

function StepBox({ step, at }: { readonly step: PlanStep; readonly at: Point }) {
  const [left, top] = [at.x - boxSize.width / 2, at.y - boxSize.height / 2]
  return (
    <g class={`plan-box is-${step.state}`} transform={`translate(${left} ${top})`}>
      <rect width={boxSize.width} height={boxSize.height} rx="6" />
      <path class="sign" d={stateIcons[step.state]} transform="translate(11 14)" />
      <foreignObject x="29" y="8" width={boxSize.width - 37} height={boxSize.height - 16}>
        <div class="plan-task">{step.task}</div>
      </foreignObject>
    </g>
  )
}

const pathOf = (points: readonly Point[]) =>
  points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join(' ')

/** A length that scales with the font size of the page. */
const inRem = (length: number) => `${length / 16}rem`
