import type { ComponentChildren, FunctionComponent } from 'preact'
import { Button } from '../../../ui/button.tsx'
import { type Fields, initialValue, withField } from './field-values.ts'
import type { InputProps } from './form-context.ts'

/** The component for one field is passed in, because lists and groups are fields, too. */
type GroupProps = InputProps & { readonly Input: FunctionComponent<InputProps> }

/** A list with one field for each item. */
export function ListField({ Input, ...props }: GroupProps) {
  const { context, type, path, label, value, onValue } = props
  const { item } = type
  if (!Array.isArray(value) || item === undefined)
    return <PlainField label={label} error={context.problems.get(path)} />
  const items = value as readonly unknown[]
  return (
    <Group label={label} error={context.problems.get(path)}>
      {items.map((each, at) => (
        <div key={at} class="state-item">
          <Input
            context={context}
            type={item}
            path={`${path}.${at}`}
            label={`${label} ${at + 1}`}
            hideLabel
            value={each}
            onValue={(next) => onValue(items.with(at, next))}
          />
          <Button
            kind="quiet"
            label={`Remove ${label} ${at + 1}`}
            onClick={() => onValue(items.toSpliced(at, 1))}
          >
            ✕
          </Button>
        </div>
      ))}
      <span>
        <Button
          label={`Add to ${label}`}
          onClick={() => onValue([...items, initialValue(item, context.now)])}
        >
          Add
        </Button>
      </span>
    </Group>
  )
}

/** The fields of an object. */
export function FieldGroup({ Input, ...props }: GroupProps) {
  const { context, type, path, label, value, onValue } = props
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return <PlainField label={label} error={context.problems.get(path)} />
  return (
    <Group label={label} error={context.problems.get(path)}>
      <div class="state-fields">
        {type.fields?.map((field) => (
          <Input
            key={field.name}
            context={context}
            type={field.type}
            path={`${path}.${field.name}`}
            label={field.type.label}
            value={(value as Fields)[field.name]}
            onValue={(next) => onValue(withField(value as Fields, field.name, next))}
          />
        ))}
      </div>
    </Group>
  )
}

type GroupTexts = {
  readonly label: string
  readonly error: string | undefined
  readonly children?: ComponentChildren
}

const Group = ({ label, error, children }: GroupTexts) => (
  <fieldset class="state-group">
    <legend>{label}</legend>
    {error !== undefined && <p class="small bad">{error}</p>}
    {children}
  </fieldset>
)

/** A label with something that is no control, such as a button. */
export const PlainField = ({ label, error, children }: GroupTexts) => (
  <div class="field">
    <span class="small faint">{label}</span>
    <div class="row row-middle">{children}</div>
    {error !== undefined && (
      <div class="field-notes">
        <p class="bad">{error}</p>
      </div>
    )}
  </div>
)
