import { useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { useMutation } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/feedback.tsx'
import type { Deletion } from './record-dialogs.tsx'

type DeletionNoticeProps = {
  readonly deletion: Deletion
  readonly onUndone: () => void
  readonly onClose: () => void
}

/** Says what was deleted in the current world, and brings it back. */
export function DeletionNotice({ deletion, onUndone, onClose }: DeletionNoticeProps) {
  const mutation = useMutation()
  /** The deletion that was undone: another one has its own notice. */
  const [undone, setUndone] = useState<Deletion>()
  const { name, records, control } = deletion
  const others = records.length - 1
  const undo = () =>
    mutation.run(async () => {
      await control.send('PUT', 'records', { records })
      setUndone(deletion)
      onUndone()
    })
  if (control !== usePlatform().control) return null
  return (
    <div class="notice tone-info row row-middle">
      <span role="status">
        {undone === deletion
          ? `“${name}” is back.`
          : `Deleted “${name}”${others === 0 ? '' : `, and deleted or changed ${others} more`}.`}
      </span>
      <span class="push row">
        {undone !== deletion && (
          <Button busy={mutation.busy} onClick={undo}>
            Undo
          </Button>
        )}
        <Button kind="quiet" label="Close this message" onClick={onClose}>
          ✕
        </Button>
      </span>
      <ErrorNotice message={mutation.error} />
    </div>
  )
}
