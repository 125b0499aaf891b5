import { useEffect, useRef, useState } from 'preact/hooks'
import { hrefOf } from '../../app/location.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Tone } from '../../ui/tone.ts'
import type { Run, Verdict } from './answers.ts'
import { Failures } from './failures.tsx'
import { Groups } from './groups.tsx'
import { ReportPane } from './report-pane.tsx'

type RunPaneProps = {
  readonly run: Run
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
          <Verdicts run={run} />
        </div>
        {run.conclusion !== null && <Conclusion run={run} />}
        <Groups groups={run.groups} />
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

const Verdicts = ({ run: { verdicts } }: Pick<RunPaneProps, 'run'>) => (
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

function toneOf({ verdicts, stopped }: Run): Tone {
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
