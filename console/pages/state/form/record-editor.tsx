import { useId, useRef } from 'preact/hooks'
import { TextArea } from '../../../ui/fields.tsx'
import { findProblems, type Problems } from './field-problems.ts'
import { type Field, referencedKinds } from './field-type.ts'
import { type RecordFields, withField } from './field-values.ts'
import { useWorldStatus } from '../../../control/world-status.ts'
import { FieldInput } from './field-input.tsx'
import { useReferences } from './references.tsx'

type RecordEditorProps = {
  readonly fields: readonly Field[]
  readonly draft: RecordDraft
  readonly label: string
  readonly hint?: string | undefined
  /** Whether the id of the record can't be changed. */
  readonly hasFixedId: boolean
  readonly onText: (text: string) => void
}

/** A record that is being edited: its JSON, its fields, and their problems. */
export type RecordDraft = {
  readonly text: string
  /** The fields of the record; `undefined` while the JSON is wrong. */
  readonly record: RecordFields | undefined
  readonly jsonProblem: string | undefined
  readonly problems: Problems
}

/** Parses an edited record. `refused` is the path and the problem that the server reported. */
export function readDraft(
  text: string,
  fields: readonly Field[],
  original: RecordFields,
  refused: readonly [path: string, says: string] | undefined,
): RecordDraft {
  try {
    const record = parseRecord(text)
    const removedFields = Object.keys(original).filter((field) => !Object.hasOwn(record, field))
    const jsonProblem =
      removedFields.length === 0
        ? undefined
        : `Fields can’t be removed. Restore ${removedFields.map((field) => `"${field}"`).join(', ')}.`
    const problems = findProblems(fields, record)
    return {
      text,
      record,
      jsonProblem,
      problems: refused === undefined ? problems : new Map([...problems, refused]),
    }
  } catch (error) {
    const jsonProblem = (error as Error).message
    return { text, record: undefined, jsonProblem, problems: new Map() }
  }
}

export const formatRecord = (record: RecordFields): string => JSON.stringify(record, null, 2)

/** An editor that shows a form and the JSON side by side. A change in one of them updates both. */
export function RecordEditor({ fields, draft, label, hint, ...props }: RecordEditorProps) {
  const { hasFixedId, onText } = props
  const { text, record, jsonProblem, problems } = draft
  const references = useReferences(referencedKinds(fields))
  const now = useWorldStatus()?.time.now ?? new Date().toISOString()
  /** The last valid record. The form shows it while the JSON is wrong. */
  const shownFields = useRef<RecordFields>({})
  shownFields.current = record ?? shownFields.current
  const json = useRef<HTMLDivElement>(null)
  const heading = useId()

  function showJson(path: string) {
    const area = json.current?.querySelector('textarea')
    const at = nameRangeInJson(text, path)
    area?.focus()
    area?.setSelectionRange(at.start, at.end)
  }

  return (
    <div class="state-editor">
      {fields.length > 0 && (
        <fieldset class="state-form" disabled={record === undefined} aria-labelledby={heading}>
          <legend id={heading} class="small faint">
            {record === undefined ? 'Fields: correct the JSON to go on here' : 'Fields'}
          </legend>
          <div class="state-fields">
            {fields.map(({ name, type }) => (
              <FieldInput
                key={name}
                context={{ problems, references, now, onShowJson: showJson }}
                type={type}
                path={name}
                label={type.label}
                isReadOnly={name === 'id' && hasFixedId}
                value={shownFields.current[name]}
                onValue={(value) =>
                  onText(formatRecord(withField(shownFields.current, name, value)))
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      <div ref={json} class="state-json">
        <TextArea
          label={label}
          hint={hint}
          value={text}
          error={jsonProblem}
          onValue={onText}
          rows={Math.max(10, Math.min(24, text.split('\n').length + 1))}
          spellcheck={false}
        />
      </div>
    </div>
  )
}

/** Returns the start and the end of a field's name in the JSON of a record. */
function nameRangeInJson(text: string, path: string) {
  let start = 0
  for (const name of path.split('.')) {
    const at = text.indexOf(`"${name}":`, start)
    if (at !== -1) start = at
  }
  return { start, end: start + (path.split('.').at(-1)?.length ?? 0) + 2 }
}

/** Parses the fields of a record. Throws an `Error` if the text is not a JSON object. */
function parseRecord(text: string): RecordFields {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch (error) {
    throw new Error(describeProblem(text, (error as Error).message), { cause: error })
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new Error('A record must be a JSON object, such as {"title": "Another"}.')
  return read as RecordFields
}

/** Describes a syntax error in JSON, with the number and the text of its line. */
function describeProblem(text: string, message: string): string {
  const [says = message] = message.split(
    / (?:in JSON )?at (?:position|line)| in JSON$|, (?:\.{3})?"/,
  )
  const at = errorPosition(text, message)
  const lines = text.slice(0, at).split('\n')
  const line = text.split('\n')[lines.length - 1]?.trim() ?? ''
  return `Line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: ${says}. The line is: ${line || 'empty'}`
}

/** Returns the position that a browser's error message names, or else the end of the text. */
function errorPosition(text: string, message: string): number {
  const position = /position (\d+)/.exec(message)?.[1]
  if (position !== undefined) return Number(position)
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? []
  if (line === undefined) return quotedPosition(message, text) ?? text.length
  const linesBefore = text.split('\n').slice(0, Number(line) - 1)
  return linesBefore.reduce((sum, each) => sum + each.length + 1, 0) + Number(column) - 1
}

/**
 * Finds an error by the quote in Chromium's message: up to 10 characters on each side of the error.
 */
function quotedPosition(message: string, text: string): number | undefined {
  const [, token = '', cutBefore, quote, cutAfter] =
    /^Unexpected token '(.{1,2})', (\.{3})?"(.*)"(\.{3})? is not valid JSON$/s.exec(message) ?? []
  if (quote === undefined) return undefined
  if (cutBefore !== undefined) return text.indexOf(quote) + 10
  return cutAfter === undefined ? text.indexOf(token) : quote.length - 10
}

/** Returns the fields whose values an edit has changed. */
export const changedFields = (record: RecordFields, edited: RecordFields): RecordFields =>
  Object.fromEntries(
    Object.entries(edited).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(record[field]),
    ),
  )
