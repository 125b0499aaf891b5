import { useState, useCallback, useEffect, useRef } from 'preact/hooks'
import { hrefOf } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { ErrorNotice, Notice } from '../../ui/feedback.tsx'
import { useMutation, errorMessage } from '../../control/hooks.ts'
import type { ConformanceRun, PlanInfo, ConformanceStatus } from '../../control/answers.ts'
import { RunPane } from './run-pane.tsx'
import './conformance.css'
import { Button } from '../../ui/button.tsx'
import { ControlError } from '../../control/client.ts'

/** Lets the judge try the server itself, and shows what it finds while it does. */
export function ConformancePage() {
  const { control, world = 'default' } = usePlatform()
  const { standing, refusal, look } = useConformance()
  const act = useMutation()
  const [begun, setBegun] = useState<string>()
  if (standing === undefined) return <ErrorNotice message={refusal} />
  const { plans, run } = standing
  const begin = (plan: string) =>
    act.run(async () => {
      setBegun((await control.send<ConformanceRun>('POST', 'conformance', { plan })).id)
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
      <ErrorNotice message={act.error ?? refusal} />
      {run !== null && (
        <RunPane key={run.id} run={run} isOurs={run.id === begun} busy={act.busy} onStop={stop} />
      )}
    </>
  )
}

type PlanFormProps = {
  readonly plans: readonly PlanInfo[]
  readonly busy: boolean
  /** Whether a run goes on; one at a time can. */
  readonly running: boolean
  readonly onBegin: (plan: string) => void
}

/** Chooses a plan, by what it does and what it costs. */
export function PlanForm({ plans, busy, running, onBegin }: PlanFormProps) {
  const [chosen, setChosen] = useState('smoke')
  const submit = (event: Event) => {
    event.preventDefault()
    onBegin(chosen)
  }
  return (
    <form class="card stack" aria-label="Plan" onSubmit={submit}>
      <fieldset class="judge-plans">
        <legend class="unseen">Plan; each holds those before it</legend>
        {plans.map((plan) => (
          <label key={plan.name} class="judge-plan">
            <input
              type="radio"
              name="plan"
              checked={plan.name === chosen}
              onChange={() => setChosen(plan.name)}
            />
            <span class="judge-plan-words">
              <strong>{plan.name}</strong>
              <span>{plan.says}</span>
            </span>
            <span class="judge-cost small faint">{formatCost(plan)}</span>
          </label>
        ))}
      </fieldset>
      {chosen === 'destructive' && (
        <Notice tone="warn" title="This plan tries what can break a deployment.">
          It starts two turns in one conversation at once, sends 30 requests at a time, and bodies
          of 1 MiB. Your records are safe from it; whoever else uses this server may wait a moment.
        </Notice>
      )}
      <div class="row row-middle">
        <Button type="submit" kind="primary" busy={busy} disabled={running}>
          Run {chosen}
        </Button>
        {running && <span class="small faint">One run at a time.</span>}
      </div>
    </form>
  )
}

function formatCost({ checks, requests, turns }: PlanInfo): string {
  const cost = turns === 0 ? '' : turns === 1 ? ', 1 turn' : `, ${turns} turns`
  return `${checks} checks, ${requests} requests${cost}`
}

/** Milliseconds until it is asked again: while a run goes on, and while none does. */
const pollInterval = { running: 300, idle: 3000 } as const

/** The judge of the server. */
export type ConformanceQuery = {
  /** What it last told; it stays while the server does not answer. */
  readonly standing: ConformanceStatus | undefined
  /** Why it could not be asked. */
  readonly refusal: string | undefined
  /** Asks it now, such as after a change. */
  readonly look: () => Promise<void>
}

/** Asks the judge again and again: others may begin and stop runs as well. */
export function useConformance(): ConformanceQuery {
  const { control } = usePlatform()
  const [told, setTold] = useState<Pick<ConformanceQuery, 'standing' | 'refusal'>>(noStatus)
  const asking = useRef<AbortController>(undefined)
  const timer = useRef<number>(undefined)
  const look = useCallback(async () => {
    window.clearTimeout(timer.current)
    asking.current?.abort()
    const { signal } = (asking.current = new AbortController())
    let wait: number = pollInterval.idle
    try {
      const standing = await control.get<ConformanceStatus>('conformance', signal)
      if (signal.aborted) return
      if (standing.run !== null && standing.run.state !== 'over') wait = pollInterval.running
      setTold({ standing, refusal: undefined })
    } catch (error) {
      if (signal.aborted) return
      setTold(({ standing }) => ({ standing, refusal: errorMessage(error) }))
      // Who may not ask is told so once; a server that is away may come back.
      if (error instanceof ControlError && error.status < 500) return
    }
    // The next question waits for this answer, however slow the server is.
    timer.current = window.setTimeout(look, wait)
  }, [control])
  useEffect(() => {
    void look()
    return () => {
      window.clearTimeout(timer.current)
      asking.current?.abort()
    }
  }, [look])
  return { ...told, look }
}

const noStatus = { standing: undefined, refusal: undefined }
