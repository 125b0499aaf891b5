import { useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import type { StoredRecord } from '../../../contract/control/worlds.ts'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { useMutation, useQuery } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/fields.tsx'
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
      setMessage(`Saved: ${Object.keys(change).join(', ') || 'no changes'}.`)
      onChanged()
    })
  }
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

/** Returns the fields that an edited text changes. Throws an `Error` for invalid text. */
function changedFields(record: StoredRecord, text: string): Readonly<Record<string, unknown>> {
  const edited = parseRecord(text)
  const missing = Object.keys(record).filter((field) => !Object.hasOwn(edited, field))
  if (missing.length > 0)
    throw new Error(
      `Fields cannot be removed. Restore ${missing.map((field) => `"${field}"`).join(', ')}.`,
    )
  return Object.fromEntries(
    Object.entries(edited).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(record[field]),
    ),
  )
}

/** Parses the fields of a record. Throws an `Error` if the text is not a JSON object. */
function parseRecord(text: string): Readonly<Record<string, unknown>> {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch (error) {
    throw new Error(`This is not valid JSON: ${(error as Error).message}.`, { cause: error })
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new Error('A record must be a JSON object, such as {"title": "Another"}.')
  return read as Readonly<Record<string, unknown>>
}
