import { callOf } from '../../../contract/control/call.ts'
import { useRef, useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import type { ControlClient } from '../../control/client.ts'
import type { KindedRecords, StoredRecord } from '../../../contract/control/worlds.ts'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { useMutation, useQuery } from '../../control/hooks.ts'
import { useWorldStatus } from '../../control/world-status.ts'
import { Button, ConfirmButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { fieldsOf, type Field } from './form/field-type.ts'
import { initialFields, type RecordFields } from './form/field-values.ts'
import { parseRefusedField } from './form/field-problems.ts'
import {
  formatRecord,
  readDraft,
  RecordEditor,
  type RecordDraft,
  changedFields,
} from './form/record-editor.tsx'
import { useRecordSchema } from './form/record-schema.ts'
import { kindDisplay, recordName } from './record-kinds.ts'
import { navigate } from '../../app/location.ts'

/** The records that were deleted, and everything that is needed to restore the records. */
export type Deletion = KindedRecords & {
  /** The name of the deleted record. */
  readonly name: string
  /** The control API of the world from which the record was deleted. */
  readonly control: ControlClient
}

type RecordDialogProps = {
  readonly kind: string
  readonly id: string
  readonly onChanged: () => void
  readonly onDeleted: (deletion: Deletion) => void
  readonly onClose: () => void
}

/** A dialog to view, change or delete one record. */
export function RecordDialog({ kind, id, onChanged, onDeleted, onClose }: RecordDialogProps) {
  const { control } = usePlatform()
  const params = { kind, id }
  const {
    data: record,
    error,
    setData,
  } = useQuery(callOf('GET records/{kind}/{id}', { params }), undefined, false)
  const mutation = useMutation()
  const schema = useRecordSchema(kind, record === undefined ? [] : [record])
  const [edited, setEdited] = useState<string>()
  /** The earlier values of the fields that the last change replaced. */
  const [before, setBefore] = useState<RecordFields>()
  const [message, setMessage] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const fields = schema === undefined ? [] : fieldsOf(schema)
  const text = edited ?? (record === undefined ? '' : formatRecord(record))
  const refused = refusedField(fields, mutation.error)
  const draft = readDraft(text, fields, record ?? {}, refused)

  async function save(event: Event) {
    event.preventDefault()
    setMessage('')
    if (record === undefined || draft.record === undefined || hasProblems(draft))
      return focusProblem(form.current)
    const change = changedFields(record, draft.record)
    await mutation.run(async () => {
      setData(await control.call('PATCH records/{kind}/{id}', { params, body: change }))
      setEdited(undefined)
      const names = Object.keys(change)
      // A change can't be undone if it added a field, because no change can remove a field.
      const isUndoable = names.every((name) => record[name] !== undefined)
      setBefore(
        isUndoable ? Object.fromEntries(names.map((name) => [name, record[name]])) : undefined,
      )
      setMessage(`Saved: ${names.join(', ') || 'no changes'}.`)
      onChanged()
    })
  }
  const undo = () =>
    mutation.run(async () => {
      setData(await control.call('PATCH records/{kind}/{id}', { params, body: before }))
      setBefore(undefined)
      setEdited(undefined)
      setMessage('The change was undone.')
      onChanged()
    })
  const deleteRecord = () =>
    mutation.run(async () => {
      const { records } = await control.call('DELETE records/{kind}/{id}', { params })
      onDeleted({ records, name: recordName(kind, record ?? { id }), control })
      onClose()
    })

  return (
    <Dialog
      title={`${kindDisplay(kind).label}: ${record ? recordName(kind, record) : id}`}
      wide
      onClose={onClose}
    >
      <ErrorNotice message={error ?? (refused === undefined ? mutation.error : undefined)} />
      {record && schema && (
        <form ref={form} class="stack" onSubmit={save} noValidate>
          <RecordEditor
            fields={fields}
            draft={draft}
            label="Record as JSON"
            hint="Only the format of the record is checked. Side effects of the platform do not happen."
            hasFixedId
            onText={(next) => {
              mutation.reset()
              setEdited(next)
            }}
          />
          <div class="row row-middle state-actions">
            <Button
              kind="primary"
              type="submit"
              busy={mutation.busy}
              disabled={edited === undefined || edited === formatRecord(record)}
            >
              Save
            </Button>
            {before !== undefined && (
              <Button busy={mutation.busy} onClick={undo}>
                Undo the change
              </Button>
            )}
            <CopyButton text={text} label="Copy the record" />
            <span role="status" class="small">
              {message}
            </span>
            <span class="push row row-middle">
              <ConfirmButton
                label="Delete"
                confirmLabel="Yes, delete it and all records that refer to it"
                busy={mutation.busy}
                onConfirm={deleteRecord}
              />
            </span>
          </div>
        </form>
      )}
    </Dialog>
  )
}

/** Returns the field that a refusal of the server names, and the field's problem. */
function refusedField(fields: readonly Field[], message: string | undefined) {
  const refused = message === undefined ? undefined : parseRefusedField(message)
  const [first] = refused?.[0].split('.') ?? []
  return fields.some(({ name }) => name === first) ? refused : undefined
}

const hasProblems = ({ jsonProblem, problems }: RecordDraft) =>
  jsonProblem !== undefined || problems.size > 0

function focusProblem(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}

type AddRecordProps = {
  readonly kind: string
  /** The records of the list. The first record is the template for a new one. */
  readonly knownRecords: readonly StoredRecord[]
  readonly onAdded: () => void
  readonly onClose: () => void
}

/** A dialog to add a record. An id is generated if the user gives none. */
export function AddRecordDialog({ kind, knownRecords, onAdded, onClose }: AddRecordProps) {
  const { control } = usePlatform()
  const mutation = useMutation()
  const schema = useRecordSchema(kind, knownRecords)
  const now = useWorldStatus()?.time.now ?? new Date().toISOString()
  const [edited, setEdited] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const [template] = knownRecords
  const fields = (schema === undefined ? [] : fieldsOf(schema)).map(({ name, type }) => ({
    name,
    type: { ...type, isOptional: type.isOptional || name === 'id' },
  }))
  const { id: _, ...start } = template ?? { id: '', ...initialFields(fields, now) }
  const text = edited ?? formatRecord(start)
  const refused = refusedField(fields, mutation.error)
  const draft = readDraft(text, fields, {}, refused)

  async function add(event: Event) {
    event.preventDefault()
    if (hasProblems(draft)) return focusProblem(form.current)
    await mutation.run(async () => {
      const { id } = await control.call('POST records/{kind}', {
        params: { kind },
        body: draft.record,
      })
      onAdded()
      onClose()
      navigate('state', { kind, id })
    })
  }
  return (
    <Dialog title={`Add to ${kindDisplay(kind).label}`} wide onClose={onClose}>
      <ErrorNotice message={refused === undefined ? mutation.error : undefined} />
      {schema && (
        <form ref={form} class="stack" onSubmit={add} noValidate>
          <RecordEditor
            fields={fields}
            draft={draft}
            label="Fields of the record as JSON"
            hint={template && 'Copied from the first record of the list, without its id.'}
            hasFixedId={false}
            onText={(next) => {
              mutation.reset()
              setEdited(next)
            }}
          />
          <div class="row state-actions">
            <Button kind="primary" type="submit" busy={mutation.busy}>
              Add record
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
