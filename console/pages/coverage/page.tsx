import { setParams, pageLocation } from '../../app/location.ts'
import type {
  CoverageReport,
  Exercise,
  OwnOperationCalls,
  UnknownRoute,
} from '../../../contract/control/journal.ts'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { useQuery } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import './coverage.css'
import { useEffect, useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { isDemo } from '../../app/visitor.ts'
import { AssumedBehaviours } from './assumed-behaviours.tsx'
import { OperationSections } from './operation-sections.tsx'
import { CopyButton } from '../../ui/copy.tsx'

/** The parts of the platform with and without calls, and the choices on which the calls rely. */
export function CoveragePage() {
  const of = isDemo ? 'world' : (pageLocation.value.params.get('of') ?? 'world')
  const { data: report, error, refetch } = useQuery<CoverageReport>(`coverage?of=${of}`)
  return (
    <>
      <div class="row">
        {/* Visitors of a demo may read only the coverage of their own world. */}
        {!isDemo && (
          <SelectField
            label="Calls of"
            value={of}
            options={[
              ['world', 'this world'],
              ['all', 'all worlds, including deleted ones'],
            ]}
            onValue={(next) => setParams({ of: next === 'world' ? undefined : next })}
          />
        )}
        <Button onClick={refetch}>Refresh</Button>
        <CopyMarkdown of={of} report={report} />
      </div>
      <ErrorNotice message={error} />
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
        of={totalOf(report.endpoints)}
      />
      <Count
        name="error codes"
        count={report.errors.exercised.length}
        of={totalOf(report.errors)}
      />
      <Count name="events" count={report.events.exercised.length} of={totalOf(report.events)} />
      <Count name="assumed behaviours" count={report.assumed} />
      <Count name="not played" count={report.not_played.length} />
    </dl>
    {report.not_played.length > 0 && (
      <section class="stack" aria-labelledby="coverage-not-played">
        <h2 id="coverage-not-played">Requested, but not played</h2>
        <p class="faint small">
          Each of these calls got a 404: the app needs more than the platform has, or calls it by
          another path.
        </p>
        <Table
          caption="Requests that no operation matches"
          columns={unknownColumns}
          rows={report.not_played}
          keyOf={({ name }) => name}
        />
      </section>
    )}
    <AssumedBehaviours choices={report.choices.relied_on} />
    {report.own.length > 0 && (
      <section class="stack" aria-labelledby="coverage-own">
        <h2 id="coverage-own">Operations of the profile</h2>
        <Table
          caption="Operations that the profile declares"
          columns={ownColumns}
          rows={report.own}
          keyOf={({ name }) => name}
        />
      </section>
    )}
    <OperationSections exercise={report.endpoints} />
    <div class="coverage-parts">
      <ExerciseTable name="Error codes" exercise={report.errors} />
      <ExerciseTable name="Events" exercise={report.events} />
    </div>
  </>
)

const totalOf = ({ exercised, never }: CoverageReport['events']) => exercised.length + never.length

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

const ownColumns: readonly Column<OwnOperationCalls>[] = [
  { label: 'Operation', cell: ({ name }) => <code>{name}</code> },
  { label: 'Calls', numeric: true, cell: ({ calls }) => calls },
  {
    label: 'Answer',
    cell: ({ from_template }) => (from_template ? 'from its template' : 'as the profile says'),
  },
]

const unknownColumns: readonly Column<UnknownRoute>[] = [
  { label: 'Request', cell: ({ name }) => <code>{name}</code> },
  { label: 'Calls', numeric: true, cell: ({ calls }) => calls },
  { label: 'Similar operation', cell: ({ similar }) => similar && <code>{similar}</code> },
]

type ExerciseTableProps = { readonly name: string; readonly exercise: Exercise }

/** The parts that calls exercised, most frequent first, and the parts without calls. */
const ExerciseTable = ({ name, exercise }: ExerciseTableProps) => (
  <section class="stack" aria-label={name}>
    <h2>{name}</h2>
    <Table
      caption={`Exercised ${name.toLowerCase()}`}
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
        <summary>Not exercised: {exercise.never.length}</summary>
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

type CopyMarkdownProps = { readonly of: string; readonly report: CoverageReport | undefined }

/** Copies the shown report as Markdown. Loaded in advance: copying must follow the click at once. */
function CopyMarkdown({ of, report }: CopyMarkdownProps) {
  const { control } = usePlatform()
  const [text, setText] = useState<string>()
  useEffect(() => {
    const leaving = new AbortController()
    control
      .open(`coverage?of=${of}&format=markdown`, { signal: leaving.signal })
      .then((response) => response.text())
      .then(setText, () => setText(undefined))
    return () => leaving.abort()
  }, [control, of, report])
  return text === undefined ? null : (
    <CopyButton text={text} label="Copy as Markdown" short="Copy as Markdown" />
  )
}
