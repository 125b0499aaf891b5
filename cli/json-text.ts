import { escapeJson } from '../contract/escape.ts'

/** Formats a value as JSON in several lines, for people and for files. */
export const jsonText = (value: unknown): string =>
  `${escapeJson(JSON.stringify(value, null, 2))}\n`

/** Formats a value as one line of JSON, with a line break at its end. */
export const jsonLine = (value: unknown): string => `${escapeJson(JSON.stringify(value))}\n`
