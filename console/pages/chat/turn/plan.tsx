import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/feedback.tsx'
import { type OpenedStep, PlanStepItem } from './plan-step.tsx'
import type { PlanStep, PlanStepState, Round } from './turn-state.ts'
import { PlanGraph } from './plan-graph.tsx'
import { describeProgress, isLong } from './plan-groups.ts'
import { useState } from 'preact/hooks'
import type { StepPlace } from './turn-spans.ts'

/**
 * Shows a step in the timeline. `isAsked` is false if the step was opened in the plan, and the
 * timeline is to show it, too.
 */
export type ShowStep = (step: StepPlace, isAsked: boolean) => void

type PlanProps = {
  readonly rounds: readonly Round[]
  /** `undefined` without a timeline of the turn. */
  readonly onShow: ShowStep | undefined
}

/** The plan of a turn, round by round. */
export const Plan = ({ rounds, onShow }: PlanProps) => (
  <>
    {rounds.map((round) => (
      <PlanRound
        key={round.number}
        round={round}
        title={rounds.length > 1 ? `Plan, round ${round.number}` : 'Plan'}
        onShow={onShow}
      />
    ))}
  </>
)

type PlanRoundProps = Pick<PlanProps, 'onShow'> & {
  readonly round: Round
  readonly title: string
}

function PlanRound({ round, title, onShow }: PlanRoundProps) {
  const [opened, setOpened] = useState<OpenedStep>()
  const placeOf = (id: string): StepPlace => ({ round: round.number, id })
  const open = (id: string, isByKey: boolean) => {
    setOpened({ id, isByKey, isShown: false })
    onShow?.(placeOf(id), false)
  }
  const list = { opened, onShow: onShow && ((id: string) => onShow(placeOf(id), true)) }
  return (
    <section
      class={round.phase === 'executing' ? 'plan is-executing' : 'plan'}
      aria-label={`Plan, round ${round.number}`}
    >
      <p class="plan-head">
        <strong>{title}</strong>
        {round.phase !== undefined && <Badge tone="info">{round.phase}</Badge>}
        {isLong(round.steps) && <span class="faint">{describeProgress(round.steps)}</span>}
        <Verdict round={round} />
      </p>
      {round.reason !== undefined && <p class="small">{round.reason}</p>}
      {round.steps.length > 0 && (
        <PlanGraph steps={round.steps} opened={opened?.id} onOpen={open} />
      )}
      {isLong(round.steps) ? (
        <StepsByState steps={round.steps} {...list} />
      ) : (
        <StepList steps={round.steps} {...list} />
      )}
      {round.reasoning !== undefined && <p class="small faint">{round.reasoning}</p>}
    </section>
  )
}

type StepListProps = {
  readonly steps: readonly PlanStep[]
  readonly opened: OpenedStep | undefined
  readonly onShow: ((id: string) => void) | undefined
}

const StepList = ({ steps, opened, onShow }: StepListProps) => (
  <ol class="plan-steps">
    {steps.map((step) => (
      <PlanStepItem
        key={step.id}
        step={step}
        opened={opened?.id === step.id ? opened : undefined}
        onShow={onShow && (() => onShow(step.id))}
      />
    ))}
  </ol>
)

/**
 * The steps of a long plan: the opened one and those that need attention, and the others collapsed.
 */
const StepsByState = ({ steps, ...list }: StepListProps) => {
  const opened = steps.filter(({ id }) => id === list.opened?.id)
  const of = (...states: readonly PlanStepState[]) =>
    steps.filter((step) => !opened.includes(step) && states.includes(step.state))
  return (
    <>
      {/* In a list of its own: Chromium doesn't draw the content of an opened element that is moved. */}
      {opened.length > 0 && <StepList steps={opened} {...list} />}
      <StepList steps={of('running', 'failed')} {...list} />
      <CollapsedSteps title="Done" steps={of('completed')} {...list} />
      <CollapsedSteps title="Skipped" steps={of('skipped')} {...list} />
      <CollapsedSteps title="Waiting" steps={of('waiting')} {...list} />
    </>
  )
}

/** So many steps are shown at once; a button shows as many more. */
const stepsAtOnce = 50

/** A list that renders its steps only while it is open. */
function CollapsedSteps(props: StepListProps & { readonly title: string }) {
  const { title, steps, ...list } = props
  const [isOpen, setIsOpen] = useState(false)
  const [count, setCount] = useState(stepsAtOnce)
  if (steps.length === 0) return null
  const rest = steps.length - count
  return (
    <details class="fold" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        {title}: {steps.length} {steps.length === 1 ? 'step' : 'steps'}
      </summary>
      {isOpen && <StepList steps={steps.slice(0, count)} {...list} />}
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
