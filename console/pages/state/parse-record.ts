import type { Fields } from './form/field-values.ts'

/** Parses the fields of a record. Throws an `Error` that names the line if the text is no JSON object. */
export function parseRecord(text: string): Fields {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch (error) {
    throw new Error(describeProblem(text, (error as Error).message), { cause: error })
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new Error('A record must be a JSON object, such as {"title": "Another"}.')
  return read as Fields
}

/** Names the line of a syntax error, and shows the text of that line. */
function describeProblem(text: string, message: string): string {
  const [says = message] = message.split(/ (?:in JSON )?at (?:position|line)| in JSON$/)
  const at = placeOf(text, message)
  const lines = text.slice(0, at).split('\n')
  const line = text.split('\n')[lines.length - 1]?.trim() ?? ''
  return `Line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: ${says}. The line is: ${line || 'empty'}`
}

/** The position that a browser names in its message; the end of the text if it names none. */
function placeOf(text: string, message: string): number {
  const position = /position (\d+)/.exec(message)?.[1]
  if (position !== undefined) return Number(position)
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? []
  if (line === undefined) return text.length
  const before = text.split('\n').slice(0, Number(line) - 1)
  return before.reduce((sum, each) => sum + each.length + 1, 0) + Number(column) - 1
}

/** Returns the fields that an edit changes. */
export const changedFields = (record: Fields, edited: Fields): Fields =>
  Object.fromEntries(
    Object.entries(edited).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(record[field]),
    ),
  )
