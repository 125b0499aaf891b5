import type { Problems } from './field-problems.ts'
import type { FieldType } from './field-type.ts'
import type { References } from './references.tsx'

/** What all fields of a form share. */
type FormContext = {
  readonly problems: Problems
  readonly references: References
  /** The time of the world, for new dates. */
  readonly now: string
  /** Shows a field in the JSON editor, by its path. */
  readonly onShowJson: (path: string) => void
}

export type InputProps = {
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
