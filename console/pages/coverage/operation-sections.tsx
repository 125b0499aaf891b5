import type { Exercise } from '../../../contract/control/journal.ts'
import { EmptyState } from '../../ui/feedback.tsx'
import { useRoving } from '../../ui/roving.ts'
import { formatCount } from '../../ui/format-count.ts'

type Operation = { readonly name: string; readonly calls: number }

/** The operations by the part of the platform, parts with calls first. */
export function OperationSections({ exercise }: { readonly exercise: Exercise }) {
  const list = useRoving<HTMLUListElement>('summary')
  const all = [...exercise.exercised, ...exercise.never.map((name) => ({ name, calls: 0 }))]
  const sections = new Map<string, Operation[]>()
  for (const operation of all) {
    const section = sectionOf(operation.name)
    sections.set(section, [...(sections.get(section) ?? []), operation])
  }
  const sorted = [...sections].toSorted(
    ([a, some], [b, others]) => callsOf(others) - callsOf(some) || a.localeCompare(b),
  )
  return (
    <section class="stack" aria-labelledby="coverage-operations">
      <h2 id="coverage-operations">Operations</h2>
      {exercise.exercised.length === 0 && (
        <EmptyState title="No operations yet">Each call of a client counts here.</EmptyState>
      )}
      <ul class="coverage-sections" {...list}>
        {sorted.map(([name, operations]) => (
          <li key={name} class="card">
            <SectionDetails name={name} operations={operations} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The first part of the path below `/api`, such as `conversations`. */
const sectionOf = (operation: string): string => operation.split('/')[2] ?? operation

const callsOf = (operations: readonly Operation[]) =>
  operations.reduce((sum, { calls }) => sum + calls, 0)

function SectionDetails(props: {
  readonly name: string
  readonly operations: readonly Operation[]
}) {
  const { name, operations } = props
  const used = operations.filter(({ calls }) => calls > 0).length
  return (
    <details>
      <summary>
        <strong>{name}</strong>{' '}
        <span class="faint">
          {used} of {operations.length}
        </span>
        <meter
          min={0}
          max={operations.length}
          value={used}
          aria-label={`Operations of ${name} with calls`}
        />
      </summary>
      <ul class="coverage-never">
        {operations.map((operation) => (
          <li key={operation.name} class={operation.calls === 0 ? 'faint' : ''}>
            <code>{operation.name}</code>{' '}
            <span class="small">
              {operation.calls === 0 ? 'no calls' : formatCount(operation.calls, 'call')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
