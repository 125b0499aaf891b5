import type { ComponentChildren, FormHTMLAttributes } from 'preact'
import { useId } from 'preact/hooks'

type FormProps = Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit' | 'ref'> & {
  readonly onSubmit: (event: SubmitEvent) => unknown
}

/** A form that the page handles itself: submitting the form does not leave the page. */
export const Form = ({ onSubmit, ...props }: FormProps) => (
  <form
    {...props}
    onSubmit={(event) => {
      event.preventDefault()
      void onSubmit(event)
    }}
  />
)

/** The attributes that connect a control with the label and hints of its field. */
type FieldControl = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

type FieldTexts = {
  readonly label: string
  readonly hint?: ComponentChildren
  /** The error message for an invalid value. */
  readonly error?: string | undefined
  /** Whether only screen readers get the label. */
  readonly hideLabel?: boolean
}

/** A control of a form, with its label, its hint and its error message. */
export function Field(
  props: FieldTexts & { children: (control: FieldControl) => ComponentChildren },
) {
  const { label, hint, error, hideLabel, children } = props
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
  readonly placeholder?: string | undefined
  readonly required?: boolean
  readonly disabled?: boolean | undefined
  readonly autocomplete?: 'off' | 'username' | 'current-password' | 'one-time-code'
  readonly spellcheck?: boolean
  /** Whether the field gets the focus when its dialog opens. */
  readonly autofocus?: boolean
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

/** The properties of a `TextField`. */
export type TextFieldProps = ValueProps & {
  readonly type?: 'text' | 'search' | 'password' | 'email' | 'number' | 'datetime-local'
  readonly inputMode?: 'numeric' | 'decimal'
  readonly min?: number
  readonly max?: number
  readonly step?: number | 'any'
  /** A regular expression that valid text must match; `title` describes it in words. */
  readonly pattern?: string
  readonly title?: string
  /** Values that the browser suggests, each a text or a pair of a value and its name. */
  readonly suggestions?: SelectOptions | undefined
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, hideLabel, onValue, type = 'text', suggestions, ...input } = props
  const list = useId()
  return (
    <>
      {suggestions && (
        <datalist id={list}>
          {suggestions.map((option) => {
            const [value, name] = typeof option === 'string' ? [option, undefined] : option
            return <option key={value} value={value} label={name} />
          })}
        </datalist>
      )}
      <Field {...{ label, hint, error, hideLabel: hideLabel === true }}>
        {(control) => (
          <input
            // An assertion, because Preact has a type for each kind of input, but no union of these
            // types.
            type={type as 'text'}
            list={suggestions && list}
            {...input}
            {...control}
            onInput={({ currentTarget }) => onValue(currentTarget.value)}
          />
        )}
      </Field>
    </>
  )
}

export function TextArea(props: ValueProps & { readonly rows?: number }) {
  const { label, hint, error, hideLabel, onValue, ...area } = props
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

/** Options to choose from: values, or pairs of a value and the name that is shown. */
export type SelectOptions = readonly (string | readonly [value: string, name: string])[]

export function SelectField(props: ValueProps & { readonly options: SelectOptions }) {
  const { label, hint, error, hideLabel, onValue, options, ...select } = props
  return (
    <Field {...{ label, hint, error, hideLabel: hideLabel === true }}>
      {(control) => (
        <select
          {...select}
          {...control}
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

export function CheckField(props: {
  readonly label: ComponentChildren
  readonly checked: boolean
  readonly onValue: (checked: boolean) => void
}) {
  const { label, checked, onValue } = props
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onValue(currentTarget.checked)}
      />
      {label}
    </label>
  )
}
