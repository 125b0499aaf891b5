import { useEffect, useRef, useState } from 'preact/hooks'
import { hrefOf } from '../../app/location.ts'
import { Badge, Notice, type Tone } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import type {
  ConformanceRun,
  Verdict,
  GroupCounts,
  VerdictCounts,
  CheckFailure,
} from '../../../contract/control/conformance.ts'
import { ReportPane } from './report-pane.tsx'
import { TextWithCode } from '../../ui/text.tsx'

type RunPaneProps = {
  readonly run: ConformanceRun
  /** Whether the run was started in this window; then it gets the focus. */
  readonly isOurs: boolean
  readonly busy: boolean
  readonly onStop: () => void
}

export function RunPane({ run, isOurs, busy, onStop }: RunPaneProps) {
  const { state, plan, like, profile, world, checks, done, ms } = run
  const [check, setCheck] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isOurs) heading.current?.focus()
  }, [isOurs])
  const isOver = state === 'over'
  return (
    <>
      <section class="card stack" aria-labelledby="conformance-run">
        <div class="row row-middle">
          <h2 id="conformance-run" tabIndex={-1} ref={heading}>
            Plan {plan} on {like}
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
        <div class={isOver ? `tone-${toneOf(run)}` : 'tone-info'}>
          <progress max={checks} value={done} aria-label="Completed checks" />
        </div>
        <div class="row row-middle small">
          <span class="faint conformance-figures">
            {done} of {checks} checks, {(ms / 1000).toFixed(1)} s
          </span>
          <VerdictBadges run={run} />
        </div>
        {run.conclusion !== null && <Conclusion run={run} />}
        <SectionProgress groups={run.groups} />
        {isOver && (
          <p class="small">
            <a href={hrefOf('journal', { world })}>All its calls</a> are in the journal of its world
            until the next run, at most for half an hour.
          </p>
        )}
      </section>
      <Failures failures={run.failures} onEvidence={run.report === null ? undefined : setCheck} />
      {run.report !== null && <ReportPane plan={plan} path={run.report} check={check} />}
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

const stops = {
  'too-long': 'The run was stopped because it took too long.',
  'world-gone': 'The run was stopped because its world was deleted or reset.',
} as const

function toneOf({ verdicts, stopped }: ConformanceRun): Tone {
  if ((verdicts.fail ?? 0) + (verdicts.error ?? 0) > 0) return 'bad'
  return stopped === null ? 'good' : 'warn'
}

function Conclusion({ run }: Pick<RunPaneProps, 'run'>) {
  const { conclusion, stopped, failures } = run
  const failed = failures.filter(({ verdict }) => verdict === 'fail')
  const onPurpose = failed.length > 0 && failed.every(({ played }) => played.length > 0)
  return (
    <Notice tone={toneOf(run)}>
      {stopped !== null && stopped !== 'asked' && `${stops[stopped]} `}
      {conclusion}
      {onPurpose && ' All failures are intended: they follow from the choices of the world.'}
    </Notice>
  )
}

const SectionProgress = ({ groups }: { readonly groups: readonly GroupCounts[] }) => (
  <ul class="conformance-groups" aria-label="Sections">
    {groups.map(({ name, checks, done, verdicts }) => (
      <li key={name} class={stateOf(done, checks, verdicts)}>
        <span class="conformance-group-name">{name}</span>
        <span class="conformance-figures">
          {failedIn(verdicts) > 0 && <b>{failedIn(verdicts)} fail </b>}
          {done}/{checks}
        </span>
        <progress max={checks} value={done} aria-label={`Completed checks of ${name}`} />
      </li>
    ))}
  </ul>
)

const failedIn = ({ fail = 0, error = 0 }: VerdictCounts): number => fail + error

function stateOf(done: number, checks: number, verdicts: VerdictCounts): string {
  if (failedIn(verdicts) > 0) return 'conformance-group tone-bad'
  return done === checks ? 'conformance-group tone-good' : 'conformance-group tone-info'
}

type FailuresProps = {
  readonly failures: readonly CheckFailure[]
  /** Opens the evidence of a check, as soon as the report exists. */
  readonly onEvidence: ((check: string) => void) | undefined
}

/** The failures and warnings, in the order of their occurrence. */
function Failures({ failures, onEvidence }: FailuresProps) {
  const [all, setAll] = useState(false)
  if (failures.length === 0) return null
  const shown = all ? failures : failures.slice(0, shownAtFirst)
  return (
    <section class="card stack" aria-labelledby="conformance-failures">
      <h2 id="conformance-failures">
        Deviations from the specification <span class="faint">({failures.length})</span>
      </h2>
      <ul class="conformance-failures">
        {shown.map((failure) => (
          <li key={failure.id}>
            <details>
              <summary>
                <Badge tone={failure.verdict === 'warn' ? 'warn' : 'bad'}>{failure.verdict}</Badge>{' '}
                <code>{failure.id}</code> <span class="faint">{failure.clause}</span>
                <span class="conformance-says">
                  <TextWithCode text={failure.says} />
                </span>
              </summary>
              <pre class="conformance-message">{failure.message}</pre>
              <DeliberatePicks failure={failure} />
              {onEvidence !== undefined && (
                <Button label={`Evidence of ${failure.id}`} onClick={() => onEvidence(failure.id)}>
                  Evidence
                </Button>
              )}
            </details>
          </li>
        ))}
      </ul>
      {shown.length < failures.length && (
        <div class="row">
          <Button onClick={() => setAll(true)}>Show all {failures.length}</Button>
        </div>
      )}
    </section>
  )
}

/** The number of failures shown at first. For more, the report by causes is easier to read. */
const shownAtFirst = 10

/** The picks that cause the failure on purpose. */
const DeliberatePicks = ({ failure: { played } }: { readonly failure: CheckFailure }) =>
  played.length === 0 ? null : (
    <p class="small">
      Intended by the choice:{' '}
      {played.map(({ choice, option }) => (
        <a key={choice} href={hrefOf('choices', { id: choice })}>
          <code>
            {choice}: {option}
          </code>
        </a>
      ))}
    </p>
  )
