import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

/** What a control in a field is given, so that its label and hints are read out with it. */
export type FieldControl = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

export type FieldTexts = {
  readonly label: string
  readonly hint?: ComponentChildren
  /** What is wrong with what was given. */
  readonly error?: string | undefined
  /** Keeps the label for those who do not see it, where the place says it to all others. */
  readonly hideLabel?: boolean
}

/** A label, a control, and what is to be said of it. */
export function Field(
  given: FieldTexts & { children: (control: FieldControl) => ComponentChildren },
) {
  const { label, hint, error, hideLabel, children } = given
  const id = useId()
  const notes = `${id}-notes`
  const hasNotes = hint !== undefined || error !== undefined
  return (
    <div class="field">
      <label for={id} class={hideLabel ? 'unseen' : ''}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': hasNotes ? notes : undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hasNotes && (
        <div id={notes} class="field-notes">
          {error !== undefined && <p class="bad">{error}</p>}
          {hint !== undefined && <p>{hint}</p>}
        </div>
      )}
    </div>
  )
}

type ValueProps = FieldTexts & {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly name?: string
  readonly placeholder?: string | undefined
  readonly required?: boolean
  readonly disabled?: boolean | undefined
  readonly autocomplete?: 'off' | 'username' | 'current-password' | 'one-time-code'
  readonly spellcheck?: boolean
  /** Has the focus when the dialog that it stands in opens. */
  readonly autofocus?: boolean
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

type TextFieldProps = ValueProps & {
  readonly type?: 'text' | 'search' | 'password' | 'email' | 'number' | 'datetime-local'
  readonly inputMode?: 'numeric' | 'decimal'
  readonly min?: number
  readonly max?: number
  readonly step?: number | 'any'
  /** What a text has to look like; `title` says it in words. */
  readonly pattern?: string
  readonly title?: string
  /** The id of a list of suggestions. */
  readonly list?: string
}

/** A line of text. */
export function TextField(given: TextFieldProps) {
  const { label, hint, error, hideLabel, onValue, type = 'text', ...input } = given
  return (
    <Field {...{ label, hint, error, hideLabel: hideLabel === true }}>
      {(control) => (
        <input
          // Preact's types know each kind of input apart, but none that is one of several.
          type={type as 'text'}
          {...input}
          {...control}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
    </Field>
  )
}

/** Several lines of text. */
export function TextArea(given: ValueProps & { readonly rows?: number }) {
  const { label, hint, error, hideLabel, onValue, ...area } = given
  return (
    <Field {...{ label, hint, error, hideLabel: hideLabel === true }}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
    </Field>
  )
}

/** One of a list: its values, or pairs of a value and its name. */
export function SelectField(
  given: ValueProps & {
    readonly options: readonly (string | readonly [value: string, name: string])[]
    readonly disabled?: boolean
    /** Shows so many of them at a time, in place of the one that is chosen. */
    readonly rows?: number
  },
) {
  const { label, hint, error, hideLabel, onValue, options, rows, ...select } = given
  return (
    <Field {...{ label, hint, error, hideLabel: hideLabel === true }}>
      {(control) => (
        <select
          {...select}
          {...control}
          size={rows}
          onChange={({ currentTarget }) => onValue(currentTarget.value)}
        >
          {options.map((option) => {
            const [each, name] = typeof option === 'string' ? [option, option] : option
            return (
              <option key={each} value={each} selected={each === select.value}>
                {name}
              </option>
            )
          })}
        </select>
      )}
    </Field>
  )
}

/** A box to tick. */
export function CheckField(given: {
  readonly label: ComponentChildren
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onValue: (checked: boolean) => void
}) {
  const { label, checked, disabled, onValue } = given
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onValue(currentTarget.checked)}
      />
      {label}
    </label>
  )
}
