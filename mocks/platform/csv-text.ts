import { isObject } from '../../contract/json.ts'

/** Writes objects as CSV (RFC 4180): a line with all field names, then a line for each object. */
export function csvText(list: readonly unknown[]): string {
  const rows = list.filter(isObject)
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))]
  return lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
