import { useState } from 'preact/hooks'
import { Button } from './button.tsx'

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
