import { hrefOf, ask, place } from '../../app/location.ts'
import type { CoverageReport, Reliance } from '../../control/answers.ts'
import { GradeBadge } from '../../control/grade-badge.tsx'
import { Refusal } from '../../control/refusal.tsx'
import { Ticked } from '../../control/ticked.tsx'
import { useAsked } from '../../control/use-asked.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { SelectField } from '../../ui/field.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { CopyMarkdown } from './copy-markdown.tsx'
import { ExerciseTable } from './exercise-table.tsx'
import './coverage.css'

/** What the calls exercised of the platform, what they never met, and what they rely on. */
export function CoveragePage() {
  const of = place.value.params.get('of') ?? 'world'
  const { answer: report, refusal, again } = useAsked<CoverageReport>(`coverage?of=${of}`)
  return (
    <>
      <div class="row">
        <SelectField
          label="Calls of"
          value={of}
          options={[
            ['world', 'this world'],
            ['all', 'all worlds, also those that are gone'],
          ]}
          onValue={(next) => ask({ of: next === 'world' ? undefined : next })}
        />
        <Button onClick={again}>Refresh</Button>
        <CopyMarkdown of={of} />
      </div>
      <Refusal words={refusal} />
      {report && <Report report={report} />}
    </>
  )
}

const Report = ({ report }: { readonly report: CoverageReport }) => (
  <>
    <dl class="coverage-counts">
      <Count name="calls" count={report.calls} />
      <Count
        name="operations"
        count={report.endpoints.exercised.length}
        of={sizeOf(report.endpoints)}
      />
      <Count name="error codes" count={report.errors.exercised.length} of={sizeOf(report.errors)} />
      <Count name="events" count={report.events.exercised.length} of={sizeOf(report.events)} />
      <Count name="assumed behaviours" count={report.assumed} />
    </dl>
    <section class="stack" aria-labelledby="coverage-assumed">
      <h2 id="coverage-assumed">Assumed behaviours</h2>
      <p class="faint small">
        What the calls relied on, and the specification leaves open or contradicts: another
        deployment may do otherwise.
      </p>
      <Table
        caption="Assumed behaviours"
        columns={assumptions}
        rows={report.choices.relied_on.filter(({ grade }) => grade !== 'specified')}
        keyOf={({ choice, option }) => `${choice} ${option}`}
        empty={<Empty title="None">No call relied on what is not specified.</Empty>}
      />
    </section>
    <div class="coverage-parts">
      <ExerciseTable name="Operations" exercise={report.endpoints} />
      <ExerciseTable name="Error codes" exercise={report.errors} />
      <ExerciseTable name="Events" exercise={report.events} />
    </div>
  </>
)

const sizeOf = ({ exercised, never }: CoverageReport['events']) => exercised.length + never.length

type CountProps = { readonly name: string; readonly count: number; readonly of?: number }

const Count = ({ name, count, of }: CountProps) => (
  <div class="card">
    <dt>{name}</dt>
    <dd>
      {count.toLocaleString('en-GB')}
      {of !== undefined && <span class="faint"> of {of}</span>}
    </dd>
  </div>
)

const assumptions: readonly Column<Reliance>[] = [
  {
    label: 'Choice',
    cell: ({ choice, question }) => (
      <>
        <a href={hrefOf('choices', { id: choice })}>{choice}</a>
        <div class="faint small">
          <Ticked text={question} />
        </div>
      </>
    ),
  },
  {
    label: 'Played as',
    cell: ({ says, grade }) => (
      <>
        <Ticked text={says} /> <GradeBadge grade={grade} />
      </>
    ),
  },
  { label: 'Section', cell: ({ clause }) => clause },
  { label: 'Calls', numeric: true, cell: ({ calls }) => calls },
  {
    label: 'First',
    cell: ({ first }) => (
      <span class="coverage-first">
        {first.map(({ world, number }) => (
          <a
            key={`${world} ${number}`}
            href={hrefOf('journal', { ...worldParam(world), call: `${number}` })}
            title={`Call ${number} of the world ${world}`}
          >
            #{number}
          </a>
        ))}
      </span>
    ),
  },
]

const worldParam = (world: string) => ({ world: world === 'default' ? undefined : world })
