import { useId, useState } from 'preact/hooks'
import type { ChoiceInEffect } from '../../control/answers.ts'
import { GradeBadge } from '../../control/grade-badge.tsx'
import { Ticked } from '../../control/ticked.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

type OptionRowProps = {
  readonly choice: ChoiceInEffect
  readonly option: string
  readonly offered: ChoiceInEffect['options'][string]
  readonly busy: boolean
  /** Takes the option, or `{ option: value }`. */
  readonly onPick: (pick: unknown) => void
}

/** An option of a choice: a circle to mark, and for one that takes a value a place to write it. */
export function OptionRow({ choice, option, offered, busy, onPick }: OptionRowProps) {
  const id = useId()
  const isPlayed = choice.pick.option === option
  const [value, setValue] = useState(isPlayed ? String(choice.pick.value ?? '') : '')
  const words = (
    <>
      <span>
        <Ticked text={offered.says} />
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
