import { signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { Button } from '../ui/button.tsx'
import { CheckField } from '../ui/fields.tsx'
import { Dialog } from '../ui/dialog.tsx'
import {
  areShortcutsOn,
  shortcutGroups,
  createShortcut,
  runShortcut,
  setShortcutsOn,
  useShortcuts,
} from './shortcuts.ts'
import './keyboard.css'

const isHelpOpen = signal(false)

/** Handles the keyboard shortcuts of all pages. The key `?` opens their list. */
export function Keyboard() {
  useLayoutEffect(() => {
    document.addEventListener('keydown', runShortcut)
    return () => document.removeEventListener('keydown', runShortcut)
  }, [])
  useShortcuts({
    title: 'Everywhere',
    shortcuts: [
      createShortcut('?', 'Show this list', () => (isHelpOpen.value = true)),
      createShortcut('f', 'Full screen on or off', toggleFullscreen),
    ],
  })
  if (!isHelpOpen.value) return null
  return (
    <Dialog title="Keyboard shortcuts" onClose={() => (isHelpOpen.value = false)}>
      {shortcutGroups.value.toReversed().map(({ title, shortcuts }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl class="shortcuts">
            {shortcuts.map(({ keys, display, label }) => (
              <div key={keys[0]}>
                <dt>
                  <kbd>{display ?? keys[0]}</kbd>
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p class="small faint">
        In a long list or table, the arrow keys, <kbd>Home</kbd> and <kbd>End</kbd> lead from row to
        row.
      </p>
      <p class="small faint">
        Shortcuts are off while you type. <kbd>Esc</kbd> leaves the question, <kbd>Tab</kbd> leaves
        any field.
      </p>
      <CheckField
        label="Keyboard shortcuts are on"
        checked={areShortcutsOn.value}
        onValue={setShortcutsOn}
      />
    </Dialog>
  )
}

/** A button that opens the list of shortcuts, even if shortcuts are off. */
export const KeyboardButton = () => (
  <Button kind="quiet" label="Keyboard shortcuts" onClick={() => (isHelpOpen.value = true)}>
    ?
  </Button>
)

async function toggleFullscreen(): Promise<void> {
  if (document.fullscreenElement !== null) return document.exitFullscreen()
  // A browser may refuse full screen; the page works without it.
  return document.documentElement.requestFullscreen().catch(() => undefined)
}
