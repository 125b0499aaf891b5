import { useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import type { StoredRecord } from '../../control/answers.ts'
import { Refusal } from '../../control/refusal.tsx'
import { useAct } from '../../control/use-act.ts'
import { useAsked } from '../../control/use-asked.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { kindOf } from './kinds.ts'
import { changeIn } from './record-change.ts'

type RecordDialogProps = {
  readonly kind: string
  readonly id: string
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** One record as it is stored: to read, to change, to delete. */
export function RecordDialog({ kind, id, onChanged, onClose }: RecordDialogProps) {
  const { control } = usePlatform()
  const path = `records/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`
  const { answer: record, refusal, put } = useAsked<StoredRecord>(path)
  const act = useAct()
  const [edited, setEdited] = useState<string>()
  const [deleting, setDeleting] = useState(false)
  const [said, setSaid] = useState('')
  const text = record === undefined ? '' : JSON.stringify(record, null, 2)

  async function save(event: Event) {
    event.preventDefault()
    if (record === undefined) return
    setSaid('')
    await act.run(async () => {
      const change = changeIn(record, edited ?? text)
      put(await control.send<StoredRecord>('PATCH', path, change))
      setEdited(undefined)
      setSaid(`Saved: ${Object.keys(change).join(', ') || 'nothing was different'}.`)
      onChanged()
    })
  }
  async function remove() {
    const done = await act.run(() => control.send('DELETE', path))
    if (!done) return
    onChanged()
    onClose()
  }

  return (
    <Dialog title={`${kindOf(kind).label}: ${id}`} wide onClose={onClose}>
      <Refusal words={refusal ?? act.refusal} />
      {record && (
        <form class="stack" onSubmit={save}>
          <TextArea
            label="The record as it is stored"
            hint="What the platform would do besides does not happen; what is checked is that the record is one."
            value={edited ?? text}
            onValue={setEdited}
            rows={Math.min(24, text.split('\n').length + 1)}
            spellcheck={false}
          />
          <div class="row row-middle">
            <Button
              kind="primary"
              type="submit"
              busy={act.busy}
              disabled={edited === undefined || edited === text}
            >
              Save
            </Button>
            <CopyButton text={edited ?? text} label="Copy the record" />
            <span role="status" class="small">
              {said}
            </span>
            <span class="push row row-middle">
              {deleting && <span class="small">With all that would dangle without it?</span>}
              <Button kind="danger" onClick={deleting ? remove : () => setDeleting(true)}>
                {deleting ? 'Yes, delete' : 'Delete'}
              </Button>
            </span>
          </div>
        </form>
      )}
    </Dialog>
  )
}
