import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type IconName, icons, type IconShape } from './icons.ts'

type ButtonProps = {
  readonly children: ComponentChildren
  /** `primary` is the main action of a form. `danger` deletes or ends something. */
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet'
  readonly type?: 'button' | 'submit'
  /** The accessible name and tooltip; required if the content is only a symbol. */
  readonly label?: string | undefined
  /** The state of a toggle button. */
  readonly pressed?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** Whether a request is pending. A press then does nothing. */
  readonly busy?: boolean | undefined
  /** The keyboard shortcut for the same action, such as `n`; it is shown on the button. */
  readonly shortcut?: string | undefined
  readonly onClick?: (event: MouseEvent) => void
}

export function Button({ children, kind = 'plain', type = 'button', ...props }: ButtonProps) {
  const { label, pressed, disabled, busy, shortcut, onClick } = props
  const button = useRef<HTMLButtonElement>(null)
  // A disabled button would lose the focus, so a focused button is only marked as disabled.
  const isMarked =
    disabled === true && button.current !== null && button.current === document.activeElement
  return (
    <button
      ref={button}
      type={type}
      class={`button button-${kind}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-busy={busy}
      aria-keyshortcuts={shortcut}
      disabled={disabled === true && !isMarked}
      aria-disabled={isMarked || busy === true ? true : undefined}
      onClick={(event) => {
        if (busy === true || disabled === true) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {children}
      {shortcut !== undefined && <kbd aria-hidden="true">{shortcut}</kbd>}
    </button>
  )
}

/**
 * An icon in the color of the text. A text or a label beside the icon must say what the icon means.
 */
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
  /** The text of the first button, which asks for confirmation. */
  readonly label: string
  /** The name of the button's item in a list. The accessible names of the buttons contain it. */
  readonly subject?: string
  readonly kind?: 'danger' | 'quiet'
  /** The text of the second button, which runs the action. The text names what is lost. */
  readonly confirmLabel: string
  readonly busy?: boolean
  readonly onConfirm: () => unknown
}

/** A button for an action that cannot be undone. It asks for confirmation first. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, subject, kind = 'danger', confirmLabel, busy, onConfirm } = props
  const nameOf = (text: string) => subject && text.replace(/\w+/, (verb) => `${verb} ${subject}`)
  const [isAsking, setAsking] = useState<boolean>()
  const place = useRef<HTMLSpanElement>(null)
  // The pressed button has disappeared. The last button, which deletes nothing, gets the focus.
  useEffect(() => {
    if (isAsking !== undefined) place.current?.querySelector<HTMLElement>(':last-child')?.focus()
  }, [isAsking])
  if (isAsking !== true)
    return (
      <span ref={place}>
        <Button kind={kind} label={nameOf(label)} busy={busy} onClick={() => setAsking(true)}>
          {label}
        </Button>
      </span>
    )
  return (
    <span ref={place} class="row row-middle" role="group" aria-label={label}>
      <Button
        kind="danger"
        label={nameOf(confirmLabel)}
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
