import { OperationsList } from '../../control/operations-list.tsx'
import { TextField } from '../../ui/field.tsx'
import type { MatchValues } from './read-fault.ts'

type MatchFieldsProps = {
  readonly match: MatchValues
  readonly onMatch: (match: MatchValues) => void
}

/** Whom a fault strikes; what is left empty means any. */
export function MatchFields({ match, onMatch }: MatchFieldsProps) {
  const bound = (name: keyof MatchValues) => ({
    value: match[name],
    onValue: (value: string) => onMatch({ ...match, [name]: value }),
  })
  return (
    <>
      <OperationsList id="fault-operations" />
      <div class="faults-fields">
        <TextField
          label="Operation"
          list="fault-operations"
          placeholder="any"
          hint="Such as chat.*, GET /api/*; several with commas"
          {...bound('endpoint')}
        />
        <TextField
          label="Caller"
          placeholder="anyone"
          hint="A user’s email, or a key’s name or first characters"
          {...bound('caller')}
        />
        <TextField
          label="Strikes so often"
          type="number"
          min={1}
          placeholder="ever"
          {...bound('times')}
        />
      </div>
      <details>
        <summary>Only some of these calls</summary>
        <div class="faults-fields">
          <TextField
            label="Only the nth"
            placeholder="all"
            pattern="\s*\d+(\s*,\s*\d+)*\s*"
            title="A number, or several with commas"
            {...bound('nth')}
          />
          <TextField label="One in" type="number" min={1} placeholder="1" {...bound('every')} />
          <TextField
            label="With probability"
            type="number"
            min={0}
            max={1}
            step="any"
            placeholder="1"
            {...bound('probability')}
          />
        </div>
      </details>
    </>
  )
}
