import { errorCodes } from '../../../contract/errors.ts'
import type { FaultInput } from '../../../contract/fault.ts'
import type { SelectOptions, TextFieldProps } from '../../ui/fields.tsx'

/** The texts in the fields of a form, by the name of the field. An unfilled field is empty. */
export type FieldTexts = Readonly<Record<string, string>>

/** A field of a form: a select field if there are `options`, or else a text field. */
type EffectField = {
  readonly name: string
  readonly label: string
  readonly initial: string
  readonly options?: SelectOptions
  /** More properties of the text field. The value of a field of the type `number` is a number. */
  readonly input?: Partial<TextFieldProps>
  readonly optional?: true
}

type EffectKind = {
  readonly label: string
  readonly target: 'A call' | 'A stream'
  readonly fields: readonly EffectField[]
  /** Creates the `effect` of the fault from the values of the fields. */
  readonly effect: (values: FieldValues) => FaultInput['effect']
}

/** The values that a fault gets from the effect's fields. Empty optional fields are left out. */
type FieldValues = Readonly<Record<string, string | number>>

type StreamEffect = NonNullable<FaultInput['effect']['stream']>

const numberField = (name: string, label: string, initial: number, min = 1): EffectField => ({
  name,
  label,
  initial: String(initial),
  input: { type: 'number', min, step: 1 },
})
const durationHint = 'Such as 800ms, 90s, 5m, 2h, 1d'
const durationInput = {
  pattern: String.raw`\d+(\.\d+)?(ms|s|m|h|d)`,
  title: durationHint,
  hint: durationHint,
}
const durationField = (name: string, label: string, initial: string): EffectField => ({
  name,
  label,
  initial,
  input: durationInput,
})
const choiceField = (name: string, label: string, options: readonly [string, ...string[]]) => ({
  name,
  label,
  initial: options[0],
  options,
})

const eventField = numberField('event', 'Event', 4)
const retryField: EffectField = {
  name: 'retry_after',
  label: 'Retry after (s)',
  initial: '',
  input: { type: 'number', min: 0, step: 1, placeholder: 'none' },
  optional: true,
}
/** The error codes, sorted by their status. */
const codeOptions = Object.entries(errorCodes)
  .toSorted(([, one], [, other]) => one - other)
  .map(([code, status]) => [code, `${status} ${code}`] as const)

type EffectFields = readonly EffectField[]

const callEffect = (
  label: string,
  fields: EffectFields,
  effect: (values: FieldValues) => object,
): EffectKind => ({ label, target: 'A call', fields, effect })
/**
 * Creates the entry of `effectKinds` for an effect on streams. Without fields, the effect is
 * `true`.
 */
const streamEffect = (
  label: string,
  name: keyof StreamEffect,
  fields: EffectFields = [],
): EffectKind => ({
  label,
  target: 'A stream',
  fields,
  effect: (values) => ({ stream: { [name]: fields.length === 0 || values } }),
})
const cutEffect = (label: string, ...fields: EffectFields): EffectKind => ({
  ...streamEffect(label, 'cut', [
    ...fields,
    choiceField('how', 'The connection', ['reset', 'close']),
  ]),
  // A cut without `how` resets the connection.
  effect: ({ how, ...where }) => ({
    stream: { cut: { ...where, ...(how === 'close' && { how }) } as StreamEffect['cut'] },
  }),
})

