import { useEffect } from 'preact/hooks'

const writing = 'input, textarea, select, [contenteditable]'

/** Does something at a key, unless one is writing, a dialog is open, or another key is held. */
export function useShortcuts(acts: Readonly<Record<string, () => unknown>>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, repeat } = event
      if (ctrlKey || metaKey || altKey || repeat || !Object.hasOwn(acts, key)) return
      if (target instanceof Element && target.matches(writing)) return
      if (document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      acts[key]?.()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
}
