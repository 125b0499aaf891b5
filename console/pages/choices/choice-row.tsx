import { useState } from 'preact/hooks'
import type { ChoiceInEffect, PickInEffect } from '../../control/answers.ts'
import { GradeBadge } from '../../control/grade-badge.tsx'
import { Refusal } from '../../control/refusal.tsx'
import { Ticked } from '../../control/ticked.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { isChanged } from './choose.ts'
import { OptionRow } from './option-row.tsx'

/** Plays another option; `null` goes back to the default. Says whether it was done. */
export type Switch = (id: string, pick: unknown) => Promise<boolean>

type ChoiceRowProps = {
  readonly choice: ChoiceInEffect
  /** How many calls relied on it. */
  readonly calls: number
  readonly busy: boolean
  readonly refusal: string | undefined
  readonly onSwitch: Switch
}

/** One choice: its question, what is played, and when opened all its options. */
export function ChoiceRow({ choice, calls, busy, refusal, onSwitch }: ChoiceRowProps) {
  const { id, question, clause, pick, at, applies, options } = choice
  const [isOpen, setOpen] = useState(false)
  return (
    <li class="card">
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span class="choice-question">
            <span>
              <Ticked text={question} />
            </span>
            <code class="faint">{id}</code>
          </span>
          <span class="choice-pick">
            <span>{sayPick(pick)}</span> <GradeBadge grade={pick.grade} />
            {isChanged(choice) && <Badge tone="warn">changed</Badge>}
            {calls > 0 && <Badge tone="info">{calls === 1 ? '1 call' : `${calls} calls`}</Badge>}
            {!applies && <Badge>does not show</Badge>}
          </span>
        </summary>
        {isOpen && (
          <div class="stack choice-body">
            <p class="small faint">
              Specification, section {clause}.{' '}
              {!applies && 'Another pick leaves nothing of it to be seen.'}
            </p>
            <fieldset class="choice-options">
              <legend class="unseen">{question}</legend>
              {Object.entries(options).map(([option, offered]) => (
                <OptionRow
                  key={option}
                  choice={choice}
                  option={option}
                  offered={offered}
                  busy={busy}
                  onPick={(next) => onSwitch(id, next)}
                />
              ))}
            </fieldset>
            <Elsewhere at={at} />
            <Refusal words={refusal} />
            {isChanged(choice) && (
              <div class="row">
                <Button busy={busy} onClick={() => onSwitch(id, null)}>
                  Back to the default
                </Button>
              </div>
            )}
          </div>
        )}
      </details>
    </li>
  )
}

const sayPick = ({ option, value }: PickInEffect): string =>
  value === undefined ? option : `${option}: ${String(value)}`

/** Operations that are played otherwise. */
const Elsewhere = ({ at }: Pick<ChoiceInEffect, 'at'>) => (
  <>
    {Object.entries(at).map(([operation, pick]) => (
      <p key={operation} class="small">
        <code>{operation}</code>: {sayPick(pick)} <GradeBadge grade={pick.grade} />
      </p>
    ))}
  </>
)
