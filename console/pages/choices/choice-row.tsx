import { useState, useId } from 'preact/hooks'
import type { ActiveChoice, ActivePick } from '../../../contract/control/worlds.ts'
import { GradeBadge, ErrorNotice, Badge } from '../../ui/feedback.tsx'
import { TextWithCode } from '../../ui/text.tsx'
import { Button } from '../../ui/button.tsx'
import { isChanged } from './choice-filter.ts'
import { OptionExample } from './option-example.tsx'
import { TextField } from '../../ui/fields.tsx'
import { formatCount } from '../../../contract/format-count.ts'

/** Picks another option; `null` restores the default. Resolves to whether it succeeded. */
export type SetPick = (id: string, pick: unknown) => Promise<boolean>

type ChoiceRowProps = {
  readonly choice: ActiveChoice
  readonly calls: number
  readonly busy: boolean
  readonly error: string | undefined
  readonly onPick: SetPick
}

/** One choice: its question and its pick, and all options when expanded. */
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
            {calls > 0 && <Badge tone="info">{formatCount(calls, 'call')}</Badge>}
            {!applies && <Badge>no effect</Badge>}
          </span>
        </summary>
        {isOpen && (
          <div class="stack choice-body">
            <p class="small faint">
              Specification, section {clause}.{' '}
              {!applies && 'No response shows this choice, because of another pick.'}
            </p>
            <fieldset class="choice-options">
              <legend class="unseen">{question}</legend>
              {Object.entries(options).map(([option, details]) => (
                <OptionRow
                  key={option}
                  choice={choice}
                  option={option}
                  details={details}
                  busy={busy}
                  onPick={(next) => onPick(id, next)}
                />
              ))}
            </fieldset>
            <PicksPerOperation at={at} />
            <OptionExample key={pick.option} choice={choice} />
            <ErrorNotice message={error} />
            {isChanged(choice) && (
              <div class="row">
                <Button busy={busy} onClick={() => onPick(id, null)}>
                  Restore the default
                </Button>
              </div>
            )}
          </div>
        )}
      </details>
    </li>
  )
}

export const formatValue = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)

const formatPick = ({ option, value }: ActivePick): string =>
  value === undefined ? option : `${option}: ${formatValue(value)}`

/** The operations with a different pick. */
const PicksPerOperation = ({ at }: Pick<ActiveChoice, 'at'>) => (
  <>
    {Object.entries(at).map(([operation, pick]) => (
      <p key={operation} class="small">
        <code>{operation}</code>: {formatPick(pick)} <GradeBadge grade={pick.grade} />
      </p>
    ))}
  </>
)

type OptionRowProps = {
  readonly choice: ActiveChoice
  readonly option: string
  readonly details: ActiveChoice['options'][string]
  readonly busy: boolean
  /** Called with the option, or with `{ option: value }`. */
  readonly onPick: (pick: unknown) => void
}

/** An option of a choice: a radio button, and a field for its value if it takes one. */
function OptionRow({ choice, option, details, busy, onPick }: OptionRowProps) {
  const id = useId()
  const isPicked = choice.pick.option === option
  const [value, setValue] = useState(isPicked ? formatValue(choice.pick.value ?? '') : '')
  const words = (
    <>
      <span>
        <TextWithCode text={details.says} />
      </span>{' '}
      <GradeBadge grade={details.grade} />
      {option === choice.default && <span class="small faint"> default</span>}
    </>
  )
  if (details.takes_value === undefined)
    return (
      <label class="check" for={id}>
        <input
          id={id}
          type="radio"
          name={choice.id}
          checked={isPicked}
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
          aria-label={details.says}
          checked={isPicked}
          onChange={() => onPick({ [option]: readValue(value) })}
        />
        <span>{words}</span>
      </span>
      <TextField label={`Value of ${details.says}`} hideLabel value={value} onValue={setValue} />
      <Button busy={busy} onClick={() => onPick({ [option]: readValue(value) })}>
        Apply
      </Button>
    </div>
  )
}

/** Reads a whole number, a list or an object as JSON, anything else as text. */
function readValue(text: string): unknown {
  try {
    return /^\s*(?:\d+\s*$|[{[])/.test(text) ? JSON.parse(text) : text.trim()
  } catch {
    // The server says what the option takes.
    return text.trim()
  }
}
