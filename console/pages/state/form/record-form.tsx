import { useWorldStatus } from '../../../control/world-status.ts'
import { FieldInput } from './field-input.tsx'
import type { Problems } from './field-problems.ts'
import { type Field, referencedKinds } from './field-type.ts'
import { type Fields, withField } from './field-values.ts'
import { useReferences } from './references.tsx'

type RecordFormProps = {
  readonly fields: readonly Field[]
  readonly record: Fields
  readonly problems: Problems
  /** Whether the id can't be changed. */
  readonly hasFixedId: boolean
  readonly onRecord: (record: Fields) => void
  readonly onShowJson: (path: string) => void
}

/** A field for each field of a record, by the schema of its kind. */
export function RecordForm(props: RecordFormProps) {
  const { fields, record, problems, hasFixedId, onRecord, onShowJson } = props
  const references = useReferences(referencedKinds(fields))
  const now = useWorldStatus()?.time.now ?? new Date().toISOString()
  return (
    <div class="state-fields">
      {fields.map(({ name, type }) => (
        <FieldInput
          key={name}
          context={{ problems, references, now, onShowJson }}
          type={type}
          path={name}
          label={type.label}
          isReadOnly={name === 'id' && hasFixedId}
          value={record[name]}
          onValue={(value) => onRecord(withField(record, name, value))}
        />
      ))}
    </div>
  )
}
