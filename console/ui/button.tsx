import type { ComponentChildren } from 'preact'

type ButtonProps = {
  readonly children: ComponentChildren
  /** `primary` is the main action, once in a form; `danger` deletes or ends something. */
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet'
  readonly type?: 'button' | 'submit'
  /** The accessible name and tooltip; required if the content is only a symbol. */
  readonly label?: string | undefined
  /** The state of a toggle button. */
  readonly pressed?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** Whether a request is pending; a second press does nothing. */
  readonly busy?: boolean | undefined
  /** The keyboard shortcut for the same action, such as `n`; it is shown on the button. */
  readonly shortcut?: string | undefined
  readonly onClick?: (event: MouseEvent) => void
}

export function Button({ children, kind = 'plain', type = 'button', ...props }: ButtonProps) {
  const { label, pressed, disabled, busy, shortcut, onClick } = props
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
