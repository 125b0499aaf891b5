import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Plan } from './answers.ts'

type PlanFormProps = {
  readonly plans: readonly Plan[]
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
            <span class="judge-cost small faint">{sayCost(plan)}</span>
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

function sayCost({ checks, requests, turns }: Plan): string {
  const cost = turns === 0 ? '' : turns === 1 ? ', 1 turn' : `, ${turns} turns`
  return `${checks} checks, ${requests} requests${cost}`
}
