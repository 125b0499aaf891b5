import { jsonLength } from '../../contract/json.ts'

/** What the places of a template lead to: `inputs`, and the output of each node by its id. */
export type Scope = Readonly<Record<string, unknown>>

/** How many characters may still be written; what a template takes is counted before it is made. */
export type Room = { left: number }

/** A template whose output would be larger than its room. */
export class OutputTooLarge extends Error {
  override readonly name = 'OutputTooLarge'
}

/** Takes characters out of a room. Throws `OutputTooLarge` where it has no more, and leaves it at -1. */
export function spend(room: Room, characters: number): void {
  room.left = Math.max(-1, room.left - characters)
  if (room.left < 0) throw new OutputTooLarge()
}

const place = /\{\{([^{}]+)\}\}/g
const onlyPlace = /^\{\{([^{}]+)\}\}$/

/**
 * A value with its places filled: `{{inputs.amount}}`, `{{lookup.total}}`. A text that is nothing
 * but a place becomes the value itself, whatever its type; a place that leads nowhere is null there.
 * Throws `OutputTooLarge`, before anything is made, where the room does not suffice.
 */
export function fill(value: unknown, scope: Scope, room: Room): unknown {
  if (typeof value === 'string') return fillText(value, scope, room)
  spend(room, 1)
  if (Array.isArray(value)) return value.map((item) => fill(item, scope, room))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      spend(room, key.length)
      return [key, fill(item, scope, room)]
    }),
  )
}

function fillText(text: string, scope: Scope, room: Room): unknown {
  const [, only] = onlyPlace.exec(text) ?? []
  if (only === undefined) return inText(text, scope, room)
  const value = valueAt(scope, only.trim()) ?? null
  spend(room, jsonLength(value, room.left))
  return value
}

/** A text with what its places lead to written into it, objects as JSON. Throws `OutputTooLarge`. */
export function inText(text: string, scope: Scope, room: Room): string {
  let literal = text.length
  for (const [written, path = ''] of text.matchAll(place)) {
    literal -= written.length
    const value = valueAt(scope, path.trim()) ?? ''
    spend(room, typeof value === 'object' ? jsonLength(value, room.left) : String(value).length)
  }
  spend(room, literal)
  return text.replaceAll(place, (_place, path: string) => {
    const value = valueAt(scope, path.trim()) ?? ''
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  })
}

/** What a dotted path leads to, through own members alone. */
export function valueAt(scope: Scope, path: string): unknown {
  let value: unknown = scope
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string, unknown>)[part]
  }
  return value
}
