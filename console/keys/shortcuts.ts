import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { readStored, writeStored } from '../app/browser-storage.ts'

type Shortcut = {
  /** The keys that run the shortcut, as `KeyboardEvent.key` names them. */
  readonly keys: readonly string[]
  /** The label of the keys in the list of shortcuts. Default: the first key. */
  readonly display?: string
  /** What the shortcut does, as text for the list of shortcuts. */
  readonly label: string
  readonly run: (key: string) => unknown
}

type ShortcutGroup = {
  readonly title: string
  readonly shortcuts: readonly Shortcut[]
}

/** Creates a shortcut with one key. */
export const createShortcut = (key: string, label: string, run: () => unknown): Shortcut => ({
  keys: [key],
  label,
  run,
})

export const shortcutGroups = signal<readonly ShortcutGroup[]>([])

/** Whether shortcuts are on. With speech input, single keys trigger actions by accident. */
export const areShortcutsOn = signal(readStored('keys', 'permanent') !== 'off')

/** Switches shortcuts on or off, and stores the setting. */
export function setShortcutsOn(on: boolean): void {
  areShortcutsOn.value = on
  writeStored('keys', on ? undefined : 'off', 'permanent')
}

/** Returns the key to show on a button; `undefined` if shortcuts are off. */
export const keyHint = (key: string): string | undefined => (areShortcutsOn.value ? key : undefined)

/** Registers a group of shortcuts while a component is mounted. */
export function useShortcuts(group: ShortcutGroup): void {
  const newest = useRef(group)
  newest.current = group
  // A layout effect runs before the next frame, so that a key pressed early is not lost.
  useLayoutEffect(() => {
    const offered: ShortcutGroup = {
      title: group.title,
      shortcuts: group.shortcuts.map((shortcut, at) => ({
        ...shortcut,
        run: (key) => newest.current.shortcuts[at]?.run(key),
      })),
    }
    shortcutGroups.value = [...shortcutGroups.value, offered]
    return () => {
      shortcutGroups.value = shortcutGroups.value.filter((each) => each !== offered)
    }
  }, [])
}

/** Runs the action of a key in a pane. The page then runs no shortcut that has the same key. */
export function runKeyInPane(
  event: KeyboardEvent,
  actions: Readonly<Record<string, () => unknown>>,
): void {
  const run = actions[event.key]
  if (run === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  run()
}

const textInputs = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

/** Runs the shortcut of a key, unless the user types, a dialog is open, or a modifier is held. */
export function runShortcut(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey, repeat } = event
  if (!areShortcutsOn.value || ctrlKey || metaKey || altKey || repeat) return
  if (target instanceof Element && target.matches(textInputs)) return
  if (document.querySelector('dialog[open]') !== null) return
  const all = shortcutGroups.value.flatMap(({ shortcuts }) => shortcuts)
  const shortcut = all.find(({ keys }) => keys.includes(key))
  if (shortcut === undefined) return
  event.preventDefault()
  shortcut.run(key)
}
