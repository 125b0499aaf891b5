import type { CoverageReport } from '../../../contract/control/journal.ts'
import { useQuery } from '../../control/hooks.ts'
import { Field, SelectField, TextField } from '../../ui/fields.tsx'
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
    return <TextField {...props} type="number" min={min} step={1} required={required} />
  return form === 'duration' ? (
    <TextField
      {...props}
      pattern={durationPattern}
      title="For example 800ms, 90s, 5m, 2h"
      required
    />
  ) : (
    <TextField {...props} required={required} />
  )
}

const durationPattern = '\\d+(\\.\\d+)?(ms|s|m|h|d)'

/** A select of the error codes, from the coverage of the world. */
function CodeField(props: Omit<OneFieldProps, 'field'> & { readonly label: string }) {
  const { data } = useQuery<CoverageReport>('coverage')
  const { exercised = [], never = [] } = data?.errors ?? {}
  const codes = new Set([props.value, ...exercised.map(({ name }) => name), ...never])
  codes.delete('validation')
  return <SelectField {...props} options={[...codes].toSorted()} />
}
