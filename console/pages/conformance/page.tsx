import { useState, useEffect, useRef } from 'preact/hooks'
import { hrefOf } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { Badge, ErrorNotice, Notice } from '../../ui/feedback.tsx'
import { useMutation, useRequest, errorMessage } from '../../control/hooks.ts'
import type { PlanDetails, ConformanceStatus } from '../../../contract/control/conformance.ts'
import { RunPane } from './run-pane.tsx'
import './conformance.css'
import { Button } from '../../ui/button.tsx'
import { Form, TextField } from '../../ui/fields.tsx'
import { isFinalRefusal } from '../../control/client.ts'

/** Runs the conformance suite against this server, and shows the progress and the results. */
export function ConformancePage() {
  const { control, world = 'default' } = usePlatform()
  const { status, error, refetch } = useConformance()
  const mutation = useMutation()
  const [startedId, setStartedId] = useState<string>()
  if (status === undefined) return <ErrorNotice message={error} />
  const { plans, run } = status
  const start = (plan: string, only: readonly string[]) =>
    mutation.run(async () => {
      const body = { plan, only }
      setStartedId((await control.call('POST conformance', { body })).id)
      await refetch()
    })
  const stop = () =>
    mutation.run(async () => {
      await control.call('DELETE conformance')
      await refetch()
    })
  return (
    <>
      <p class="faint">
        Runs the conformance suite against this server, as against any deployment, and shows where
        it deviates from the specification. The suite uses a separate world with the same fixture
        and <a href={hrefOf('choices')}>the same choices</a> as <strong>{world}</strong>, but
        without its faults. Your world is not changed. Turns run ten times faster than usual.
      </p>
      <PlanForm
        plans={plans}
        busy={mutation.busy}
        isRunning={isRunning(run)}
        sections={run?.groups.map(({ name }) => name) ?? []}
        onStart={start}
      />
      <ErrorNotice message={mutation.error ?? error} />
      {run !== null && (
        <RunPane
          key={run.id}
          run={run}
          isStartedHere={run.id === startedId}
          busy={mutation.busy}
          onStop={stop}
          onRepeat={(check) => start(run.plan, [check])}
        />
      )}
    </>
  )
}

type PlanFormProps = {
  readonly plans: readonly PlanDetails[]
  readonly busy: boolean
  /** Whether a test run is in progress. Only one test run can be in progress at a time. */
  readonly isRunning: boolean
  /** The names of the sections in the last test run, which the field suggests. */
  readonly sections: readonly string[]
  readonly onStart: (plan: string, only: readonly string[]) => void
}

/** A form to choose a plan. Each plan is shown with its description and its cost. */
function PlanForm({ plans, busy, isRunning, sections, onStart }: PlanFormProps) {
  const [chosen, setChosen] = useState('smoke')
  const [only, setOnly] = useState('')
  const submit = () => onStart(chosen, only.split(/[\s,]+/).filter(Boolean))
  return (
    <Form class="card stack" aria-label="Plan" onSubmit={submit}>
      <fieldset class="conformance-plans">
        <legend class="unseen">Plan; each one includes those before it</legend>
        {plans.map((plan) => (
          <label key={plan.name} class="conformance-plan">
            <input
              type="radio"
              name="plan"
              checked={plan.name === chosen}
              onChange={() => setChosen(plan.name)}
            />
            <span class="conformance-plan-words">
              <strong>
                {plan.name === 'destructive' ? <Badge tone="warn">{plan.name}</Badge> : plan.name}
              </strong>
              <span>{plan.says}</span>
            </span>
            <span class="conformance-cost small faint">{formatCost(plan)}</span>
          </label>
        ))}
      </fieldset>
      {chosen === 'destructive' && (
        <Notice tone="warn" title="This plan can disturb a deployment.">
          It starts two turns at once in one conversation, sends 30 requests at a time and bodies of
          1 MiB. It does not change your records, but other users of this server may have to wait.
        </Notice>
      )}
      <div class="row">
        <TextField
          label="Only these checks"
          suggestions={sections.map((name) => `${name}.*`)}
          placeholder="all, or such as lists.*"
          spellcheck={false}
          value={only}
          onValue={setOnly}
        />
        <Button type="submit" kind="primary" busy={busy} disabled={isRunning}>
          Run {chosen}
        </Button>
        <span class="small faint" role="status">
          {isRunning && 'Only one run at a time.'}
        </span>
      </div>
    </Form>
  )
}

function formatCost({ checks, requests, turns }: PlanDetails): string {
  const cost = turns === 0 ? '' : turns === 1 ? ', 1 turn' : `, ${turns} turns`
  return `${checks} checks, ${requests} requests${cost}`
}

/** The poll intervals in milliseconds: during a run, and while no run is in progress. */
const pollInterval = { running: 300, idle: 3000 } as const

/** Polls the status, because other clients can start and stop runs, too. */
function useConformance() {
  const { control } = usePlatform()
  // The last known status stays while the server does not respond.
  const known = useRef<ConformanceStatus>(undefined)
  const read = async (signal: AbortSignal) => {
    try {
      known.current = await control.call('GET conformance', { signal })
      return { wait: isRunning(known.current.run) ? pollInterval.running : pollInterval.idle }
    } catch (error) {
      // Polling ends after a refusal, which is final. An unreachable server may come back.
      const wait = isFinalRefusal(error) ? undefined : pollInterval.idle
      return { wait, error: errorMessage(error) }
    }
  }
  const { data, refetch } = useRequest(read, [control])
  useEffect(() => {
    if (data?.wait === undefined) return undefined
    // The next request waits for this response, even if the server is slow.
    const timer = window.setTimeout(refetch, data.wait)
    return () => window.clearTimeout(timer)
  }, [data, refetch])
  return { status: known.current, error: data?.error, refetch }
}

const isRunning = (run: ConformanceStatus['run']) => run !== null && run.state !== 'over'
