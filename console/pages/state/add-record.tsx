import { useState } from 'preact/hooks'
import { go } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import type { StoredRecord } from '../../control/answers.ts'
import { Refusal } from '../../control/refusal.tsx'
import { useAct } from '../../control/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { kindOf } from './kinds.ts'
import { readRecord } from './record-change.ts'

type AddRecordProps = {
  readonly kind: string
  /** A record whose fields the form begins with. */
  readonly example: StoredRecord | undefined
  readonly onAdded: () => void
  readonly onClose: () => void
}

/** Adds a record with all its fields; its id is made up unless given. */
export function AddRecord({ kind, example, onAdded, onClose }: AddRecordProps) {
  const { control } = usePlatform()
  const act = useAct()
  const [text, setText] = useState(() => {
    const { id: _, ...fields } = example ?? { id: '' }
    return JSON.stringify(fields, null, 2)
  })
  async function add(event: Event) {
    event.preventDefault()
    await act.run(async () => {
      const path = `records/${encodeURIComponent(kind)}`
      const { id } = await control.send<StoredRecord>('POST', path, readRecord(text))
      onAdded()
      onClose()
      go('state', { kind, id })
    })
  }
  return (
    <Dialog title={`Add to ${kindOf(kind).label}`} wide onClose={onClose}>
      <Refusal words={act.refusal} />
      <form class="stack" onSubmit={add}>
        <TextArea
          label="The fields of the record"
          hint={example && 'These are those of the first record that the list shows.'}
          value={text}
          onValue={setText}
          rows={18}
          spellcheck={false}
        />
        <div class="row">
          <Button kind="primary" type="submit" busy={act.busy}>
            Add record
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
