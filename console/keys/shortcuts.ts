import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { readStored, writeStored } from '../app/browser-storage.ts'

type Shortcut = {
  /** The keys, as `KeyboardEvent.key` names them. */
  readonly keys: readonly string[]
  /** The label of the keys in the list. Default: the first key. */
  readonly display?: string
  /** The effect of the shortcut, for the list. */
  readonly label: string
  readonly run: (key: string) => unknown
}

type ShortcutGroup = {
  readonly title: string
  readonly shortcuts: readonly Shortcut[]
}

/** Creates a shortcut with one key. */
export const onKey = (key: string, does: string, run: () => unknown): Shortcut => ({
  keys: [key],
  label: does,
  run,
})

export const shortcutGroups = signal<readonly ShortcutGroup[]>([])

/** Whether shortcuts are on: with speech input, single keys would trigger actions by accident. */
export const areShortcutsOn = signal(readStored('keys', 'permanent') !== 'off')

/** Switches shortcuts on or off, and stores the setting. */
export function setShortcutsOn(on: boolean): void {
  areShortcutsOn.value = on
  writeStored('keys', on ? undefined : 'off', 'permanent')
}

/** The key to show on a button; `undefined` if shortcuts are off. */
export const keyHint = (key: string): string | undefined => (areShortcutsOn.value ? key : undefined)

/** Registers shortcuts while a component is mounted. */
export function useShortcuts(group: ShortcutGroup): void {
  const newest = useRef(group)
  newest.current = group
  // A layout effect, because a key pressed before the next frame would be lost.
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
