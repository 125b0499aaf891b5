import { useState } from 'preact/hooks'
import { hrefOf } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { Refusal } from '../../control/refusal.tsx'
import { useAct } from '../../control/use-act.ts'
import type { Run } from './answers.ts'
import { PlanForm } from './plan-form.tsx'
import { RunPane } from './run-pane.tsx'
import { useJudge } from './use-judge.ts'
import './judge.css'

/** Lets the judge try the server itself, and shows what it finds while it does. */
export function JudgePage() {
  const { control, world = 'default' } = usePlatform()
  const { standing, refusal, look } = useJudge()
  const act = useAct()
  const [begun, setBegun] = useState<string>()
  if (standing === undefined) return <Refusal words={refusal} />
  const { plans, run } = standing
  const begin = (plan: string) =>
    act.run(async () => {
      setBegun((await control.send<Run>('POST', 'conformance', { plan })).id)
      await look()
    })
  const stop = () =>
    act.run(async () => {
      await control.send('DELETE', 'conformance')
      await look()
    })
  return (
    <>
      <p class="faint judge-about">
        The judge asks this server what it would ask any deployment, and tells what departs from the
        specification. It works in a world of its own, made for the run on the model of{' '}
        <strong>{world}</strong>: the same fixture and{' '}
        <a href={hrefOf('choices')}>the same choices</a>, none of its faults. What you hold stays as
        it is. Turns are played at ten times their pace.
      </p>
      <PlanForm
        plans={plans}
        busy={act.busy}
        running={run !== null && run.state !== 'over'}
        onBegin={begin}
      />
      <Refusal words={act.refusal ?? refusal} />
      {run !== null && (
        <RunPane key={run.id} run={run} isOurs={run.id === begun} busy={act.busy} onStop={stop} />
      )}
    </>
  )
}
