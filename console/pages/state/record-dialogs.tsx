import { useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import type { StoredRecord } from '../../../contract/control/worlds.ts'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { useMutation, useQuery } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { changedFields, parseRecord, recordProblem } from './parse-record.ts'
import { recordKind } from './record-kinds.ts'
import { navigate } from '../../app/location.ts'

type RecordDialogProps = {
  readonly kind: string
  readonly id: string
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** A dialog to view, change or delete one record. */
export function RecordDialog({ kind, id, onChanged, onClose }: RecordDialogProps) {
  const { control } = usePlatform()
  const path = `records/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`
  const { data: record, error, setData } = useQuery<StoredRecord>(path)
  const mutation = useMutation()
  const [edited, setEdited] = useState<string>()
  /** The fields that the last change replaced. */
  const [before, setBefore] = useState<Readonly<Record<string, unknown>>>()
  const [deleting, setDeleting] = useState(false)
  const [message, setMessage] = useState('')
  const text = record === undefined ? '' : JSON.stringify(record, null, 2)

  async function save(event: Event) {
    event.preventDefault()
    if (record === undefined) return
    setMessage('')
    await mutation.run(async () => {
      const change = changedFields(record, edited ?? text)
      setData(await control.send<StoredRecord>('PATCH', path, change))
      setEdited(undefined)
      setBefore(Object.fromEntries(Object.keys(change).map((field) => [field, record[field]])))
      setMessage(`Saved: ${Object.keys(change).join(', ') || 'no changes'}.`)
      onChanged()
    })
  }
  const undo = () =>
    mutation.run(async () => {
      setData(await control.send<StoredRecord>('PATCH', path, before))
      setBefore(undefined)
      setEdited(undefined)
      setMessage('The change was undone.')
      onChanged()
    })
  async function remove() {
    const done = await mutation.run(() => control.send('DELETE', path))
    if (!done) return
    onChanged()
    onClose()
  }

  return (
    <Dialog title={`${recordKind(kind).label}: ${id}`} wide onClose={onClose}>
      <ErrorNotice message={error ?? mutation.error} />
      {record && (
        <form class="stack" onSubmit={save}>
          <TextArea
            label="Record"
            hint="Only the format of the record is checked. Side effects of the platform do not happen."
            value={edited ?? text}
            error={edited === undefined ? undefined : recordProblem(edited)}
            onValue={setEdited}
            rows={Math.min(24, text.split('\n').length + 1)}
            spellcheck={false}
          />
          <div class="row row-middle">
            <Button
              kind="primary"
              type="submit"
              busy={mutation.busy}
              disabled={edited === undefined || edited === text}
            >
              Save
            </Button>
            {before !== undefined && (
              <Button busy={mutation.busy} onClick={undo}>
                Undo the change
              </Button>
            )}
            <CopyButton text={edited ?? text} label="Copy the record" />
            <span role="status" class="small">
              {message}
            </span>
            <span class="push row row-middle">
              {deleting && <span class="small">Also delete all records that refer to it?</span>}
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

type AddRecordProps = {
  readonly kind: string
  /** A record whose fields are used as a template. */
  readonly example: StoredRecord | undefined
  readonly onAdded: () => void
  readonly onClose: () => void
}

/** A dialog to add a record. Its id is generated unless given. */
export function AddRecordDialog({ kind, example, onAdded, onClose }: AddRecordProps) {
  const { control } = usePlatform()
  const mutation = useMutation()
  const [text, setText] = useState(() => {
    const { id: _, ...fields } = example ?? { id: '' }
    return JSON.stringify(fields, null, 2)
  })
  async function add(event: Event) {
    event.preventDefault()
    await mutation.run(async () => {
      const path = `records/${encodeURIComponent(kind)}`
      const { id } = await control.send<StoredRecord>('POST', path, parseRecord(text))
      onAdded()
      onClose()
      navigate('state', { kind, id })
    })
  }
  return (
    <Dialog title={`Add to ${recordKind(kind).label}`} wide onClose={onClose}>
      <ErrorNotice message={mutation.error} />
      <form class="stack" onSubmit={add}>
        <TextArea
          label="Fields of the record"
          hint={example && 'Copied from the first record of the list.'}
          value={text}
          error={recordProblem(text)}
          onValue={setText}
          rows={18}
          spellcheck={false}
        />
        <div class="row">
          <Button kind="primary" type="submit" busy={mutation.busy}>
            Add record
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
