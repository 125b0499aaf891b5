import { useState, useId } from 'preact/hooks'
import type { ChoiceInEffect, PickInEffect } from '../../control/answers.ts'
import { GradeBadge, ErrorNotice, Badge } from '../../ui/feedback.tsx'
import { TextWithCode } from '../../ui/text.tsx'
import { Button } from '../../ui/button.tsx'
import { isChanged } from './choice-filter.ts'
import { TextField } from '../../ui/fields.tsx'

/** Plays another option; `null` goes back to the default. Says whether it was done. */
export type SetPick = (id: string, pick: unknown) => Promise<boolean>

type ChoiceRowProps = {
  readonly choice: ChoiceInEffect
  /** How many calls relied on it. */
  readonly calls: number
  readonly busy: boolean
  readonly error: string | undefined
  readonly onPick: SetPick
}

/** One choice: its question, what is played, and when opened all its options. */
export function ChoiceRow({ choice, calls, busy, error, onPick }: ChoiceRowProps) {
  const { id, question, clause, pick, at, applies, options } = choice
  const [isOpen, setOpen] = useState(false)
  return (
    <li class="card">
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span class="choice-question">
            <span>
              <TextWithCode text={question} />
            </span>
            <code class="faint">{id}</code>
          </span>
          <span class="choice-pick">
            <span>{formatPick(pick)}</span> <GradeBadge grade={pick.grade} />
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
                  onPick={(next) => onPick(id, next)}
                />
              ))}
            </fieldset>
            <PicksPerOperation at={at} />
            <ErrorNotice message={error} />
            {isChanged(choice) && (
              <div class="row">
                <Button busy={busy} onClick={() => onPick(id, null)}>
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

const formatPick = ({ option, value }: PickInEffect): string =>
  value === undefined ? option : `${option}: ${String(value)}`

/** Operations that are played otherwise. */
const PicksPerOperation = ({ at }: Pick<ChoiceInEffect, 'at'>) => (
  <>
    {Object.entries(at).map(([operation, pick]) => (
      <p key={operation} class="small">
        <code>{operation}</code>: {formatPick(pick)} <GradeBadge grade={pick.grade} />
      </p>
    ))}
  </>
)

type OptionRowProps = {
  readonly choice: ChoiceInEffect
  readonly option: string
  readonly offered: ChoiceInEffect['options'][string]
  readonly busy: boolean
  /** Takes the option, or `{ option: value }`. */
  readonly onPick: (pick: unknown) => void
}

/** An option of a choice: a circle to mark, and for one that takes a value a place to write it. */
function OptionRow({ choice, option, offered, busy, onPick }: OptionRowProps) {
  const id = useId()
  const isPlayed = choice.pick.option === option
  const [value, setValue] = useState(isPlayed ? String(choice.pick.value ?? '') : '')
  const words = (
    <>
      <span>
        <TextWithCode text={offered.says} />
      </span>{' '}
      <GradeBadge grade={offered.grade} />
      {option === choice.default && <span class="small faint"> default</span>}
    </>
  )
  if (offered.takes_value === undefined)
    return (
      <label class="check" for={id}>
        <input
          id={id}
          type="radio"
          name={choice.id}
          checked={isPlayed}
          onChange={() => onPick(option)}
        />
        <span>{words}</span>
      </label>
    )
  return (
    <div class="row choice-value">
      <span class="check">
        <input
          id={id}
          type="radio"
          name={choice.id}
          aria-label={offered.says}
          checked={isPlayed}
          onChange={() => onPick({ [option]: readValue(value) })}
        />
        <span>{words}</span>
      </span>
      <TextField label={`Value of ${offered.says}`} hideLabel value={value} onValue={setValue} />
      <Button busy={busy} onClick={() => onPick({ [option]: readValue(value) })}>
        Play
      </Button>
    </div>
  )
}

/** A number where it is one, else a text. */
const readValue = (text: string): number | string =>
  /^\d+$/.test(text.trim()) ? Number(text) : text.trim()
