import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button, Icon } from './button.tsx'

type DialogProps = {
  readonly title: string
  readonly children: ComponentChildren
  /** Whether the dialog is wide, for tables and code. */
  readonly wide?: boolean
  /** Called after the user has closed the dialog. Then the caller must unmount the dialog. */
  readonly onClose: () => void
}

/** A modal dialog that is open while it is mounted. */
export function Dialog({ title, children, wide, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // The removal of an open dialog would lose the focus, so the dialog is closed first.
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      class={wide === true ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={heading}
      onClose={() => {
        // The `close` event arrives later. By then, another dialog may be mounted here.
        if (dialog.current !== null) onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close()
      }}
    >
      <div class="dialog-body">
        <div class="dialog-header">
          <h2 id={heading}>{title}</h2>
          <Button kind="quiet" label="Close" onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
