import { callOf } from '../../../contract/control/call.ts'
import { setParams, pageLocation, hrefOf, worldParam } from '../../app/location.ts'
import type {
  CoverageReport,
  Exercise,
  OwnOperationCalls,
  UnknownRoute,
  ReliedOnChoice,
  RequestRef,
} from '../../../contract/control/journal.ts'
import { ErrorNotice, EmptyState, GradeBadge, ShareBar } from '../../ui/feedback.tsx'
import { useQuery, useRequest } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import './coverage.css'
import { usePlatform } from '../../app/platform.ts'
import { isDemo } from '../../app/visitor.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { useRovingTabStop } from '../../ui/roving.ts'
import { TextWithCode } from '../../ui/text.tsx'
import { formatCount } from '../../../contract/format-count.ts'
import { pathInWorld } from '../../../contract/operations/path-table.ts'

/** Shows which parts of the platform got calls, and on which choices these calls rely. */
export function CoveragePage() {
  const of = !isDemo && pageLocation.value.params.get('of') === 'all' ? 'all' : 'world'
  const { data: report, error, refetch } = useQuery(callOf('GET coverage', { query: { of } }))
  return (
    <>
      <div class="row">
        {/* A visitor of a demo may read only the coverage of the visitor's world. */}
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
        <CopyMarkdown scope={of} report={report} />
      </div>
      <ErrorNotice message={error} />
      {report && <Report report={report} />}
    </>
  )
}

