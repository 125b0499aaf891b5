import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

export type AnewDialogProps = {
  readonly onAnew: () => void
  readonly onClose: () => void
}

/** Asks whether a world shall begin anew. */
export const AnewDialog = ({ onAnew, onClose }: AnewDialogProps) => (
  <Dialog title="Begin anew?" onClose={onClose}>
    <p>All records, faults and calls go; streams that run end.</p>
    <div class="row">
      <Button
        kind="danger"
        onClick={() => {
          onClose()
          onAnew()
        }}
      >
        Begin anew
      </Button>
    </div>
  </Dialog>
)
