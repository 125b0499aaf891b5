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
import { OperationField } from '../../control/operation-field.tsx'

const defaultKind = 'cut-after'

/** A form to add a fault, with a JSON field for faults that the form does not cover. */
export function FaultForm() {
  const { control } = usePlatform()
  const mutation = useMutation()
  const [kind, setKind] = useState(defaultKind)
  const [values, setValues] = useState(() => defaultValues(defaultKind))
  const [match, setMatch] = useState({ ...anyCall, endpoint: 'chat.react', times: '1' })
  const [json, setJson] = useState<string>()
  const [added, setAdded] = useState('')
  const formJson = JSON.stringify(readFault(kind, values, match), null, 2)

  async function add(event: Event) {
    event.preventDefault()
    setAdded('')
    await mutation.run(async () => {
      const fault: unknown = json === undefined ? readFault(kind, values, match) : parseFaults(json)
      const { ids } = await control.send<{ ids: string[] }>('POST', 'faults', fault)
      try {
        await refreshWorldStatus(control)
      } finally {
        // The message appears even if the refresh failed, because the fault was added.
        setAdded(`Added ${ids.join(', ')}.`)
      }
    })
  }

  return (
    <form
      class="card stack"
      onSubmit={add}
      onInput={() => setAdded('')}
      aria-labelledby="add-fault"
    >
      <div class="row row-middle">
        <h2 id="add-fault">Add a fault</h2>
        <span class="push">
          <Button
            pressed={json !== undefined}
            onClick={() => setJson(json === undefined ? formJson : undefined)}
          >
            Edit as JSON
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
          <Code text={formJson} label="the fault as JSON" wrap />
        </div>
      )}
      <ErrorNotice message={mutation.error} />
      <div class="row row-middle">
        <Button kind="primary" type="submit" busy={mutation.busy}>
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
    throw new Error(`This is not valid JSON: ${errorMessage(error)}.`, { cause: error })
  }
}

type MatchFieldsProps = {
  readonly match: MatchValues
  readonly onMatch: (match: MatchValues) => void
}

/** The calls that a fault applies to; an empty field matches any. */
function MatchFields({ match, onMatch }: MatchFieldsProps) {
  const bound = (name: keyof MatchValues) => ({
    value: match[name],
    onValue: (value: string) => onMatch({ ...match, [name]: value }),
  })
  return (
    <>
      <div class="faults-fields">
        <OperationField
          placeholder="any"
          hint="For example chat.* or GET /api/*; separate several by commas"
          {...bound('endpoint')}
        />
        <TextField
          label="Caller"
          placeholder="any"
          hint="A user’s email, or a key’s name or prefix"
          {...bound('caller')}
        />
        <TextField
          label="How often"
          type="number"
          min={1}
          placeholder="always"
          hint="A number of calls; empty for always"
          {...bound('times')}
        />
      </div>
      <details>
        <summary>Only some of the matching calls</summary>
        <div class="faults-fields">
          <TextField
            label="Only calls with the number"
            placeholder="all"
            pattern="\s*\d+(\s*,\s*\d+)*\s*"
            title="A number, or several separated by commas"
            {...bound('nth')}
          />
          <TextField
            label="One call in"
            type="number"
            min={1}
            placeholder="1"
            {...bound('every')}
          />
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