/** All effects that the form offers, by their key. */
export const effectKinds = {
  'cut-after': cutEffect('is cut after an event', numberField('after_event', 'After event', 5, 0)),
  'cut-inside': cutEffect(
    'is cut inside an event',
    numberField('event', 'Event', 5),
    choiceField('inside', 'Inside its', ['fields', 'data', 'character', 'blank-line']),
  ),
  'cut-byte': cutEffect('is cut at a byte', numberField('at_byte', 'At byte', 1203, 0)),
  stall: streamEffect('stalls', 'stall', [
    numberField('after_event', 'After event', 3, 0),
    durationField('for', 'For', '40s'),
  ]),
  drip: streamEffect('is sent slowly', 'drip', [
    numberField('bytes', 'Bytes', 16),
    durationField('every', 'Every', '100ms'),
  ]),
  duplicate: streamEffect('repeats an event', 'duplicate', [eventField]),
  reorder: streamEffect('has two events swapped', 'reorder', [eventField]),
  drop: streamEffect('omits an event', 'drop', [eventField]),
  malform: streamEffect('has a malformed event', 'malform', [
    eventField,
    choiceField('as', 'Broken', ['json', 'field', 'utf8']),
  ]),
  'without-end': streamEffect('has no end event', 'without_end'),
  crlf: streamEffect('has CRLF line ends', 'crlf'),
  split: streamEffect('is split into small chunks', 'split', [
    numberField('bytes', 'Bytes per chunk', 7),
  ]),
  merge: streamEffect('is sent in batches', 'merge', [
    numberField('events', 'Events per write', 3),
  ]),
  late: callEffect('is delayed', [durationField('for', 'By', '800ms')], ({ for: latency }) => ({
    latency,
  })),
  'late-between': callEffect(
    'is delayed by a uniform random time',
    [durationField('from', 'From', '1s'), durationField('to', 'To', '3s')],
    (latency) => ({ latency }),
  ),
  'late-about': callEffect(
    'is delayed by a normal random time',
    [durationField('mean', 'Mean', '1s'), durationField('deviation', 'Deviation', '200ms')],
    (latency) => ({ latency }),
  ),
  error: callEffect(
    'returns an error',
    [
      { name: 'code', label: 'Code', initial: 'internal_error', options: codeOptions },
      {
        name: 'message',
        label: 'Message',
        initial: '',
        input: { placeholder: 'the usual one' },
        optional: true,
      },
      retryField,
    ],
    (error) => ({ error }),
  ),
  gateway: callEffect(
    'gets the answer of a proxy before the platform',
    [
      numberField('status', 'Status', 502, 502),
      choiceField('body', 'Body', ['html', 'empty']),
      retryField,
    ],
    (gateway) => ({ gateway }),
  ),
  refused: callEffect('has its connection refused', [], () => ({ connection: 'refused' })),
  reset: callEffect('is processed, but its connection is reset', [], () => ({
    connection: 'reset',
  })),
  'empty-body': callEffect('has an empty body', [], () => ({ body: 'empty' })),
  truncate: callEffect(
    'has a truncated body',
    [numberField('truncate', 'After bytes', 25, 0)],
    (body) => ({ body }),
  ),
} satisfies Readonly<Record<string, EffectKind>>

export type EffectName = keyof typeof effectKinds

export const isEffectName = (text: string): text is EffectName => Object.hasOwn(effectKinds, text)

/** Parses the texts of a form as numbers and texts. Leaves out empty optional fields. */
const readFields = (fields: EffectFields, values: FieldTexts): FieldValues =>
  Object.fromEntries(
    fields
      .filter(({ name, optional }) => optional !== true || values[name])
      .map(({ name, input }) => [
        name,
        input?.type === 'number' ? Number(values[name]) : (values[name] ?? ''),
      ]),
  )

export const initialValues = (kind: EffectName): FieldTexts =>
  Object.fromEntries(effectKinds[kind].fields.map(({ name, initial }) => [name, initial]))

/** The fields of a form that selects the calls for a fault. Empty fields select all calls. */
export const emptyMatch = {
  endpoint: '',
  caller: '',
  nth: '',
  every: '',
  probability: '',
  times: '',
}
export type MatchValues = Readonly<typeof emptyMatch>

/** Splits a text at commas. Returns a single part itself, not in a list. */
function parseList<Part>(text: string, read: (part: string) => Part): Part | Part[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(read)
  return parts.length === 1 ? (parts[0] as Part) : parts
}

export function readFault(kind: EffectName, values: FieldTexts, match: MatchValues): FaultInput {
  const { fields, effect } = effectKinds[kind]
  const { endpoint, caller, nth, every, probability, times } = match
  const filter = {
    ...(endpoint && { endpoint: parseList(endpoint, String) }),
    ...(caller && { caller: parseList(caller, String) }),
    ...(nth && { nth: parseList(nth, Number) }),
    ...(every && { every: Number(every) }),
    ...(probability && { probability: Number(probability) }),
  }
  return {
    ...(Object.keys(filter).length > 0 && { match: filter }),
    ...(times && { times: Number(times) }),
    effect: effect(readFields(fields, values)),
  }
}
