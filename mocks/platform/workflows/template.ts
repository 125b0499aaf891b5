import { jsonLength } from '../../../contract/json.ts'

/** What the places of a template lead to: `inputs`, and the output of each node by its id. */
export type Scope = Readonly<Record<string, unknown>>

/** How many characters may still be written; what a template takes is counted before it is made. */
export type OutputBudget = { left: number }

/** A template whose output would be larger than its room. */
export class OutputTooLarge extends Error {
  override readonly name = 'OutputTooLarge'
}

/** Takes characters out of a room. Throws `OutputTooLarge` where it has no more, and leaves it at -1. */
export function spendBudget(room: OutputBudget, characters: number): void {
  room.left = Math.max(-1, room.left - characters)
  if (room.left < 0) throw new OutputTooLarge()
}

const placeholder = /\{\{([^{}]+)\}\}/g
const singlePlaceholder = /^\{\{([^{}]+)\}\}$/

/**
 * A value with its places filled: `{{inputs.amount}}`, `{{lookup.total}}`. A text that is nothing
 * but a place becomes the value itself, whatever its type; a place that leads nowhere is null there.
 * Throws `OutputTooLarge`, before anything is made, where the room does not suffice.
 */
export function fillTemplate(value: unknown, scope: Scope, room: OutputBudget): unknown {
  if (typeof value === 'string') return fillTextValue(value, scope, room)
  spendBudget(room, 1)
  if (Array.isArray(value)) return value.map((item) => fillTemplate(item, scope, room))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      spendBudget(room, key.length)
      return [key, fillTemplate(item, scope, room)]
    }),
  )
}

function fillTextValue(text: string, scope: Scope, room: OutputBudget): unknown {
  const [, only] = singlePlaceholder.exec(text) ?? []
  if (only === undefined) return fillText(text, scope, room)
  const value = readPath(scope, only.trim()) ?? null
  spendBudget(room, jsonLength(value, room.left))
  return value
}

/** A text with what its places lead to written into it, objects as JSON. Throws `OutputTooLarge`. */
export function fillText(text: string, scope: Scope, room: OutputBudget): string {
  let literal = text.length
  for (const [written, path = ''] of text.matchAll(placeholder)) {
    literal -= written.length
    const value = readPath(scope, path.trim()) ?? ''
    spendBudget(
      room,
      typeof value === 'object' ? jsonLength(value, room.left) : String(value).length,
    )
  }
  spendBudget(room, literal)
  return text.replaceAll(placeholder, (_place, path: string) => {
    const value = readPath(scope, path.trim()) ?? ''
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  })
}

/** What a dotted path leads to, through own members alone. */
export function readPath(scope: Scope, path: string): unknown {
  let value: unknown = scope
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string, unknown>)[part]
  }
  return value
}
