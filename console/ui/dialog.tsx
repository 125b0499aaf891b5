import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button, Icon } from './button.tsx'

type DialogProps = {
  readonly title: string
  readonly children: ComponentChildren
  /** Wide enough for tables and code. */
  readonly wide?: boolean
  /** Called when it was closed by Escape, a click outside, or its button. Unmount it then. */
  readonly onClose: () => void
}

/** A modal dialog that is open while it is mounted. */
export function Dialog({ title, children, wide, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Removing an open dialog would lose the focus, so it is closed first.
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      class={wide === true ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={heading}
      onClose={() => {
        // The `close` event arrives later, when another dialog may already be mounted.
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
