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
  const heading = useId()
  const modal = useModal(onClose)
  return (
    <dialog
      {...modal}
      class={wide === true ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={heading}
    >
      <div class="dialog-body">
        <div class="dialog-header">
          <h2 id={heading}>{title}</h2>
          <Button kind="quiet" label="Close" onClick={() => modal.ref.current?.close()}>
            <Icon name="close" />
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  )
}

/**
 * Returns the attributes of a modal dialog that is open while it is mounted. A click that begins and
 * ends on its backdrop closes it: a selection of text may begin or end outside the dialog.
 */
export function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isOnBackdrop = useRef(false)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // The removal of an open dialog would lose the focus, so the dialog is closed first.
    return () => element?.close()
  }, [])
  return {
    ref: dialog,
    onClose: () => {
      // If this dialog is already unmounted, its late `close` event must not close the next dialog.
      if (dialog.current !== null) onClose()
    },
    onPointerDown: ({ target }: PointerEvent) => {
      isOnBackdrop.current = target === dialog.current
    },
    onPointerUp: ({ target }: PointerEvent) => {
      isOnBackdrop.current &&= target === dialog.current
    },
    onClick: ({ target }: MouseEvent) => {
      if (isOnBackdrop.current && target === dialog.current) dialog.current?.close()
    },
  }
}
