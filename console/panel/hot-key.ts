/**
 * Returns whether an event is that of a hot key such as `Ctrl+Alt+U`; `false` never is. The key is
 * that of the keyboard, because with Alt many layouts write another letter.
 */
export function createHotKey(hotKey: string | false): (event: KeyboardEvent) => boolean {
  if (hotKey === false) return () => false
  const parts = hotKey.split('+').map((part) => part.trim().toLowerCase())
  const key = parts.pop() ?? ''
  const unknown = parts.find((part) => !modifiers.includes(part))
  if (unknown !== undefined || !/^([a-z\d]|f\d\d?)$/.test(key))
    throw new TypeError(
      `\`${hotKey}\` is not a hot key. Use a letter, a digit or F1 to F12, after any of Ctrl, Alt, Shift and Meta, such as Ctrl+Alt+U.`,
    )
  return (event) =>
    event.code.toLowerCase().replace(/^(key|digit)/, '') === key &&
    [event.ctrlKey, event.altKey, event.shiftKey, event.metaKey].every(
      (isPressed, at) => isPressed === parts.includes(modifiers[at] ?? ''),
    )
}

const modifiers = ['ctrl', 'alt', 'shift', 'meta']
