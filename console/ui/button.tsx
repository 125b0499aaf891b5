import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

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

/** Lines and an area, as SVG paths in a box of 16 by 16. */
type IconShape = { readonly lines: string; readonly filled?: string }

const icons = {
  auto: { lines: 'M8 2a6 6 0 0 0 0 12', filled: 'M8 1.25a6.75 6.75 0 0 1 0 13.5z' },
  light: {
    lines:
      'M8 5a3 3 0 0 1 0 6a3 3 0 0 1 0-6zM8 1v1.25M8 13.75V15M1 8h1.25M13.75 8H15M3 3l.9.9M12.1 12.1l.9.9M3 13l.9-.9M12.1 3.9l.9-.9',
  },
  dark: { lines: '', filled: 'M6.5 1.75a6.5 6.5 0 1 0 7.75 7.75a5.5 5.5 0 0 1-7.75-7.75z' },
  comfortable: { lines: 'M2.5 2.5h11v4h-11zM2.5 9.5h11v4h-11z' },
  compact: { lines: 'M2 3.5h12M2 6.5h12M2 9.5h12M2 12.5h12' },
  close: { lines: 'M4 4l8 8M12 4l-8 8' },
  down: { lines: 'M4 6l4 4 4-4' },
  up: { lines: 'M4 10l4-4 4 4' },
  copy: {
    lines:
      'M3.5 2h5.5a1.5 1.5 0 0 1 1.5 1.5v5.5a1.5 1.5 0 0 1-1.5 1.5h-5.5a1.5 1.5 0 0 1-1.5-1.5v-5.5a1.5 1.5 0 0 1 1.5-1.5zM13 5.5v6a1.5 1.5 0 0 1-1.5 1.5h-6',
  },
} as const satisfies Readonly<Record<string, IconShape>>

export type IconName = keyof typeof icons

/** An icon in the colour of its text. A text or a label beside it has to say what it means. */
export function Icon({ name }: { readonly name: IconName }) {
  const { lines, filled }: IconShape = icons[name]
  return (
    <svg class="sign" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={lines} />
      {filled !== undefined && <path class="filled" d={filled} />}
    </svg>
  )
}

type ConfirmButtonProps = {
  /** The button that asks. */
  readonly label: string
  /** The button that acts; it names what is lost. */
  readonly confirmLabel: string
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly onConfirm: () => unknown
}

/** A button for something that cannot be undone: it asks before it acts. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, confirmLabel, busy, disabled, onConfirm } = props
  const [isAsking, setAsking] = useState(false)
  if (!isAsking)
    return (
      <Button kind="danger" busy={busy} disabled={disabled} onClick={() => setAsking(true)}>
        {label}
      </Button>
    )
  return (
    <span class="row row-middle" role="group" aria-label={label}>
      <Button
        kind="danger"
        busy={busy}
        onClick={() => {
          setAsking(false)
          onConfirm()
        }}
      >
        {confirmLabel}
      </Button>
      <Button kind="quiet" onClick={() => setAsking(false)}>
        Cancel
      </Button>
    </span>
  )
}
