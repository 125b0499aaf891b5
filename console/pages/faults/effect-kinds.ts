import type { FaultInput } from '../../../contract/fault.ts'

/** What a form was given, by the names of its fields; what was left out is empty. */
export type Values = Readonly<Record<string, string>>

/** A field of a form: a number from `least`, one of `options`, or a text. */
export type EffectField = {
  readonly name: string
  readonly label: string
  readonly initial: string
  readonly least?: number
  readonly options?: readonly string[]
  /** What a text looks like. */
  readonly form?: 'duration' | 'code'
  readonly optional?: true
}

/** One way in which a call or a stream can fail. */
export type EffectKind = {
  readonly label: string
  readonly of: 'A call' | 'A stream'
  readonly fields: readonly EffectField[]
  /** What of it goes into a fault. */
  readonly effect: (values: Values) => FaultInput['effect']
}

type StreamEffect = NonNullable<FaultInput['effect']['stream']>
type Cut = NonNullable<StreamEffect['cut']>

const number = (name: string, label: string, initial: number, least = 1): EffectField => ({
  name,
  label,
  initial: String(initial),
  least,
})
const duration = (name: string, label: string, initial: string): EffectField => ({
  name,
  label,
  initial,
  form: 'duration',
})
const choice = (name: string, label: string, options: readonly [string, ...string[]]) => ({
  name,
  label,
  initial: options[0],
  options,
})

const event = number('event', 'Event', 4)
const behind = number('after_event', 'Behind event', 5, 0)
const how = choice('how', 'The connection', ['reset', 'close'])

const n = (values: Values, name: string) => Number(values[name])
const s = (values: Values, name: string) => values[name] ?? ''

const call = (
  label: string,
  fields: readonly EffectField[],
  effect: EffectKind['effect'],
): EffectKind => ({ label, of: 'A call', fields, effect })
const stream = (
  label: string,
  fields: readonly EffectField[],
  effect: (values: Values) => StreamEffect,
): EffectKind => ({
  label,
  of: 'A stream',
  fields,
  effect: (values) => ({ stream: effect(values) }),
})
const cut = (label: string, fields: readonly EffectField[], where: (values: Values) => object) =>
  stream(label, [...fields, how], (values) => ({
    cut: { ...where(values), ...(values['how'] === 'close' && { how: 'close' }) } as Cut,
  }))

/** All effects that a form can ask for, by a name of ours. */
export const effectKinds: Readonly<Record<string, EffectKind>> = {
  'cut-after': cut('is cut behind an event', [behind], (v) => ({
    after_event: n(v, 'after_event'),
  })),
  'cut-inside': cut(
    'is cut inside an event',
    [
      number('event', 'Event', 5),
      choice('inside', 'Inside its', ['fields', 'data', 'character', 'blank-line']),
    ],
    (v) => ({ event: n(v, 'event'), inside: s(v, 'inside') }),
  ),
  'cut-byte': cut('is cut at a byte', [number('at_byte', 'At byte', 1203, 0)], (v) => ({
    at_byte: n(v, 'at_byte'),
  })),
  stall: stream(
    'falls silent',
    [number('after_event', 'Behind event', 3, 0), duration('for', 'For', '40s')],
    (v) => ({ stall: { after_event: n(v, 'after_event'), for: s(v, 'for') } }),
  ),
  drip: stream(
    'drips slowly',
    [number('bytes', 'Bytes', 16), duration('every', 'Every', '100ms')],
    (v) => ({ drip: { bytes: n(v, 'bytes'), every: s(v, 'every') } }),
  ),
  duplicate: stream('has an event twice', [event], (v) => ({
    duplicate: { event: n(v, 'event') },
  })),
  reorder: stream('has two events swapped', [event], (v) => ({
    reorder: { event: n(v, 'event') },
  })),
  drop: stream('lacks an event', [event], (v) => ({ drop: { event: n(v, 'event') } })),
  malform: stream(
    'has a malformed event',
    [event, choice('as', 'Broken', ['json', 'field', 'utf8'])],
    (v) => ({ malform: { event: n(v, 'event'), as: s(v, 'as') as 'json' } }),
  ),
  'without-end': stream('has no end', [], () => ({ without_end: true })),
  crlf: stream('has CRLF line ends', [], () => ({ crlf: true })),
  split: stream('comes in pieces', [number('bytes', 'Bytes a piece', 7)], (v) => ({
    split: { bytes: n(v, 'bytes') },
  })),
  merge: stream('comes in heaps', [number('events', 'Events a write', 3)], (v) => ({
    merge: { events: n(v, 'events') },
  })),
  late: call('is late', [duration('for', 'By', '800ms')], (v) => ({ latency: s(v, 'for') })),
  'late-between': call(
    'is late, evenly between',
    [duration('from', 'From', '1s'), duration('to', 'To', '3s')],
    (v) => ({ latency: { from: s(v, 'from'), to: s(v, 'to') } }),
  ),
  'late-about': call(
    'is late, about so much',
    [duration('mean', 'Mean', '1s'), duration('deviation', 'Deviation', '200ms')],
    (v) => ({ latency: { mean: s(v, 'mean'), deviation: s(v, 'deviation') } }),
  ),
  error: call(
    'is answered with an error',
    [
      { name: 'code', label: 'Code', initial: 'internal_error', form: 'code' },
      { name: 'message', label: 'Message', initial: '', optional: true },
      {
        name: 'retry_after',
        label: 'Retry after (s)',
        initial: '',
        least: 0,
        optional: true,
      },
    ],
    (v) => ({
      error: {
        code: s(v, 'code') as 'internal_error',
        ...(v['message'] && { message: v['message'] }),
        ...(v['retry_after'] && { retry_after: n(v, 'retry_after') }),
      },
    }),
  ),
  refused: call('is refused a connection', [], () => ({ connection: 'refused' })),
  reset: call('is done, its answer lost', [], () => ({ connection: 'reset' })),
  'empty-body': call('has no body', [], () => ({ body: 'empty' })),
  truncate: call('has a body that breaks off', [number('truncate', 'After bytes', 25, 0)], (v) => ({
    body: { truncate: n(v, 'truncate') },
  })),
}

/** What a form of this kind of effect begins with. */
export const initialValues = ({ fields }: EffectKind): Values =>
  Object.fromEntries(fields.map(({ name, initial }) => [name, initial]))
