import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { Badge, type Tone } from '../../../ui/feedback.tsx'
import { formatSeconds, ToolCallDetails } from './steps.tsx'
import type { PlanStep, PlanStepState } from './turn-state.ts'

/** The step that was opened by its box in the graph; a new object opens it again. */
export type OpenedStep = {
  readonly id: string
  /** Whether the focus goes to the step. */
  readonly isByKey: boolean
  /** Whether the page already scrolled to it: it can be rendered anew later, in another list. */
  isShown: boolean
}

const tones: Readonly<Record<PlanStepState, Tone>> = {
  waiting: 'plain',
  running: 'info',
  completed: 'good',
  failed: 'bad',
  skipped: 'plain',
}

type PlanStepItemProps = {
  readonly step: PlanStep
  /** `undefined` if another step was opened. */
  readonly opened: OpenedStep | undefined
  /** Shows the step in the timeline. */
  readonly onShow: (() => void) | undefined
}

/** A step in the list of a plan: its state and time, and what it did when expanded. */
export function PlanStepItem({ step, opened, onShow }: PlanStepItemProps) {
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
  /** From a step that was opened by keyboard, Escape leads back to its box. */
  function onKeyDown({ key }: KeyboardEvent): void {
    if (key !== 'Escape' || opened?.isByKey !== true) return
    item.current?.closest('.plan')?.querySelector<HTMLElement>('.plan-cursor')?.focus()
  }
  return (
    <li ref={item} class={opened === undefined ? '' : 'is-opened'} onKeyDown={onKeyDown}>
      <details class="fold">
        <summary>
          {task} <Badge tone={tones[state]}>{state}</Badge>
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
