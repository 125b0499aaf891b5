import { signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { ComponentType } from 'preact'
import { Icon } from '../ui/button.tsx'
import { toast } from '../ui/feedback.tsx'

const isOpen = signal(false)

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the palette; so does Ctrl-K, on a Mac ⌘K, wherever the focus is. */
export const PaletteButton = () => (
  <button
    type="button"
    class="frame-link frame-search"
    aria-haspopup="dialog"
    aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
    onClick={() => (isOpen.value = true)}
  >
    <Icon name="search" />
    <span class="frame-label">Go to …</span>
    <kbd aria-hidden="true">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
  </button>
)

/** The place of the palette, which is loaded when it is opened first. */
export function Palette() {
  const [Dialog, setDialog] = useState<ComponentType<{ readonly onClose: () => void }>>()
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isChord = event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey
      if (!isChord || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // Not over another dialog: what it asks would be out of sight.
      if (document.querySelector('dialog[open]:not(.palette)') === null)
        isOpen.value = !isOpen.value
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  useEffect(() => {
    if (!isOpen.value || Dialog !== undefined) return
    import('./palette-dialog.tsx').then(
      ({ PaletteDialog }) => setDialog(() => PaletteDialog),
      (error: unknown) => {
        isOpen.value = false
        toast(`The palette could not be loaded. ${String(error)}`, 'bad')
      },
    )
  }, [isOpen.value])
  return isOpen.value && Dialog !== undefined ? (
    <Dialog onClose={() => (isOpen.value = false)} />
  ) : null
}
