import type { ComponentChildren } from 'preact'

export type ButtonProps = {
  readonly children: ComponentChildren
  /** `primary` is what one most likely came for, once in a form; `danger` loses something. */
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet'
  readonly type?: 'button' | 'submit'
  /** What it does, for those who do not see it; needed where the text is a sign. */
  readonly label?: string | undefined
  /** For a button that stays down. */
  readonly pressed?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** Waits for an answer; a second press does nothing. */
  readonly busy?: boolean | undefined
  /** The keyboard shortcut that does the same, such as `n`; it is shown. */
  readonly shortcut?: string | undefined
  readonly onClick?: (event: MouseEvent) => void
}

/** A button. */
export function Button({ children, kind = 'plain', type = 'button', ...given }: ButtonProps) {
  const { label, pressed, disabled, busy, shortcut, onClick } = given
  return (
    <button
      type={type}
      class={`button button-${kind}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-busy={busy}
      aria-keyshortcuts={shortcut}
      disabled={disabled}
      onClick={(event) => {
        if (busy === true) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {children}
      {shortcut !== undefined && <kbd aria-hidden="true">{shortcut}</kbd>}
    </button>
  )
}
