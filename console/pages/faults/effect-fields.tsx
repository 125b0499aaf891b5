import type { errorCodes } from '../../../contract/errors.ts'
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

const durationHint = 'Such as 800ms, 90s, 5m, 2h, 1d'
const durationPattern = '\\d+(\\.\\d+)?(ms|s|m|h|d)'

/** A select of the error codes, by status. */
function CodeField(props: Omit<OneFieldProps, 'field'> & { readonly label: string }) {
  return <SelectField {...props} options={codeOptions} />
}

/** The console takes only types from the contract; they make the compiler check this copy. */
const statuses: typeof errorCodes = {
  unauthorized: 401,
  invalid_token: 401,
  token_expired: 401,
  forbidden: 403,
  not_found: 404,
  conversation_not_found: 404,
  no_recent_assistant_message: 404,
  bad_request: 400,
  invalid_cursor: 400,
  rate_limit_exceeded: 429,
  internal_error: 500,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  service_unavailable: 503,
}

const codeOptions = Object.entries(statuses)
  .toSorted(([, one], [, other]) => one - other)
  .map(([code, status]) => [code, `${status} ${code}`] as const)
