import { useEffect, useRef, useState } from 'preact/hooks'
import { hrefOf } from '../../app/location.ts'
import { Badge, Notice, type Tone, ErrorNotice, ShareBar } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import type {
  ConformanceRun,
  Verdict,
  GroupCounts,
  VerdictCounts,
  CheckFailure,
} from '../../../contract/control/conformance.ts'
import type { Finding } from '../../../report/document.ts'
import { EvidenceView } from '../reports/report-document.tsx'
import { findingsOf, ReportPane, useReportSections } from './report-pane.tsx'
import { TextWithCode } from '../../ui/text.tsx'
import { shorten } from '../../../contract/shorten.ts'
import { formatCount } from '../../../contract/format-count.ts'

type RunPaneProps = {
  readonly run: ConformanceRun
  /** Whether the test run was started in this window. If so, the pane gets the focus. */
  readonly isStartedHere: boolean
  readonly busy: boolean
  readonly onStop: () => void
  readonly onRepeat: (check: string) => void
}

export function RunPane({ run, isStartedHere, busy, onStop, onRepeat }: RunPaneProps) {
  const { state, plan, only, like, profile, world, checks, done, ms } = run
  const { data: sections = [], error } = useReportSections(run)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const element = heading.current
    if (!isStartedHere || element === null) return
    element.focus({ preventScroll: true })
    // On a small screen, the plans fill the window, and the result would be below its end.
    const isLow = element.getBoundingClientRect().top > innerHeight / 2
    if (isLow) element.closest('section')?.scrollIntoView({ block: 'start' })
  }, [isStartedHere])
  const isOver = state === 'over'
  return (
    <>
      <section class="card stack" aria-labelledby="conformance-run">
        <div class="row row-middle">
          <h2 id="conformance-run" tabIndex={-1} ref={heading}>
            {only.length > 0 ? `${only.join(', ')} of plan ${plan}` : `Plan ${plan}`} on {like}
          </h2>
          <span class="small faint">with the profile {profile}</span>
          {!isOver && (
            <span class="push">
              <Button kind="danger" busy={busy} disabled={state === 'stopping'} onClick={onStop}>
                {state === 'stopping' ? 'Stopping …' : 'Stop'}
              </Button>
            </span>
          )}
        </div>
        {run.conclusion !== null && <Conclusion run={run} />}
        <div class="unseen">
          <progress max={checks} value={done} aria-label="Completed checks" />
        </div>
        <VerdictBar of={run} />
        <div class="row row-middle small">
          <span class="faint conformance-figures">
            {done} of {checks} checks, {(ms / 1000).toFixed(1)} s
          </span>
          <VerdictBadges run={run} />
        </div>
        <p class="small faint">
          A must check tests what the specification states. What it leaves open is only observed.
        </p>
        <SectionProgress groups={run.groups} />
        {isOver && (
          <p class="small">
            <a href={hrefOf('journal', { world })}>All its calls</a> are in the journal of its world
            until the next run, at most for half an hour.
          </p>
        )}
      </section>
      <Failures
        failures={run.failures}
        world={run.world}
        findings={findingsOf(sections)}
        onRepeat={isOver ? onRepeat : undefined}
      />
      <ErrorNotice message={error} />
      {run.report !== null && (
        <ReportPane plan={plan} reportPath={run.report} sections={sections} />
      )}
    </>
  )
}

const tones: readonly (readonly [Verdict, Tone])[] = [
  ['error', 'bad'],
  ['fail', 'bad'],
  ['warn', 'warn'],
  ['pass', 'good'],
  ['observed', 'info'],
  ['skipped', 'plain'],
  ['blocked', 'plain'],
  ['inconclusive', 'plain'],
]

/** A bar that shows the share of each verdict in a test run or a section, failures first. */
const VerdictBar = ({
  of: { verdicts, checks },
}: {
  readonly of: Pick<GroupCounts, 'verdicts' | 'checks'>
}) => (
  <ShareBar
    total={checks}
    parts={tones.map(([name, tone]) => ({ name, tone, count: verdicts[name] ?? 0 }))}
  />
)

const VerdictBadges = ({ run: { verdicts } }: Pick<RunPaneProps, 'run'>) => (
  <span class="conformance-verdicts">
    {tones.map(
      ([verdict, tone]) =>
        verdicts[verdict] !== undefined && (
          <Badge key={verdict} tone={tone}>
            {verdicts[verdict]} {verdict}
          </Badge>
        ),
    )}
  </span>
)

const stopReasons = {
  'too-long': 'The run was stopped because it took too long.',
  'world-gone': 'The run was stopped because its world was deleted or reset.',
} as const

function runTone({ verdicts, stopped }: ConformanceRun): Tone {
  if (countFailed(verdicts) > 0) return 'bad'
  return stopped === null ? 'good' : 'warn'
}

function Conclusion({ run }: Pick<RunPaneProps, 'run'>) {
  const { conclusion, stopped, failures } = run
  const failed = failures.filter(({ verdict }) => verdict === 'fail')
  const isIntended = failed.length > 0 && failed.every(({ played }) => played.length > 0)
  const [verdict, ...details] = conclusion?.split(/(?<=\.) /) ?? []
  return (
    <Notice tone={runTone(run)}>
      {stopped !== null && stopped !== 'asked' && `${stopReasons[stopped]} `}
      <strong class="conformance-verdict">{verdict}</strong> {details.join(' ')}
      {isIntended && ' All failures are intended: they follow from the choices of the world.'}
    </Notice>
  )
}

