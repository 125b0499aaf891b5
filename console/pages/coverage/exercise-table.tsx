import type { Exercise } from '../../control/answers.ts'
import { Table } from '../../ui/table.tsx'

type ExerciseTableProps = { readonly name: string; readonly exercise: Exercise }

/** Which parts of something calls exercised, most first, and which none did. */
export const ExerciseTable = ({ name, exercise }: ExerciseTableProps) => (
  <section class="stack" aria-label={name}>
    <h2>{name}</h2>
    <Table
      caption={`${name} that calls exercised`}
      columns={[
        { label: 'Exercised', cell: ({ name: one }) => <code>{one}</code> },
        { label: 'Calls', numeric: true, cell: ({ calls }) => calls },
      ]}
      rows={exercise.exercised}
      keyOf={(one) => one.name}
      empty={<p class="faint small">None yet.</p>}
    />
    {exercise.never.length > 0 && (
      <details>
        <summary>Never: {exercise.never.length}</summary>
        <ul class="coverage-never">
          {exercise.never.map((one) => (
            <li key={one}>
              <code>{one}</code>
            </li>
          ))}
        </ul>
      </details>
    )}
  </section>
)
