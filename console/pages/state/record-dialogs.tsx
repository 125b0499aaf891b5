import { useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import type { StoredRecord } from '../../control/answers.ts'
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

/** One record as it is stored: to read, to change, to delete. */
export function RecordDialog({ kind, id, onChanged, onClose }: RecordDialogProps) {
  const { control } = usePlatform()
  const path = `records/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`
  const { data: record, error, setData } = useQuery<StoredRecord>(path)
  const act = useMutation()
  const [edited, setEdited] = useState<string>()
  const [deleting, setDeleting] = useState(false)
  const [said, setSaid] = useState('')
  const text = record === undefined ? '' : JSON.stringify(record, null, 2)

  async function save(event: Event) {
    event.preventDefault()
    if (record === undefined) return
    setSaid('')
    await act.run(async () => {
      const change = changedFields(record, edited ?? text)
      setData(await control.send<StoredRecord>('PATCH', path, change))
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
    <Dialog title={`${recordKind(kind).label}: ${id}`} wide onClose={onClose}>
      <ErrorNotice message={error ?? act.error} />
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

type AddRecordProps = {
  readonly kind: string
  /** A record whose fields the form begins with. */
  readonly example: StoredRecord | undefined
  readonly onAdded: () => void
  readonly onClose: () => void
}

/** Adds a record with all its fields; its id is made up unless given. */
export function AddRecordDialog({ kind, example, onAdded, onClose }: AddRecordProps) {
  const { control } = usePlatform()
  const act = useMutation()
  const [text, setText] = useState(() => {
    const { id: _, ...fields } = example ?? { id: '' }
    return JSON.stringify(fields, null, 2)
  })
  async function add(event: Event) {
    event.preventDefault()
    await act.run(async () => {
      const path = `records/${encodeURIComponent(kind)}`
      const { id } = await control.send<StoredRecord>('POST', path, parseRecord(text))
      onAdded()
      onClose()
      navigate('state', { kind, id })
    })
  }
  return (
    <Dialog title={`Add to ${recordKind(kind).label}`} wide onClose={onClose}>
      <ErrorNotice message={act.error} />
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

/**
 * The fields that an edited text gives another value. Throws an `Error` that says why a text can't
 * stand for the record: it is no JSON, no object, or lacks a field.
 */
function changedFields(record: StoredRecord, text: string): Readonly<Record<string, unknown>> {
  const edited = parseRecord(text)
  const missing = Object.keys(record).filter((field) => !Object.hasOwn(edited, field))
  if (missing.length > 0)
    throw new Error(
      `A field can be changed, not taken away: put back ${missing.map((field) => `"${field}"`).join(', ')}.`,
    )
  return Object.fromEntries(
    Object.entries(edited).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(record[field]),
    ),
  )
}

/** The fields that a text has. Throws an `Error` that says why it has none. */
function parseRecord(text: string): Readonly<Record<string, unknown>> {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch (error) {
    throw new Error(`This is no JSON: ${(error as Error).message}.`, { cause: error })
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new Error('A record is an object with fields, as in {"title": "Another"}.')
  return read as Readonly<Record<string, unknown>>
}
