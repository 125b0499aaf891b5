import { useEffect, useState } from 'preact/hooks'
import type { PlanStep } from '../turn/plan-view.ts'
import { box, layOut, type PlanLayout, type Point } from './lay-out.ts'

/** What tells the states apart for those who do not tell the colours apart. */
const signs: Readonly<Record<PlanStep['state'], string>> = {
  waiting: 'M0 5a5 5 0 1 0 10 0a5 5 0 1 0 -10 0',
  running: 'M0 5a5 5 0 1 0 10 0a5 5 0 1 0 -10 0M5 2v3l2 2',
  completed: 'M0 5l4 4l7 -8',
  failed: 'M1 1l8 8M9 1l-8 8',
  skipped: 'M0 5h10',
}

/** The steps of a plan as a graph. Who does not see it has the list of the same steps. */
export function PlanGraph({ steps }: { readonly steps: readonly PlanStep[] }) {
  const [layout, setLayout] = useState<PlanLayout>()
  const shape = JSON.stringify(steps.map(({ id, deps }) => ({ id, deps })))
  useEffect(() => {
    let isCurrent = true
    const asked = JSON.parse(shape) as readonly Pick<PlanStep, 'id' | 'deps'>[]
    void layOut(asked).then((found) => isCurrent && setLayout(found))
    return () => {
      isCurrent = false
    }
  }, [shape])
  if (layout === undefined) return <div class="plan-graph" aria-hidden="true" />
  const { width, height, boxes, ways } = layout
  return (
    <div class="plan-graph" aria-hidden="true">
      <svg width={inRem(width)} height={inRem(height)} viewBox={`0 0 ${width} ${height}`}>
        {ways.map((points, at) => (
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
  const [left, top] = [at.x - box.width / 2, at.y - box.height / 2]
  return (
    <g class={`plan-box is-${step.state}`} transform={`translate(${left} ${top})`}>
      <rect width={box.width} height={box.height} rx="6" />
      <path class="sign" d={signs[step.state]} transform="translate(11 14)" />
      <foreignObject x="29" y="8" width={box.width - 37} height={box.height - 16}>
        <div class="plan-task">{step.task}</div>
      </foreignObject>
    </g>
  )
}

const pathOf = (points: readonly Point[]) =>
  points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join(' ')

/** A length that grows with the letters of the page. */
const inRem = (length: number) => `${length / 16}rem`
