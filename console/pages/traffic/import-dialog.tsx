import { useState } from 'preact/hooks'
import type { WorldDetails } from '../../../contract/control/worlds.ts'
import { navigate } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { useMutation } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import type { ImportedWorld } from './reading/import-traffic.ts'
import { prepareImport, type RecordedQuestion, setImported } from './traffic-store.ts'

type ImportDialogProps = { readonly name: string; readonly onClose: () => void }

/** Makes a world of the open recording, and goes there. */
export function ImportDialog({ name: file, onClose }: ImportDialogProps) {
  const { control } = usePlatform()
  const [name, setName] = useState(worldNameOf(file))
  const creation = useMutation()
  const submit = () =>
    creation.run(async () => {
      const { options, report } = await prepareImport()
      const named = name.trim() === '' ? {} : { name: name.trim() }
      const created = await control.send<WorldDetails>('POST', 'worlds', { ...named, ...options })
      setImported({ world: created.name, report, questions: questionsOf(options) })
      onClose()
      navigate('traffic', { world: created.name, view: 'import' })
    })
  return (
    <Dialog title="Import into a new world" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p>
          The world gets the records that the recording shows, its turns with their events and pace,
          and the ways in which the deployment differs from the specification. Passwords and keys
          get new values.
        </p>
        <TextField
          label="Name of the world"
          autocomplete="off"
          spellcheck={false}
          value={name}
          onValue={setName}
          error={creation.error}
        />
        <div class="row">
          <Button type="submit" kind="primary" busy={creation.busy}>
            {creation.busy ? 'Importing …' : 'Import'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}

/** A name from that of the file: `Session 1.har.gz` becomes `session-1`. */
const worldNameOf = (file: string) =>
  (file.split(/\.(?:har|gz|part|json)(?![a-z])/i)[0] ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** The questions that the world answers as they were recorded. */
const questionsOf = ({ scenarios = [] }: ImportedWorld['options']): readonly RecordedQuestion[] =>
  scenarios.flatMap(({ match }) => {
    const { query: text, endpoint: mode, agent }: Record<string, unknown> = { ...match }
    return typeof text !== 'string' ? [] : [{ text, mode: textOf(mode), agent: textOf(agent) }]
  })

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
