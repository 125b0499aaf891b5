import { useRef, useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import {
  CheckField,
  SelectField,
  type SelectOptions,
  TextArea,
  TextField,
} from '../../../ui/fields.tsx'
import {
  initialValue,
  textOfValue,
  valueOfText,
  type RecordFields,
  withField,
} from './field-values.ts'
import { ReferenceField, type References } from './references.tsx'
import type { Problems } from './field-problems.ts'
import type { FieldType } from './field-type.ts'
import type { ComponentChildren } from 'preact'
import { formatCount } from '../../../../contract/format-count.ts'

/** A form field for a value of any type. */
export function FieldInput(props: InputProps) {
  const { type, value } = props
  if (type.input === 'json' || isLongList(value)) return <JsonField {...props} />
  if (type.input === 'list' || type.input === 'fields') {
    if (value === null || value === undefined) return <AbsentField {...props} />
    if (type.input === 'list') return <ListField {...props} />
    return <FieldGroup {...props} />
  }
  return <ValueField {...props} />
}

const maxListItems = 20

const isLongList = (value: unknown) => Array.isArray(value) && value.length > maxListItems

/** A field for one value: text, a number, a date or a choice. */
function ValueField({ context, type, path, isReadOnly, value, onValue, ...texts }: InputProps) {
  const [draft, setDraft] = useState<string>()
  const isLong = useRef(isLongText(path, value)).current
  const error = context.problems.get(path)
  const storedText = textOfValue(type, value)
  // The typed text stays while it means the same value, such as `1.` on the way to `1.5`.
  const text = draft !== undefined && valueOfText(type, draft) === value ? draft : storedText
  const control = {
    ...texts,
    hideLabel: texts.hideLabel === true,
    error,
    disabled: isReadOnly,
    value: text,
    onValue: (typed: string) => {
      setDraft(typed)
      onValue(valueOfText(type, typed))
    },
  }
  const { reference, isNullable, options = [] } = type
  if (reference !== undefined)
    return (
      <ReferenceField
        {...control}
        kind={reference}
        page={context.references.get(reference)}
        isNullable={isNullable}
      />
    )
  if (type.input === 'boolean' && typeof value === 'boolean' && !isNullable)
    return <CheckField label={texts.label} checked={value} onValue={onValue} />
  if (type.input === 'boolean')
    return (
      <SelectField
        {...control}
        options={addMissingOptions(yesNoOptions, text, isNullable)}
        onValue={(chosen) => onValue(chosen === '' ? null : chosen === 'true')}
      />
    )
  if (type.input === 'choice')
    return <SelectField {...control} options={addMissingOptions(options, text, isNullable)} />
  const placeholder = value === null ? 'none' : undefined
  if (type.input === 'date')
    return <TextField {...control} type="datetime-local" step={0.001} hint="UTC" />
  if (type.input === 'number')
    return <TextField {...control} inputMode="decimal" placeholder={placeholder} />
  return isLong ? (
    <TextArea {...control} rows={3} placeholder={placeholder} />
  ) : (
    <TextField {...control} placeholder={placeholder} />
  )
}

const yesNoOptions: SelectOptions = [
  ['true', 'yes'],
  ['false', 'no'],
]

/** Adds options to a select field: `none` if null is allowed, and the value if it has no option. */
const addMissingOptions = (
  options: SelectOptions,
  value: string,
  isNullable: boolean,
): SelectOptions => [
  ...(isNullable ? [['', 'none'] as const] : []),
  ...options,
  ...(value === '' || options.some((each) => [each].flat()[0] === value)
    ? []
    : [[value, `${value} (not allowed)`] as const]),
]

const isLongText = (path: string, value: unknown) =>
  /(content|instructions|description|note|message|error)$/.test(path) ||
  (typeof value === 'string' && (value.includes('\n') || value.length > 80))

/** Shown for a list or an object that the record lacks, with a button that adds it. */
function AbsentField({ context, type, path, label, onValue }: InputProps) {
  const add = () => onValue(initialValue({ ...type, isNullable: false }, context.now))
  return (
    <LabelledContent label={label} error={context.problems.get(path)}>
      <span class="faint small">none</span>
      <Button label={`Add ${label}`} onClick={add}>
        Add
      </Button>
    </LabelledContent>
  )
}

/** Shown for a value that the form can't edit, with a button that leads to the JSON. */
const JsonField = ({ context, path, label, value }: InputProps) => (
  <LabelledContent label={label} error={context.problems.get(path)}>
    <span class="faint small">{summarizeValue(value)}</span>
    <Button label={`Edit in the JSON: ${label}`} onClick={() => context.onShowJson(path)}>
      Edit in the JSON
    </Button>
  </LabelledContent>
)

function summarizeValue(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (Array.isArray(value)) return formatCount(value.length, 'item')
  if (typeof value !== 'object') return String(value)
  const { length } = Object.keys(value)
  return formatCount(length, 'field')
}

/** What all fields of a form need. */
type FormContext = {
  readonly problems: Problems
  readonly references: References
  /** The time of the world, which new dates get. */
  readonly now: string
  /** Selects a field in the JSON editor. `path` is the path of the field in the record. */
  readonly onShowJson: (path: string) => void
}

type InputProps = {
  readonly context: FormContext
  readonly type: FieldType
  /** The path of the field in the record, such as `members.0.role`. */
  readonly path: string
  readonly label: string
  readonly hideLabel?: boolean
  readonly isReadOnly?: boolean
  readonly value: unknown
  /** Called with the new value; `undefined` removes the field. */
  readonly onValue: (value: unknown) => void
}

/** A field for a list, with one field for each item of the list. */
function ListField({ context, type, path, label, value, onValue }: InputProps) {
  const { item } = type
  if (!Array.isArray(value) || item === undefined)
    return <LabelledContent label={label} error={context.problems.get(path)} />
  const items = value as readonly unknown[]
  return (
    <LabelledGroup label={label} error={context.problems.get(path)}>
      {items.map((each, at) => (
        <div key={at} class="state-item">
          <FieldInput
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
    </LabelledGroup>
  )
}

/** A group with a field for each field of an object. */
function FieldGroup({ context, type, path, label, value, onValue }: InputProps) {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return <LabelledContent label={label} error={context.problems.get(path)} />
  return (
    <LabelledGroup label={label} error={context.problems.get(path)}>
      <div class="state-fields">
        {type.fields?.map((field) => (
          <FieldInput
            key={field.name}
            context={context}
            type={field.type}
            path={`${path}.${field.name}`}
            label={field.type.label}
            value={(value as RecordFields)[field.name]}
            onValue={(next) => onValue(withField(value as RecordFields, field.name, next))}
          />
        ))}
      </div>
    </LabelledGroup>
  )
}

type GroupTexts = {
  readonly label: string
  readonly error: string | undefined
  readonly children?: ComponentChildren
}

const LabelledGroup = ({ label, error, children }: GroupTexts) => (
  <fieldset class="state-group">
    <legend>{label}</legend>
    {error !== undefined && <p class="small bad">{error}</p>}
    {children}
  </fieldset>
)

/** A label for content that is not a form field, such as a button. */
const LabelledContent = ({ label, error, children }: GroupTexts) => (
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
