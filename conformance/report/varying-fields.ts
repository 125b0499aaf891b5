/** What `compare` leaves out, with the reason: a row of the table in docs/conformance.md. */
type VaryingRow = {
  /** Names of fields: of responses, of events, and of what checks observe. A leading `*` is any text. */
  readonly fields: readonly string[]
  readonly why: string
  /**
   * `value`: its value is not compared, but its presence and its type are. `presence`: one run may
   * have it and the other not. `content`: nothing inside it is compared.
   */
  readonly ignored: 'value' | 'presence' | 'content'
}

/** Fields that models, clocks and chance vary. All other differences count. */
const varyingFields: readonly VaryingRow[] = [
  {
    fields: ['answer', 'text', 'content', 'message', 'title', 'thinking_delta', 'result', 'reason'],
    why: 'texts that a model or a person writes',
    ignored: 'value',
  },
  {
    fields: ['id', '*_id', 'key_prefix', 'cursor', 'last_cursor'],
    why: 'ids, which chance decides',
    ignored: 'value',
  },
  {
    fields: [
      'ms',
      '*Ms',
      '*_at',
      'at',
      'date',
      'ts',
      'elapsed',
      '*_elapsed',
      'duration',
      'expires',
    ],
    why: 'times and durations',
    ignored: 'value',
  },
  {
    fields: ['tokens', '*_tokens', 'total', 'pages', 'replayed', 'deltas', 'count', '*_count'],
    why: 'token counts, numbers of deltas and of records',
    ignored: 'value',
  },
  {
    fields: ['usage', 'cache', 'reasoning', 'observation', 'error', 'iteration', 'iterations'],
    why: 'parts of a step or result that a model may leave out',
    ignored: 'presence',
  },
  {
    fields: ['tool', 'tool_name', 'tool_args', 'tool_hint', 'thinking_delta', 'deps', 'artifacts'],
    why: 'parts of a tool call or plan, which a model decides to make',
    ignored: 'presence',
  },
  {
    fields: ['input', 'tool_args', 'arguments', 'metadata', 'user_metadata', 'ctx'],
    why: 'objects without a fixed form: arguments of a tool, metadata',
    ignored: 'content',
  },
]

/** Events that a turn has only if its model decides so. */
export const varyingEvents = ['step', 'step_progress', 'compact', 'thinking_delta'] as const

/** Whether a name is in the rows of a kind; `*` at the beginning of a field stands for any text. */
const isListed = (ignored: VaryingRow['ignored'], name: string): boolean =>
  varyingFields.some(
    (row) =>
      row.ignored === ignored &&
      row.fields.some((field) =>
        field.startsWith('*') ? name.endsWith(field.slice(1)) : name === field,
      ),
  )

/** Whether the value of a field varies from run to run. */
export const variesInValue = (name: string): boolean => isListed('value', name)

/** Whether a field inside an event of a turn may be absent by chance. */
export const variesInPresence = (name: string): boolean => isListed('presence', name)

/** Whether a field contains an object without a fixed form. */
export const hasFreeForm = (name: string): boolean => isListed('content', name)

/** The list as a table in Markdown, for docs/conformance.md. */
export const varyingFieldsTable = (): string =>
  [
    '| Fields | Left out | Why |',
    '|---|---|---|',
    ...varyingFields.map(
      ({ fields, ignored, why }) =>
        `| ${fields.map((field) => `\`${field}\``).join(', ')} | ${leftOut[ignored]} | ${why} |`,
    ),
    `| the events ${varyingEvents.map((event) => `\`${event}\``).join(', ')} | whether they come | a model decides |`,
  ].join('\n')

const leftOut = {
  value: 'the value',
  presence: 'whether it is there, inside an event',
  content: 'everything inside it',
} as const satisfies Record<VaryingRow['ignored'], string>
