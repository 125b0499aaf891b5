import { Button } from '../../../ui/button.tsx'
import { Badge, type Tone } from '../../../ui/feedback.tsx'
import type { PlanStep, PlanStepState, Round } from './turn-state.ts'
import { PlanGraph } from './plan-graph.tsx'
import { describeProgress, isLongPlan } from './plan-groups.ts'
import { useContext, useState, useLayoutEffect, useRef } from 'preact/hooks'
import { AudienceContext } from '../../../app/audience.ts'
import { ToolCallDetails } from './steps.tsx'
import { formatSeconds } from '../../../ui/describe-time.ts'
import type { StepReference } from './turn-spans.ts'

/**
 * Shows a step in the timeline. `isRequestedByUser` is true if the user asked to see the step
 * there. It is false if the timeline only follows a step that was opened in the plan.
 */
export type ShowStep = (step: StepReference, isRequestedByUser: boolean) => void

type PlanRoundProps = {
  readonly round: Round
  readonly title: string
  /** Shows a step in the timeline; undefined if the turn has no timeline. */
  readonly onShow: ShowStep | undefined
}

/** Shows one round of a turn's plan. */
export function PlanRound({ round, title, onShow }: PlanRoundProps) {
  const [opened, setOpened] = useState<OpenedStep>()
  // On the stage, the list is collapsed too, because the graph would hide half of a full list.
  const isByState = useContext(AudienceContext) || isLongPlan(round.steps)
  const toStepReference = (id: string): StepReference => ({ round: round.number, id })
  const open = (id: string, isByKey: boolean) => {
    setOpened({ id, isByKey, isShown: false })
    onShow?.(toStepReference(id), false)
  }
  const listProps = {
    opened,
    onShow: onShow && ((id: string) => onShow(toStepReference(id), true)),
  }
  return (
    <section
      class={round.phase === 'executing' ? 'plan is-executing' : 'plan'}
      aria-label={`Plan, round ${round.number}`}
    >
      <p class="plan-head">
        <strong>{title}</strong>
        {round.phase !== undefined && <Badge tone="info">{round.phase}</Badge>}
        {isLongPlan(round.steps) && <span class="faint">{describeProgress(round.steps)}</span>}
        <Verdict round={round} />
      </p>
      {round.reason !== undefined && <p class="small">{round.reason}</p>}
      {round.steps.length > 0 && (
        <PlanGraph steps={round.steps} openedId={opened?.id} onOpen={open} />
      )}
      {isByState ? (
        <StepsByState steps={round.steps} {...listProps} />
      ) : (
        <StepList steps={round.steps} {...listProps} />
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
 * Shows a plan's steps by state. Lists the opened, running and failed steps, and collapses the
 * others.
 */
const StepsByState = ({ steps, ...list }: StepListProps) => {
  const openedSteps = steps.filter(({ id }) => id === list.opened?.id)
  const stepsInState = (...states: readonly PlanStepState[]) =>
    steps.filter((step) => !openedSteps.includes(step) && states.includes(step.state))
  return (
    <>
      {/* A separate list: Chromium doesn't draw the content of an open element that moves. */}
      {openedSteps.length > 0 && <StepList steps={openedSteps} {...list} />}
      <StepList steps={stepsInState('running', 'failed')} {...list} />
      <CollapsedSteps title="Done" steps={stepsInState('completed')} {...list} />
      <CollapsedSteps title="Skipped" steps={stepsInState('skipped')} {...list} />
      <CollapsedSteps title="Waiting" steps={stepsInState('waiting')} {...list} />
    </>
  )
}

/** The number of steps that are shown at first. A button shows as many further steps. */
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
  const confidenceText = confidence === undefined ? '' : `, ${Math.round(confidence * 100)} % sure`
  return achieved ? (
    <Badge tone="good">achieved{confidenceText}</Badge>
  ) : (
    <Badge tone="warn">not achieved{confidenceText}</Badge>
  )
}

/** The step that was opened by its box in the graph. A new object opens the step again. */
type OpenedStep = {
  readonly id: string
  /** Whether the step was opened by keyboard. If so, it gets the focus. */
  readonly isByKey: boolean
  /** Whether the page has scrolled to the step, and must not scroll again when the step moves. */
  isShown: boolean
}

const toneByState: Readonly<Record<PlanStepState, Tone>> = {
  waiting: 'plain',
  running: 'info',
  completed: 'good',
  failed: 'bad',
  skipped: 'plain',
}

type PlanStepItemProps = {
  readonly step: PlanStep
  /** Set if this step was opened by its box in the graph. */
  readonly opened: OpenedStep | undefined
  /** Shows the step in the timeline. */
  readonly onShow: (() => void) | undefined
}

/** Shows a step of a plan: its state and duration and, when expanded, its details. */
function PlanStepItem({ step, opened, onShow }: PlanStepItemProps) {
  const { task, state, thinking, calls, result, seconds } = step
  const item = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    if (opened === undefined || opened.isShown || item.current === null) return
    opened.isShown = true
    const details = item.current.querySelector('details')
    if (details !== null) details.open = true
    if (opened.isByKey) item.current.querySelector('summary')?.focus({ preventScroll: true })
    item.current.scrollIntoView({ block: 'nearest' })
  }, [opened])
  /** Escape returns the focus from a step that was opened by keyboard to its box in the graph. */
  function onKeyDown({ key }: KeyboardEvent): void {
    if (key !== 'Escape' || opened?.isByKey !== true) return
    item.current?.closest('.plan')?.querySelector<HTMLElement>('.plan-cursor')?.focus()
  }
  return (
    <li ref={item} class={opened === undefined ? '' : 'is-opened'} onKeyDown={onKeyDown}>
      <details class="fold">
        <summary>
          {task} <Badge tone={toneByState[state]}>{state}</Badge>
          {seconds !== undefined && <span class="faint small"> {formatSeconds(seconds)}</span>}
        </summary>
        <div class="fold-body">
          {thinking !== '' && <p class="thought">{thinking}</p>}
          {calls.map((call, at) => (
            <ToolCallDetails key={at} call={call} />
          ))}
          {result !== undefined && <p class={state === 'failed' ? 'bad' : ''}>{result}</p>}
          {thinking === '' && calls.length === 0 && result === undefined && (
            <p class="faint">{describeEmpty(step)}</p>
          )}
          {state !== 'waiting' && onShow !== undefined && (
            <div>
              <Button kind="quiet" onClick={onShow}>
                Show in the timeline
              </Button>
            </div>
          )}
        </div>
      </details>
    </li>
  )
}

/** Says why a step has nothing to show. */
function describeEmpty({ state, deps }: PlanStep): string {
  if (state === 'running') return 'No details yet.'
  if (state !== 'waiting') return 'No details.'
  if (deps.length === 0) return 'Not started yet.'
  return `Not started yet: it depends on ${deps.length === 1 ? 'a step' : `${deps.length} steps`}.`
}
