import { useEffect, useRef, useState } from 'preact/hooks'
import { hrefOf } from '../../app/location.ts'
import { Badge, Notice, type Tone } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import type {
  ConformanceRun,
  Verdict,
  SectionCount,
  VerdictCounts,
  CheckFailure,
} from '../../control/answers.ts'
import { ReportPane } from './report-pane.tsx'
import { TextWithCode } from '../../ui/text.tsx'

type RunPaneProps = {
  readonly run: ConformanceRun
  /** Whether it was begun here: then it is what one wants to see. */
  readonly isOurs: boolean
  readonly busy: boolean
  readonly onStop: () => void
}

/** A run while it goes on, and what came of it. */
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
      <section class="card stack" aria-labelledby="judge-run">
        <div class="row row-middle">
          <h2 id="judge-run" tabIndex={-1} ref={heading}>
            Plan {plan} on {like}
          </h2>
          <span class="small faint">which plays {profile}</span>
          {!isOver && (
            <span class="push">
              <Button kind="danger" busy={busy} disabled={state === 'stopping'} onClick={onStop}>
                {state === 'stopping' ? 'Stopping …' : 'Stop'}
              </Button>
            </span>
          )}
        </div>
        <div class={isOver ? `tone-${toneOf(run)}` : 'tone-info'}>
          <progress max={checks} value={done} aria-label="Checks decided" />
        </div>
        <div class="row row-middle small">
          <span class="faint judge-figures">
            {done} of {checks} checks, {(ms / 1000).toFixed(1)} s
          </span>
          <VerdictBadges run={run} />
        </div>
        {run.conclusion !== null && <Conclusion run={run} />}
        <SectionProgress groups={run.groups} />
        {isOver && (
          <p class="small">
            <a href={hrefOf('journal', { world })}>Every call that it made</a> is in the journal of
            its world, until the next run or for half an hour.
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
  <span class="judge-verdicts">
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
  'too-long': 'It was stopped, since it took too long.',
  'world-gone': 'Its world was deleted or begun anew, so that nothing was left to judge.',
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
      {onPurpose && ' All that fails is played on purpose, by the choices of the world.'}
    </Notice>
  )
}

/** How far a run is in each section of the suite. */
const SectionProgress = ({ groups }: { readonly groups: readonly SectionCount[] }) => (
  <ul class="judge-groups" aria-label="Sections">
    {groups.map(({ name, checks, done, verdicts }) => (
      <li key={name} class={stateOf(done, checks, verdicts)}>
        <span class="judge-group-name">{name}</span>
        <span class="judge-figures">
          {failedIn(verdicts) > 0 && <b>{failedIn(verdicts)} fail </b>}
          {done}/{checks}
        </span>
        <progress max={checks} value={done} aria-label={`Checks of ${name} decided`} />
      </li>
    ))}
  </ul>
)

const failedIn = ({ fail = 0, error = 0 }: VerdictCounts): number => fail + error

function stateOf(done: number, checks: number, verdicts: VerdictCounts): string {
  if (failedIn(verdicts) > 0) return 'judge-group tone-bad'
  return done === checks ? 'judge-group tone-good' : 'judge-group tone-info'
}

type FailuresProps = {
  readonly failures: readonly CheckFailure[]
  /** Leads to the evidence of a check in the report, once there is one. */
  readonly onEvidence: ((check: string) => void) | undefined
}

/** What fails or warns, as it came. */
function Failures({ failures, onEvidence }: FailuresProps) {
  const [all, setAll] = useState(false)
  if (failures.length === 0) return null
  const shown = all ? failures : failures.slice(0, shownAtFirst)
  return (
    <section class="card stack" aria-labelledby="judge-failures">
      <h2 id="judge-failures">
        What departs from the specification <span class="faint">({failures.length})</span>
      </h2>
      <ul class="judge-failures">
        {shown.map((failure) => (
          <li key={failure.id}>
            <details>
              <summary>
                <Badge tone={failure.verdict === 'warn' ? 'warn' : 'bad'}>{failure.verdict}</Badge>{' '}
                <code>{failure.id}</code> <span class="faint">{failure.clause}</span>
                <span class="judge-says">
                  <TextWithCode text={failure.says} />
                </span>
              </summary>
              <pre class="judge-message">{failure.message}</pre>
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

/** As many as are read before one looks for what they have in common, in the report. */
const shownAtFirst = 10

/** Whether the server does what it was told: then there is nothing to mend in it. */
const DeliberatePicks = ({ failure: { played } }: { readonly failure: CheckFailure }) =>
  played.length === 0 ? null : (
    <p class="small">
      Played on purpose:{' '}
      {played.map(({ choice, option }) => (
        <a key={choice} href={hrefOf('choices', { id: choice })}>
          <code>
            {choice}: {option}
          </code>
        </a>
      ))}
    </p>
  )
