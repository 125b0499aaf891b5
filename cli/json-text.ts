import { escapeJson } from '../contract/escape.ts'

/** A value as JSON for people and files, over several lines. */
export const jsonText = (value: unknown): string =>
  `${escapeJson(JSON.stringify(value, null, 2))}\n`

/** A value as one line of JSON. */
export const jsonLine = (value: unknown): string => `${escapeJson(JSON.stringify(value))}\n`
