import { useEffect, useRef, useState } from 'preact/hooks'
import { hrefOf } from '../../app/location.ts'
import { Failures } from './failures.tsx'
import { Badge, Notice, type Tone } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import type {
  ConformanceRun,
  Verdict,
  GroupCounts,
  VerdictCounts,
} from '../../../contract/control/conformance.ts'
import { ReportPane } from './report-pane.tsx'

type RunPaneProps = {
  readonly run: ConformanceRun
  /** Whether the run was started in this window; then it gets the focus. */
  readonly isOurs: boolean
  readonly busy: boolean
  readonly onStop: () => void
  /** Runs one check again. */
  readonly onRepeat: (check: string) => void
}

export function RunPane({ run, isOurs, busy, onStop, onRepeat }: RunPaneProps) {
  const { state, plan, only, like, profile, world, checks, done, ms } = run
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
        <div class="unseen">
          <progress max={checks} value={done} aria-label="Completed checks" />
        </div>
        <VerdictBar run={run} />
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
      <Failures
        failures={run.failures}
        onEvidence={run.report === null ? undefined : setCheck}
        onRepeat={isOver ? onRepeat : undefined}
      />
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

/** The proportions of the verdicts, failures first; the badges beside it have the numbers. */
const VerdictBar = ({ run: { verdicts, checks } }: Pick<RunPaneProps, 'run'>) => (
  <div class="conformance-bar" aria-hidden="true">
    {tones.map(([verdict, tone]) => {
      const count = verdicts[verdict] ?? 0
      return (
        count > 0 && (
          <span
            key={verdict}
            class={`tone-${tone}`}
            title={`${count} ${verdict}`}
            style={{ width: `${(100 * count) / checks}%` }}
          />
        )
      )
    })}
  </div>
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
