import { useEffect, useState } from 'preact/hooks'
import { Dialog } from '../ui/dialog.tsx'
import { usePlatform } from './platform.ts'
import { isVisited } from './visitor.ts'
import { Worlds } from './worlds.tsx'

/** Names the world that all pages show; where the page may steer, it leads to others. */
export function WorldSwitch() {
  const { world = 'default', hasControl } = usePlatform()
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(false), [world])
  if (isVisited) return null
  if (!hasControl) return world === 'default' ? null : <span class="world-name">{world}</span>
  return (
    <>
      <button
        type="button"
        class="button button-quiet world-name"
        aria-haspopup="dialog"
        aria-label={`World: ${world}. Switch`}
        onClick={() => setOpen(true)}
      >
        <span>{world}</span> <span aria-hidden="true">▾</span>
      </button>
      {open && (
        <Dialog title="Worlds" wide onClose={() => setOpen(false)}>
          <p class="faint small">
            A world is a platform of its own: its records, clock, faults and journal.
          </p>
          <Worlds most={100} />
        </Dialog>
      )}
    </>
  )
}
