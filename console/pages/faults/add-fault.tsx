import { useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { Refusal } from '../../control/refusal.tsx'
import { lookAtSteered } from '../../control/steered.ts'
import { useAct } from '../../control/use-act.ts'
import { wordsOf } from '../../control/use-asked.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { TextArea } from '../../ui/field.tsx'
import { effectKinds, initialValues } from './effect-kinds.ts'
import { EffectFields } from './effect-fields.tsx'
import { MatchFields } from './match-fields.tsx'
import { anyCall, readFault } from './read-fault.ts'

const first = 'cut-after'

/** A form for a fault. What it can't say is written as JSON, which begins with what it says. */
export function AddFault() {
  const { control } = usePlatform()
  const act = useAct()
  const [kind, setKind] = useState(first)
  const [values, setValues] = useState(() => valuesOf(first))
  const [match, setMatch] = useState({ ...anyCall, endpoint: 'chat.react', times: '1' })
  const [json, setJson] = useState<string>()
  const [added, setAdded] = useState('')
  const written = JSON.stringify(readFault(kind, values, match), null, 2)

  async function add(event: Event) {
    event.preventDefault()
    setAdded('')
    await act.run(async () => {
      const fault: unknown = json === undefined ? readFault(kind, values, match) : parsed(json)
      const { ids } = await control.send<{ ids: string[] }>('POST', 'faults', fault)
      try {
        await lookAtSteered(control)
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
                setValues(valuesOf(next))
              }}
              onValues={setValues}
            />
          </div>
          <Code text={written} label="the fault as JSON" wrap />
        </div>
      )}
      <Refusal words={act.refusal} />
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

function valuesOf(kind: string) {
  const row = effectKinds[kind]
  return row === undefined ? {} : initialValues(row)
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new Error(`This is no JSON: ${wordsOf(error)}.`, { cause: error })
  }
}
