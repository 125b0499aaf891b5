import type { FaultInput } from '../../../contract/fault.ts'
import { useState } from 'preact/hooks'
import { pageLocation } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { refreshWorldStatus } from '../../control/world-status.ts'
import { useMutation, errorMessage } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { Form, TextArea, TextField, Field, SelectField } from '../../ui/fields.tsx'
import {
  effectKinds,
  initialValues,
  emptyMatch,
  isEffectName,
  readFault,
  type EffectName,
  type MatchValues,
  type FieldTexts,
} from './fault-input.ts'
import { OperationField } from '../../control/operation-field.tsx'

/** A form to add a fault, with a JSON field for faults that the form does not cover. */
export function FaultForm() {
  const { control } = usePlatform()
  const mutation = useMutation()
  // A link from the journal contains the operation of a call, and an effect that fits the call.
  const [linked] = useState(() => {
    const { params } = pageLocation.peek()
    const effect = params.get('effect') ?? ''
    const kind: EffectName = isEffectName(effect) ? effect : 'cut-after'
    return { endpoint: params.get('endpoint') ?? 'chat.*', kind }
  })
  const [kind, setKind] = useState(linked.kind)
  const [values, setValues] = useState(() => initialValues(kind))
  const [match, setMatch] = useState({ ...emptyMatch, endpoint: linked.endpoint, times: '1' })
  const [isJson, setIsJson] = useState(false)
  const [draft, setDraft] = useState<{ readonly from: string; readonly text: string }>()
  const [added, setAdded] = useState('')
  const formJson = JSON.stringify(readFault(kind, values, match), null, 2)
  // Edits of the JSON are dropped when the form changes.
  const json = draft?.from === formJson ? draft.text : formJson

  async function add() {
    setAdded('')
    await mutation.run(async () => {
      // The server validates the JSON.
      const body = isJson ? (parseFaults(json) as FaultInput) : readFault(kind, values, match)
      const { ids } = await control.call('POST faults', { body })
      try {
        await refreshWorldStatus(control)
      } finally {
        // The message appears even if the refresh failed, because the fault was added.
        setAdded(`Added ${ids.join(', ')}.`)
      }
    })
  }

  return (
    <Form
      class="card stack"
      onSubmit={add}
      onInput={() => setAdded('')}
      aria-labelledby="add-fault"
    >
      <div class="row row-middle">
        <h2 id="add-fault">Add a fault</h2>
        <span role="status" class="faint small">
          {added}
        </span>
        {/* Above the fields, because the form is higher than most windows. */}
        <span class="push row">
          <Button pressed={isJson} onClick={() => setIsJson(!isJson)}>
            Edit as JSON
          </Button>
          <Button kind="primary" type="submit" busy={mutation.busy}>
            Add fault
          </Button>
        </span>
      </div>
      <ErrorNotice message={mutation.error} />
      {isJson ? (
        <TextArea
          label="Fault, or a list of faults"
          value={json}
          onValue={(text) => setDraft({ from: formJson, text })}
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
                setValues(initialValues(next))
              }}
              onValues={setValues}
            />
          </div>
          <Code text={formJson} label="the fault as JSON" wrap />
        </div>
      )}
    </Form>
  )
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

/** Fields that select the calls to which a fault applies. An empty field selects all calls. */
function MatchFields({ match, onMatch }: MatchFieldsProps) {
  const fieldProps = (name: keyof MatchValues) => ({
    value: match[name],
    onValue: (value: string) => onMatch({ ...match, [name]: value }),
  })
  return (
    <>
      <div class="faults-fields">
        <OperationField
          placeholder="any"
          hint="For example chat.* or GET /api/*; separate several by commas"
          {...fieldProps('endpoint')}
        />
        <TextField
          label="Caller"
          placeholder="any"
          hint="A user’s email, or a key’s name or prefix"
          {...fieldProps('caller')}
        />
        <TextField
          label="How often"
          type="number"
          min={1}
          placeholder="always"
          hint="A number of calls; empty for always"
          {...fieldProps('times')}
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
            {...fieldProps('nth')}
          />
          <TextField
            label="One call in"
            type="number"
            min={1}
            placeholder="1"
            {...fieldProps('every')}
          />
          <TextField
            label="With probability"
            type="number"
            min={0}
            max={1}
            step="any"
            placeholder="1"
            {...fieldProps('probability')}
          />
        </div>
      </details>
    </>
  )
}

type EffectFieldsProps = {
  readonly kind: EffectName
  readonly values: FieldTexts
  readonly onKind: (kind: EffectName) => void
  readonly onValues: (values: FieldTexts) => void
}

function EffectFields({ kind, values, onKind, onValues }: EffectFieldsProps) {
  return (
    <div class="faults-fields">
      <Field label="Effect">
        {(control) => (
          <select
            {...control}
            value={kind}
            onChange={({ currentTarget }) => onKind(currentTarget.value as EffectName)}
          >
            {(['A stream', 'A call'] as const).map((target) => (
              <optgroup key={target} label={target}>
                {Object.entries(effectKinds)
                  .filter(([, row]) => row.target === target)
                  .map(([name, { label }]) => (
                    <option key={name} value={name} selected={name === kind}>
                      {target} {label}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
      {effectKinds[kind].fields.map(({ name, label, options, input, optional }) => {
        const key = `${kind} ${name}`
        const props = {
          label,
          value: values[name] ?? '',
          onValue: (value: string) => onValues({ ...values, [name]: value }),
        }
        return options === undefined ? (
          <TextField key={key} {...props} required={optional !== true} {...input} />
        ) : (
          <SelectField key={key} {...props} options={options} />
        )
      })}
    </div>
  )
}
