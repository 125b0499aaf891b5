import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

export type DialogProps = {
  readonly title: string
  readonly children: ComponentChildren
  /** Wide enough for tables and code. */
  readonly wide?: boolean
  /** It was closed, by Escape, by a press beside it, or by its button. Stop drawing it then. */
  readonly onClose: () => void
}

/** A dialog over the page, open as long as it is drawn; the browser keeps the focus inside. */
export function Dialog({ title, children, wide, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    // One that is merely taken away leaves the focus nowhere: it has to be closed before.
    return () => opened?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      class={wide === true ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={heading}
      onClose={() => {
        // It tells so a moment later, when another may stand in its place.
        if (dialog.current !== null) onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close()
      }}
    >
      <div class="dialog-body">
        <header class="dialog-header">
          <h2 id={heading}>{title}</h2>
          <button
            type="button"
            class="button button-quiet"
            aria-label="Close"
            onClick={() => dialog.current?.close()}
          >
            ✕
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