const SectionProgress = ({ groups }: { readonly groups: readonly GroupCounts[] }) => (
  <ul class="conformance-groups" aria-label="Sections">
    {groups.map((group) => {
      const { name, checks, done, verdicts } = group
      return (
        <li key={name} class="conformance-group">
          <span class="conformance-group-name">{name}</span>
          <span class="conformance-figures">
            {countFailed(verdicts) > 0 && <b>{countFailed(verdicts)} fail </b>}
            {done === checks ? checks : `${done}/${checks}`}
          </span>
          <span class="unseen">
            <progress max={checks} value={done} aria-label={`Completed checks of ${name}`} />
          </span>
          <VerdictBar of={group} />
        </li>
      )
    })}
  </ul>
)

const countFailed = ({ fail = 0, error = 0 }: VerdictCounts): number => fail + error

type FailuresProps = {
  readonly failures: readonly CheckFailure[]
  /** The name of the world whose journal has the calls. */
  readonly world: string
  /** The results with their evidence; empty until the report is loaded. */
  readonly findings: readonly Finding[]
  /** Runs a single check again; `undefined` during a run. */
  readonly onRepeat: ((check: string) => void) | undefined
}

/** The number of causes that are shown at first. */
const causesShownAtFirst = 10

/** Lists the deviations by cause: failures before warnings, causes with the most checks first. */
function Failures({ failures, world, findings, onRepeat }: FailuresProps) {
  const [all, setAll] = useState(false)
  if (failures.length === 0) return null
  const causes = groupByCause(failures)
  const shownCauses = all ? causes : causes.slice(0, causesShownAtFirst)
  return (
    <section class="card stack" aria-labelledby="conformance-failures">
      <h2 id="conformance-failures">
        Deviations from the specification{' '}
        <span class="faint">
          ({formatCount(failures.length, 'check')}, {formatCount(causes.length, 'cause')})
        </span>
      </h2>
      {shownCauses.map(([title, group]) => (
        <section key={title} class="conformance-cause" aria-label={title}>
          <h3>
            <TextWithCode text={title} />{' '}
            {group.length > 1 && (
              <Badge tone={isWarning(group) ? 'warn' : 'bad'}>
                {formatCount(group.length, 'check')}
              </Badge>
            )}
          </h3>
          <ul class="conformance-failures">
            {group.map((failure) => (
              <FailureItem
                key={failure.id}
                failure={failure}
                world={world}
                isRuleInHeading={failure.says === title}
                finding={findings.find(({ name }) => name === failure.id)}
                onRepeat={onRepeat}
              />
            ))}
          </ul>
        </section>
      ))}
      {shownCauses.length < causes.length && (
        <div class="row">
          <Button onClick={() => setAll(true)}>Show all {causes.length} causes</Button>
        </div>
      )}
    </section>
  )
}

const isWarning = (group: readonly CheckFailure[]) =>
  group.every(({ verdict }) => verdict === 'warn')

const groupByCause = (failures: readonly CheckFailure[]) =>
  [...Map.groupBy(failures, ({ cause }) => cause)].toSorted(
    ([, a], [, b]) => Number(isWarning(a)) - Number(isWarning(b)) || b.length - a.length,
  )

type FailureItemProps = Omit<FailuresProps, 'failures' | 'findings'> & {
  readonly failure: CheckFailure
  /** The result with its evidence; `undefined` until the report is loaded. */
  readonly finding: Finding | undefined
  /** Whether the heading of the cause already has the text of the rule. */
  readonly isRuleInHeading: boolean
}

const FailureItem = ({ failure, world, finding, isRuleInHeading, onRepeat }: FailureItemProps) => (
  <li>
    <details>
      <summary>
        <Badge tone={failure.verdict === 'warn' ? 'warn' : 'bad'}>{failure.verdict}</Badge>{' '}
        <code>{failure.id}</code> <span class="faint">{failure.clause}</span>
        {!isRuleInHeading && (
          <span class="conformance-says">
            <TextWithCode text={failure.says} />
          </span>
        )}
        <span class="conformance-says">{shorten(failure.message.split('\n')[0] ?? '', 160)}</span>
      </summary>
      <JournalLinks failure={failure} world={world} />
      <DeliberatePicks failure={failure} />
      <div class="row">
        {onRepeat !== undefined && (
          <Button label={`Run it again: ${failure.id}`} onClick={() => onRepeat(failure.id)}>
            Run it again
          </Button>
        )}
      </div>
      {finding === undefined ? (
        <pre class="conformance-message">{failure.message}</pre>
      ) : (
        <EvidenceView blocks={finding.blocks} />
      )}
    </details>
  </li>
)

/** Links to the calls of a failure in the journal, where they can be read and sent again. */
const JournalLinks = ({ failure: { calls }, world }: Pick<FailureItemProps, 'failure' | 'world'>) =>
  calls.length === 0 ? null : (
    <p class="small conformance-links">
      In the journal:
      {[...new Map(calls.map((call) => [Object.values(call).join(' '), call]))].map(
        ([name, { path, status }]) => (
          <a key={name} href={hrefOf('journal', journalFilter(world, path, status))}>
            <code>{name}</code>
          </a>
        ),
      )}
    </p>
  )

/** Returns a journal filter by path and status. Cuts off the path at a query or a masked part. */
const journalFilter = (world: string, path: string, status: number) => ({
  world,
  text: /^[^?<…]*/.exec(path)?.[0],
  status: String(status),
})

/** Lists the picks of the world that cause this failure on purpose. */
const DeliberatePicks = ({ failure: { played } }: { readonly failure: CheckFailure }) =>
  played.length === 0 ? null : (
    <p class="small conformance-links">
      Intended by the choice:
      {played.map(({ choice, option }) => (
        <a key={choice} href={hrefOf('choices', { id: choice })}>
          <code>
            {choice}: {option}
          </code>
        </a>
      ))}
    </p>
  )
