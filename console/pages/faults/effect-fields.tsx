import { errorCodes } from '../../../contract/errors.ts'
import { durationHint, Field, SelectField, TextField } from '../../ui/fields.tsx'
import { type EffectField, effectKinds, type Values } from './fault-input.ts'

type EffectFieldsProps = {
  readonly kind: string
  readonly values: Values
  readonly onKind: (kind: string) => void
  readonly onValues: (values: Values) => void
}

export function EffectFields({ kind, values, onKind, onValues }: EffectFieldsProps) {
  const fields = effectKinds[kind]?.fields ?? []
  return (
    <div class="faults-fields">
      <Field label="Effect">
        {(control) => (
          <select
            {...control}
            value={kind}
            onChange={({ currentTarget }) => onKind(currentTarget.value)}
          >
            {(['A stream', 'A call'] as const).map((of) => (
              <optgroup key={of} label={of}>
                {Object.entries(effectKinds)
                  .filter(([, row]) => row.of === of)
                  .map(([name, { label }]) => (
                    <option key={name} value={name} selected={name === kind}>
                      {of} {label}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
      {fields.map((field) => (
        <OneField
          key={`${kind} ${field.name}`}
          field={field}
          value={values[field.name] ?? ''}
          onValue={(value) => onValues({ ...values, [field.name]: value })}
        />
      ))}
    </div>
  )
}

type OneFieldProps = {
  readonly field: EffectField
  readonly value: string
  readonly onValue: (value: string) => void
}

function OneField({ field, value, onValue }: OneFieldProps) {
  const { label, options, min, form, optional } = field
  const props = { label, value, onValue }
  if (options !== undefined) return <SelectField {...props} options={options} />
  if (form === 'code') return <CodeField {...props} />
  const required = optional !== true
  if (min !== undefined)
    return (
      <TextField
        {...props}
        type="number"
        min={min}
        step={1}
        required={required}
        placeholder={required ? undefined : 'none'}
      />
    )
  return form === 'duration' ? (
    <TextField
      {...props}
      pattern={durationPattern}
      title={durationHint}
      hint={durationHint}
      required
    />
  ) : (
    <TextField
      {...props}
      required={required}
      placeholder={required ? undefined : 'the usual one'}
    />
  )
}

const durationPattern = '\\d+(\\.\\d+)?(ms|s|m|h|d)'

/** A select of the error codes, by status. */
function CodeField(props: Omit<OneFieldProps, 'field'> & { readonly label: string }) {
  return <SelectField {...props} options={codeOptions} />
}

const codeOptions = Object.entries(errorCodes)
  .toSorted(([, one], [, other]) => one - other)
  .map(([code, status]) => [code, `${status} ${code}`] as const)
