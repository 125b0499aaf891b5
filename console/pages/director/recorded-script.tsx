import { useState } from 'preact/hooks'
import { isObject } from '../../../contract/json.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { hrefOf, setParams } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { useMutation, useRequest } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../ui/feedback.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { downloadFile } from '../../ui/open-file.tsx'
import { exampleQuestion } from './script-texts.ts'

/** Loads the code that reads recordings and YAML, which only this section needs. */
const loadTools = () => import('../traffic/reading/turn-script.ts')

/**
 * Makes a script from a turn of the journal. The user can edit it, add it to the world or save it.
 */
export function RecordedScript({ number }: { readonly number: string }) {
  const { control } = usePlatform()
  const scriptRequest = useRequest(
    async (signal) => {
      const input = { params: { number }, signal }
      const [tools, call, turn, { speed }] = await Promise.all([
        loadTools(),
        control.call('GET journal/{number}', input),
        control.call('GET journal/{number}/frames', input),
        control.call('GET director', { signal }),
      ])
      return tools.scriptOfTurn(call, turn, speed)
    },
    [control, number],
    number,
  )
  const [changed, setChanged] = useState<string>()
  const [added, setAdded] = useState<Scenario>()
  const addMutation = useMutation()
  const text = changed ?? scriptRequest.data ?? ''
  const add = () =>
    addMutation.run(async () => {
      setAdded(undefined)
      const script = (await loadTools()).parseYaml(text, 'script').value as Scenario
      await control.call('POST scenarios', { body: script })
      setAdded(script)
    })
  const save = async () => {
    const { value } = (await loadTools()).parseYaml(text, 'script')
    const name = isObject(value) ? String(value['name']) : 'script'
    downloadFile(new Blob([text], { type: 'application/yaml' }), `${name}.yaml`)
  }
  return (
    <section class="card stack recorded-script" aria-labelledby="director-recorded">
      <div class="row row-middle">
        <h2 id="director-recorded">A script of call {number}</h2>
        <span class="push">
          <Button kind="quiet" onClick={() => setParams({ call: undefined })}>
            Close
          </Button>
        </span>
      </div>
      <ErrorNotice message={scriptRequest.error ?? addMutation.error} />
      {scriptRequest.data !== undefined && (
        <>
          <p class="faint">
            It plays the question, steps, answer and pace of this turn. Add it to the world, or save
            it in a folder for <code>serve --scenarios</code>.
          </p>
          <TextArea
            label="Script, with times in milliseconds"
            rows={14}
            spellcheck={false}
            value={text}
            onValue={setChanged}
          />
          <div class="row">
            <Button kind="primary" busy={addMutation.busy} onClick={add}>
              Add to the world
            </Button>
            <Button onClick={() => addMutation.run(save)}>Save as a file</Button>
          </div>
        </>
      )}
      {added !== undefined && (
        <Notice tone="good" title={`The world plays ${added.name}. `}>
          <a href={hrefOf('chat', { question: exampleQuestion(added) })}>Ask its question</a>
        </Notice>
      )}
    </section>
  )
}