const Report = ({ report }: { readonly report: CoverageReport }) => (
  <>
    <dl class="coverage-counts">
      <Count name="not played" count={report.not_played.length} isProblem />
      <Count name="calls" count={report.calls} />
      <Count
        name="operations"
        count={report.endpoints.exercised.length}
        total={countAll(report.endpoints)}
      />
      <Count
        name="error codes"
        count={report.errors.exercised.length}
        total={countAll(report.errors)}
      />
      <Count name="events" count={report.events.exercised.length} total={countAll(report.events)} />
      <Count name="assumptions" count={report.assumed} />
    </dl>
    {report.not_played.length > 0 && (
      <section class="card stack" aria-labelledby="coverage-not-played">
        <h2 id="coverage-not-played">Requested, but not played</h2>
        <p class="faint small">
          Each of these calls got a 404: the app needs more than the platform has, or calls it by
          another path.
        </p>
        <Table
          caption="Requests that no operation matches"
          columns={unknownRouteColumns}
          rows={report.not_played}
          keyOf={({ name }) => name}
        />
      </section>
    )}
    <AssumedBehaviours choices={report.choices.relied_on} />
    {report.own.length > 0 && (
      <section class="card stack" aria-labelledby="coverage-own">
        <h2 id="coverage-own">Operations of the profile</h2>
        <Table
          caption="Operations that the profile declares"
          columns={ownOperationColumns}
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

const countAll = ({ exercised, never }: CoverageReport['events']) => exercised.length + never.length

type CountProps = {
  readonly name: string
  readonly count: number
  readonly total?: number
  /** Whether a count above 0 shows a problem of the app. */
  readonly isProblem?: boolean
}

const Count = ({ name, count, total, isProblem }: CountProps) => (
  <div class="card">
    <dt>{name}</dt>
    <dd class={isProblem && count > 0 ? 'bad' : ''}>
      {count.toLocaleString('en-GB')}
      {total !== undefined && (
        <>
          <span class="faint"> of {total}</span>
          <ShareBar total={total} parts={[{ name, tone: 'good', count }]} />
        </>
      )}
    </dd>
  </div>
)

const ownOperationColumns: readonly Column<OwnOperationCalls>[] = [
  { label: 'Operation', cell: ({ name }) => <code>{name}</code> },
  { label: 'Calls', numeric: true, cell: ({ calls }) => calls },
  {
    label: 'Answer',
    cell: ({ from_template }) => (from_template ? 'from its template' : 'as the profile says'),
  },
]

const unknownRouteColumns: readonly Column<UnknownRoute>[] = [
  { label: 'Request', cell: ({ name }) => <code>{name}</code> },
  { label: 'Calls', numeric: true, cell: ({ calls }) => calls },
  {
    label: 'Similar operation',
    cell: ({ similar }) => (similar ? <code>{similar}</code> : <span class="faint">–</span>),
  },
]

type ExerciseTableProps = { readonly name: string; readonly exercise: Exercise }

/** Lists the parts of the platform: those with most calls first, those without calls last. */
const ExerciseTable = ({ name, exercise }: ExerciseTableProps) => (
  <section class="card stack" aria-label={name}>
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

type CopyMarkdownProps = { readonly scope: string; readonly report: CoverageReport | undefined }

/**
 * A button that copies the report as Markdown. The text is loaded before the click, because a click
 * must copy at once.
 */
function CopyMarkdown({ scope, report }: CopyMarkdownProps) {
  const { control } = usePlatform()
  const { data: text } = useRequest(
    async (signal) =>
      (await control.open(`coverage?of=${scope}&format=markdown`, { signal })).text(),
    [control, scope, report],
    scope,
  )
  return text === undefined ? null : (
    <CopyButton
      text={text}
      label="Copy as Markdown"
      short={
        <span>
          Copy<span class="unseen-on-phone"> as Markdown</span>
        </span>
      }
    />
  )
}

type AssumedBehavioursProps = { readonly choices: readonly ReliedOnChoice[] }

/** Lists the behaviours that the calls relied on, although other deployments may not have them. */
const AssumedBehaviours = ({ choices }: AssumedBehavioursProps) => {
  const { world = 'default' } = usePlatform()
  const { data } = useQuery(callOf('GET journal', { query: { limit: 2000 } }))
  const paths = new Map(
    data?.entries.map((call) => [call.number, `${call.method} ${pathInWorld(call.path)}`]),
  )
  const nameOf: GetCallName = (call) => (call.world === world ? paths.get(call.number) : undefined)
  return (
    <section class="card stack" aria-labelledby="coverage-assumed">
      <h2 id="coverage-assumed" tabIndex={-1}>
        Assumed behaviours
      </h2>
      <p class="faint small">
        Behaviours that the calls relied on, although the specification leaves them open or
        contradicts them. Another deployment may behave differently.
      </p>
      <div {...useRovingTabStop<HTMLDivElement>('tbody a')}>
        <Table
          caption="Assumed behaviours and the calls that relied on them"
          columns={reliedOnColumns(nameOf)}
          rows={sortByRisk(choices)}
          keyOf={({ choice, option }) => `${choice} ${option}`}
          stacks
          empty={<EmptyState title="None">No call relied on unspecified behaviour.</EmptyState>}
        />
      </div>
    </section>
  )
}

/** Returns the behaviours that are not specified: deviations first, then those with most calls. */
const sortByRisk = (choices: readonly ReliedOnChoice[]) =>
  choices
    .filter(({ grade }) => grade !== 'specified')
    .toSorted(
      (a, b) =>
        Number(b.grade === 'deviates') - Number(a.grade === 'deviates') || b.calls - a.calls,
    )

/** Returns the method and the path of a call, if the journal of this world has the call. */
type GetCallName = (call: RequestRef) => string | undefined

const reliedOnColumns = (nameOf: GetCallName): readonly Column<ReliedOnChoice>[] => [
  {
    label: 'Choice',
    cell: ({ choice, question }) => (
      <>
        <a href={hrefOf('choices', { id: choice })}>{choice}</a>
        <div class="faint small">
          <TextWithCode text={question} />
        </div>
      </>
    ),
  },
  {
    label: 'Picked option',
    cell: ({ says, grade }) => (
      <>
        <TextWithCode text={says} /> <GradeBadge grade={grade} />
      </>
    ),
  },
  { label: 'Section', cell: ({ clause }) => clause },
  { label: 'Calls', numeric: true, cell: ({ calls }) => calls },
  {
    label: 'First calls',
    cell: ({ first }) => (
      <span class="coverage-first small">
        {first.slice(0, 1).map((call) => (
          <CallLink key="first" call={call} name={nameOf(call)} isNamed />
        ))}
        <span>
          {first.slice(1).map((call) => (
            <CallLink key={`${call.world} ${call.number}`} call={call} name={nameOf(call)} />
          ))}
        </span>
      </span>
    ),
  },
]

type CallLinkProps = {
  readonly call: RequestRef
  readonly name: string | undefined
  /**
   * Whether the call is shown by its name, if the name is known. Otherwise, it is shown by its
   * number.
   */
  readonly isNamed?: boolean
}

const CallLink = ({ call: { world, number }, name, isNamed }: CallLinkProps) => (
  <a
    href={hrefOf('journal', { ...worldParam(world), call: `${number}` })}
    title={`Call ${number} of the world ${world}${name === undefined ? '' : `: ${name}`}`}
  >
    {isNamed && name !== undefined ? <code>{name}</code> : `#${number}`}
  </a>
)

type Operation = { readonly name: string; readonly calls: number }

/** Lists the operations by the part of the platform. Parts with the most calls come first. */
function OperationSections({ exercise }: { readonly exercise: Exercise }) {
  const list = useRovingTabStop<HTMLUListElement>('summary')
  const all = [...exercise.exercised, ...exercise.never.map((name) => ({ name, calls: 0 }))]
  const sections = [...Map.groupBy(all, ({ name }) => sectionOf(name))].toSorted(
    ([a, some], [b, others]) => countCalls(others) - countCalls(some) || a.localeCompare(b),
  )
  return (
    <section class="card stack" aria-labelledby="coverage-operations">
      <h2 id="coverage-operations">Operations</h2>
      {exercise.exercised.length === 0 && (
        <EmptyState title="No operations yet">Each call of a client counts here.</EmptyState>
      )}
      <ul class="coverage-sections" {...list}>
        {sections.map(([name, operations]) => (
          <li key={name}>
            <SectionDetails name={name} operations={operations} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the first part of the path below `/api`, such as `conversations`. */
const sectionOf = (operation: string): string => operation.split('/')[2] ?? operation

const countCalls = (operations: readonly Operation[]) =>
  operations.reduce((sum, { calls }) => sum + calls, 0)

function SectionDetails(props: {
  readonly name: string
  readonly operations: readonly Operation[]
}) {
  const { name, operations } = props
  const usedCount = operations.filter(({ calls }) => calls > 0).length
  return (
    <details>
      <summary>
        <strong>{name}</strong>{' '}
        <span class="faint">
          {usedCount} of {operations.length}
        </span>
        <span class="unseen">
          <meter
            max={operations.length}
            value={usedCount}
            aria-label={`Operations of ${name} with calls`}
          />
        </span>
        <ShareBar
          total={operations.length}
          parts={[{ name: 'with calls', tone: 'good', count: usedCount }]}
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
