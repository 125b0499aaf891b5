import type { KnownFailure } from '../conformance/report/baseline.ts'
import { escapeJson } from '../contract/escape.ts'
import { schemaLine, type SchemaName } from './schema-line.ts'

const daysUntilExpiry = 90

/** The day on which a new entry of a baseline expires. `today` is a day such as `2026-11-21`. */
export const expiryDay = (today: string): string =>
  new Date(Date.parse(today) + daysUntilExpiry * 86_400_000).toISOString().slice(0, 10)

// A string in JSON is also valid YAML.
const quoted = (text: string) => escapeJson(JSON.stringify(text))

/** Formats a baseline file. Each entry has its id under the key `field`, such as `check`. */
export function baselineYaml<Field extends string>(
  schema: SchemaName,
  file: string,
  field: Field,
  entries: readonly (Omit<KnownFailure, 'check'> & Readonly<Record<Field, string>>)[],
  { about, empty }: { readonly about: string; readonly empty: string },
): string {
  const texts = entries.map(
    (entry) => `\
- ${field}: ${entry[field]}
  owner: ${quoted(entry.owner)}
  reason: ${quoted(entry.reason)}
  expires: ${entry.expires}
${entry.plan === undefined ? '' : `  plan: ${entry.plan}\n`}${
      entry.response === undefined ? '' : `  response: ${quoted(entry.response)}\n`
    }`,
  )
  return `${schemaLine(schema, file)}${about}${texts.join('') || `# ${empty}\n`}`
}
