import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { readStored, writeStored } from '../app/browser-storage.ts'

/** Something that a key does. */
export type Shortcut = {
  /** Keys that do it, as `KeyboardEvent.key` has them. */
  readonly keys: readonly string[]
  /** How they are written where they are listed; the first of them unless given. */
  readonly display?: string
  /** What it does, for the list of shortcuts. */
  readonly label: string
  readonly run: (key: string) => unknown
}

/** Shortcuts that belong together. */
export type ShortcutGroup = {
  readonly title: string
  readonly shortcuts: readonly Shortcut[]
}

/** A shortcut of one key. */
export const onKey = (key: string, does: string, run: () => unknown): Shortcut => ({
  keys: [key],
  label: does,
  run,
})

/** The groups that are of use on the page that is shown. */
export const shortcutGroups = signal<readonly ShortcutGroup[]>([])

/**
 * Whether a key does something by itself. One can switch it off: who speaks to their machine, or
 * whose hand slips, would do by accident what they did not mean.
 */
export const areShortcutsOn = signal(readStored('keys', 'good') !== 'off')

/** Switches shortcuts on or off, for good. */
export function setShortcutsOn(on: boolean): void {
  areShortcutsOn.value = on
  writeStored('keys', on ? undefined : 'off', 'good')
}

/** A key to be shown beside what it does; nothing where keys do nothing. */
export const keyHint = (key: string): string | undefined => (areShortcutsOn.value ? key : undefined)

/** Offers shortcuts as long as a component is drawn. */
export function useShortcuts(group: ShortcutGroup): void {
  const newest = useRef(group)
  newest.current = group
  // With what is drawn, not a frame later: a key that is pressed in between would be lost.
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

/** Does what a key is for, unless one is writing, a dialog is open, or another key is held. */
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
