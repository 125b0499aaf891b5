import type { FaultInput } from '../../../contract/fault.ts'

/** The values of a form by field name; empty if not filled in. */
export type Values = Readonly<Record<string, string>>

/** A field of a form: a number from `min`, one of `options`, or text. */
export type EffectField = {
  readonly name: string
  readonly label: string
  readonly initial: string
  readonly min?: number
  readonly options?: readonly string[]
  /** The format of the text. */
  readonly form?: 'duration' | 'code'
  readonly optional?: true
}

type EffectKind = {
  readonly label: string
  readonly of: 'A call' | 'A stream'
  readonly fields: readonly EffectField[]
  /** Creates the `effect` of the fault. */
  readonly effect: (values: Values) => FaultInput['effect']
}

type StreamEffect = NonNullable<FaultInput['effect']['stream']>
type Cut = NonNullable<StreamEffect['cut']>

const numberField = (name: string, label: string, initial: number, least = 1): EffectField => ({
  name,
  label,
  initial: String(initial),
  min: least,
})
const durationField = (name: string, label: string, initial: string): EffectField => ({
  name,
  label,
  initial,
  form: 'duration',
})
const choiceField = (name: string, label: string, options: readonly [string, ...string[]]) => ({
  name,
  label,
  initial: options[0],
  options,
})

const eventField = numberField('event', 'Event', 4)
const afterEventField = numberField('after_event', 'After event', 5, 0)
const howField = choiceField('how', 'The connection', ['reset', 'close'])

const numberIn = (values: Values, name: string) => Number(values[name])
const textIn = (values: Values, name: string) => values[name] ?? ''

const callEffect = (
  label: string,
  fields: readonly EffectField[],
  effect: EffectKind['effect'],
): EffectKind => ({ label, of: 'A call', fields, effect })
const streamEffect = (
  label: string,
  fields: readonly EffectField[],
  effect: (values: Values) => StreamEffect,
): EffectKind => ({
  label,
  of: 'A stream',
  fields,
  effect: (values) => ({ stream: effect(values) }),
})
const cutEffect = (
  label: string,
  fields: readonly EffectField[],
  where: (values: Values) => object,
) =>
  streamEffect(label, [...fields, howField], (values) => ({
    cut: { ...where(values), ...(values['how'] === 'close' && { how: 'close' }) } as Cut,
  }))

/** All effects in the form, by key. */
export const effectKinds: Readonly<Record<string, EffectKind>> = {
  'cut-after': cutEffect('is cut after an event', [afterEventField], (v) => ({
    after_event: numberIn(v, 'after_event'),
  })),
  'cut-inside': cutEffect(
    'is cut inside an event',
    [
      numberField('event', 'Event', 5),
      choiceField('inside', 'Inside its', ['fields', 'data', 'character', 'blank-line']),
    ],
    (v) => ({ event: numberIn(v, 'event'), inside: textIn(v, 'inside') }),
  ),
  'cut-byte': cutEffect('is cut at a byte', [numberField('at_byte', 'At byte', 1203, 0)], (v) => ({
    at_byte: numberIn(v, 'at_byte'),
  })),
  stall: streamEffect(
    'stalls',
    [numberField('after_event', 'After event', 3, 0), durationField('for', 'For', '40s')],
    (v) => ({ stall: { after_event: numberIn(v, 'after_event'), for: textIn(v, 'for') } }),
  ),
  drip: streamEffect(
    'is sent slowly',
    [numberField('bytes', 'Bytes', 16), durationField('every', 'Every', '100ms')],
    (v) => ({ drip: { bytes: numberIn(v, 'bytes'), every: textIn(v, 'every') } }),
  ),
  duplicate: streamEffect('repeats an event', [eventField], (v) => ({
    duplicate: { event: numberIn(v, 'event') },
  })),
  reorder: streamEffect('has two events swapped', [eventField], (v) => ({
    reorder: { event: numberIn(v, 'event') },
  })),
  drop: streamEffect('omits an event', [eventField], (v) => ({
    drop: { event: numberIn(v, 'event') },
  })),
  malform: streamEffect(
    'has a malformed event',
    [eventField, choiceField('as', 'Broken', ['json', 'field', 'utf8'])],
    (v) => ({ malform: { event: numberIn(v, 'event'), as: textIn(v, 'as') as 'json' } }),
  ),
  'without-end': streamEffect('has no end event', [], () => ({ without_end: true })),
  crlf: streamEffect('has CRLF line ends', [], () => ({ crlf: true })),
  split: streamEffect(
    'is split into small chunks',
    [numberField('bytes', 'Bytes per chunk', 7)],
    (v) => ({
      split: { bytes: numberIn(v, 'bytes') },
    }),
  ),
  merge: streamEffect(
    'is sent in batches',
    [numberField('events', 'Events per write', 3)],
    (v) => ({
      merge: { events: numberIn(v, 'events') },
    }),
  ),
  late: callEffect('is delayed', [durationField('for', 'By', '800ms')], (v) => ({
    latency: textIn(v, 'for'),
  })),
  'late-between': callEffect(
    'is delayed by a uniform random time',
    [durationField('from', 'From', '1s'), durationField('to', 'To', '3s')],
    (v) => ({ latency: { from: textIn(v, 'from'), to: textIn(v, 'to') } }),
  ),
  'late-about': callEffect(
    'is delayed by a normal random time',
    [durationField('mean', 'Mean', '1s'), durationField('deviation', 'Deviation', '200ms')],
    (v) => ({ latency: { mean: textIn(v, 'mean'), deviation: textIn(v, 'deviation') } }),
  ),
  error: callEffect(
    'returns an error',
    [
      { name: 'code', label: 'Code', initial: 'internal_error', form: 'code' },
      { name: 'message', label: 'Message', initial: '', optional: true },
      {
        name: 'retry_after',
        label: 'Retry after (s)',
        initial: '',
        min: 0,
        optional: true,
      },
    ],
    (v) => ({
      error: {
        code: textIn(v, 'code') as 'internal_error',
        ...(v['message'] && { message: v['message'] }),
        ...(v['retry_after'] && { retry_after: numberIn(v, 'retry_after') }),
      },
    }),
  ),
  refused: callEffect('has its connection refused', [], () => ({ connection: 'refused' })),
  reset: callEffect('is processed, but its connection is reset', [], () => ({
    connection: 'reset',
  })),
  'empty-body': callEffect('has an empty body', [], () => ({ body: 'empty' })),
  truncate: callEffect(
    'has a truncated body',
    [numberField('truncate', 'After bytes', 25, 0)],
    (v) => ({
      body: { truncate: numberIn(v, 'truncate') },
    }),
  ),
}

export const initialValues = ({ fields }: EffectKind): Values =>
  Object.fromEntries(fields.map(({ name, initial }) => [name, initial]))

/** The values of the form for the matching calls; empty for any. */
export type MatchValues = {
  readonly endpoint: string
  readonly caller: string
  readonly nth: string
  readonly every: string
  readonly probability: string
  readonly times: string
}

export const anyCall: MatchValues = {
  endpoint: '',
  caller: '',
  nth: '',
  every: '',
  probability: '',
  times: '',
}

/** Splits a text at commas; returns a single part as it is. */
function parseList<Part>(text: string, read: (part: string) => Part): Part | Part[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(read)
  return parts.length === 1 ? (parts[0] as Part) : parts
}

export function readFault(kind: string, values: Values, match: MatchValues): FaultInput {
  const effect = effectKinds[kind]?.effect(values) ?? {}
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
    effect,
  }
}
