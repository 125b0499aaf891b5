/** Bytes that a property, an element or a number takes beside the text in it, roughly. */
const slot = 16

/** About how many bytes a value of JSON takes in memory; nothing takes none. */
export function weigh(value: unknown): number {
  if (value === undefined || value === null) return 0
  if (typeof value === 'string') return slot + value.length
  if (typeof value !== 'object') return slot
  let sum = slot
  if (Array.isArray(value)) for (const item of value) sum += slot + weigh(item)
  else for (const key in value) sum += slot + weigh((value as Record<string, unknown>)[key])
  return sum
}
