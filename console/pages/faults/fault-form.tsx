import { useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { refreshWorldStatus } from '../../control/world-status.ts'
import { useMutation, errorMessage } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { effectKinds, initialValues, anyCall, readFault, type MatchValues } from './fault-input.ts'
import { EffectFields } from './effect-fields.tsx'
import { OperationSuggestions } from '../../control/operation-suggestions.tsx'

const defaultKind = 'cut-after'

/** A form for a fault. What it can't say is written as JSON, which begins with what it says. */
export function FaultForm() {
  const { control } = usePlatform()
  const act = useMutation()
  const [kind, setKind] = useState(defaultKind)
  const [values, setValues] = useState(() => defaultValues(defaultKind))
  const [match, setMatch] = useState({ ...anyCall, endpoint: 'chat.react', times: '1' })
  const [json, setJson] = useState<string>()
  const [added, setAdded] = useState('')
  const written = JSON.stringify(readFault(kind, values, match), null, 2)

  async function add(event: Event) {
    event.preventDefault()
    setAdded('')
    await act.run(async () => {
      const fault: unknown = json === undefined ? readFault(kind, values, match) : parseFaults(json)
      const { ids } = await control.send<{ ids: string[] }>('POST', 'faults', fault)
      try {
        await refreshWorldStatus(control)
      } finally {
        // Said once one can add another, as a press does nothing until then; also where looking failed.
        setAdded(`Added ${ids.join(', ')}.`)
      }
    })
  }

  return (
    <form class="card stack" onSubmit={add} aria-labelledby="add-fault">
      <div class="row row-middle">
        <h2 id="add-fault">Add a fault</h2>
        <span class="push">
          <Button
            pressed={json !== undefined}
            onClick={() => setJson(json === undefined ? written : undefined)}
          >
            Write JSON
          </Button>
        </span>
      </div>
      {json !== undefined ? (
        <TextArea
          label="Fault, or a list of faults"
          value={json}
          onValue={setJson}
          rows={14}
          spellcheck={false}
        />
      ) : (
        <div class="faults-form">
          <div class="stack">
            <MatchFields match={match} onMatch={setMatch} />
            <EffectFields
              kind={kind}
              values={values}
              onKind={(next) => {
                setKind(next)
                setValues(defaultValues(next))
              }}
              onValues={setValues}
            />
          </div>
          <Code text={written} label="the fault as JSON" wrap />
        </div>
      )}
      <ErrorNotice message={act.error} />
      <div class="row row-middle">
        <Button kind="primary" type="submit" busy={act.busy}>
          Add fault
        </Button>
        <span role="status" class="faint small">
          {added}
        </span>
      </div>
    </form>
  )
}

function defaultValues(kind: string) {
  const row = effectKinds[kind]
  return row === undefined ? {} : initialValues(row)
}

function parseFaults(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new Error(`This is no JSON: ${errorMessage(error)}.`, { cause: error })
  }
}

type MatchFieldsProps = {
  readonly match: MatchValues
  readonly onMatch: (match: MatchValues) => void
}

/** Whom a fault strikes; what is left empty means any. */
function MatchFields({ match, onMatch }: MatchFieldsProps) {
  const bound = (name: keyof MatchValues) => ({
    value: match[name],
    onValue: (value: string) => onMatch({ ...match, [name]: value }),
  })
  return (
    <>
      <OperationSuggestions id="fault-operations" />
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
