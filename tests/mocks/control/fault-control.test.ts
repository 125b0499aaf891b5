import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fault, type FaultInput, streamFault } from '../../../contract/fault.ts'
import { ControlError } from '../../../mocks/control/control-error.ts'
import { createFake } from '../../../mocks/fake.ts'
import { demo, type Mounted, mountInProcess } from '../../support/transports.ts'
import { visit } from '../../support/visitor.ts'

const conflict = { error: { code: 'conflict' } }

/** The pieces of JSON in a page. */
const examples = (part: string) =>
  Array.from(part.matchAll(/`(\{"[a-z_]+": .+?\})`/g), ([, text = '']) => text)

const fakeOf = (...faults: readonly object[]) =>
  createFake({ fixture: demo, faults: faults as readonly FaultInput[] })

describe('the control API for faults', () => {
  const one = { effect: { connection: 'reset' } }
  type FaultReply = { readonly error: string; readonly ids: string[]; readonly faults: object[] }
  const control = (mounted: Mounted) => (operation: string, body?: unknown) =>
    visit(mounted).call<FaultReply>(operation.replace(' ', ' /__control/'), {
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    })

  it('the control API adds one or several faults, lists them, and deletes one of them or all', async () => {
    const call = control(mountInProcess())
    const named = { id: 'slow', about: 'Behind a train', effect: { latency: '2s' } }
    expect((await call('POST faults', one)).json).toEqual({ ids: ['fault-1'] })
    const { status, json } = await call('POST faults', [named, one])
    expect([status, json]).toEqual([201, { ids: ['slow', 'fault-3'] }])
    expect((await call('GET faults')).json.faults).toEqual([
      { id: 'fault-1', ...one, met: 0, struck: 0 },
      { ...named, effect: { latency: 2000 }, met: 0, struck: 0 },
      { id: 'fault-3', ...one, met: 0, struck: 0 },
    ])
    expect((await call('DELETE faults/slow')).status).toBe(204)
    expect((await call('GET faults')).json.faults).toHaveLength(2)
    expect((await call('DELETE faults')).status).toBe(204)
    expect((await call('GET faults')).json.faults).toEqual([])
  })

  it('the control API lists the existing faults in the error about an unknown fault id', async () => {
    const call = control(mountInProcess())
    await call('POST faults', { id: 'slow', ...one })
    const { status, json } = await call('DELETE faults/slwo')
    const sentence = 'There is no fault `slwo`. Did you mean `slow`? There are `slow`.'
    expect([status, json.error]).toEqual([404, sentence])
  })

  it('the control API adds none of several faults if two of them have the same id', async () => {
    const call = control(mountInProcess())
    const { status, json } = await call('POST faults', [
      { id: 'a', ...one },
      { id: 'a', ...one },
    ])
    expect([status, json.error]).toEqual([409, expect.stringContaining('`a` exists already')])
    expect((await call('GET faults')).json.faults).toEqual([])
  })

  it.each([
    ['POST /api/*'],
    ['POST /api/workflows/w-1/run'],
    ['chat.*'],
    [['agents.list', 'chat.react']],
  ])('the control API accepts a fault on the streams of %j', async (endpoint) => {
    const body = { match: { endpoint }, effect: { stream: { crlf: true } } }
    expect((await control(mountInProcess())('POST faults', body)).status).toBe(201)
  })

  it.each(['', undefined])('faults and scripts are not removed by the id %j', (id) => {
    const { fake } = mountInProcess()
    const { faults, scenarios } = fake.control()
    faults.add([{ effect: { connection: 'reset' } }, { effect: { connection: 'reset' } }])
    expect(() => faults.remove(id as string)).toThrow('`DELETE faults/{id}` needs a value for `id`')
    expect(() => scenarios.remove('')).toThrow('needs a value for `name`')
    expect(faults.list()).toHaveLength(2)
  })

  it.each([
    [{}, '`effect`', 'missing'],
    [{ effect: {} }, '`effect`', 'set at least one effect'],
    [{ effect: { latency: 'soon' } }, '`effect.latency`', '`800ms`'],
    [{ effect: { error: { code: 'oops' } } }, '`effect.error.code`', '"rate_limit_exceeded"'],
    [{ effect: { connection: 'reset', body: 'empty' } }, '`effect`', 'remove them'],
    [{ effect: { strem: {} } }, '`effect.strem`', 'unknown; did you mean "stream"?'],
    [
      { effect: { stream: { cut: { afterEvent: 5 } } } },
      '`effect.stream.cut.afterEvent`',
      'did you mean "after_event"?',
    ],
    [
      { effect: { stream: { stall: { afterEvent: 5, for: '2s' } } } },
      '`effect.stream.stall.afterEvent`',
      'did you mean "after_event"?',
    ],
    [{ effect: { stream: { cut: { atByte: 5 } } } }, '.atByte`', 'did you mean "at_byte"?'],
    [
      { effect: { stream: { cut: { at_byte: 5, inside: 'data' } } } },
      '`effect.stream.cut.inside`',
      'it cannot be combined with the other keys',
    ],
    [{ effect: { cut: { after_event: 5 } } }, '`effect.cut`', 'it belongs under "stream"'],
    [{ withoutEnd: true, effect: {} }, '`withoutEnd`', 'it belongs under "stream" of "effect"'],
    [{ latency: '2s' }, '`latency`', 'it belongs under "effect"'],
    [{ nth: 2, effect: conflict }, '`nth`', 'it belongs under "match"'],
    [
      { effect: { colour: 'red' } },
      '`effect.colour`',
      'allowed here: latency, error, gateway, connection',
    ],
    [
      { match: { endpoint: 'chat.reakt' }, effect: conflict },
      '`match.endpoint`',
      'did you mean `chat.react`?',
    ],
    [
      { match: { endpoint: ['GET /api/agent'] }, effect: conflict },
      '`match.endpoint.0`',
      'did you mean `GET /api/agents`?',
    ],
    [
      {
        match: { endpoint: ['agents.list', 'GET /api/agents/*'] },
        effect: { stream: { crlf: true } },
      },
      '`effect.stream`',
      'no operation of `agents.list`, `GET /api/agents/*` responds with a stream',
    ],
    [{ match: { until: 'noon' }, effect: conflict }, '`match.until`', '`2026-11-21T08:00:00Z`'],
    [[one, { effect: { stream: { merge: { events: 0 } } } }], '`1.effect.stream', 'at least 1'],
  ])(
    'the refusal of the fault %j by the control API names the wrong field and the allowed values',
    async (body, place, right) => {
      const { status, json } = await control(mountInProcess())('POST faults', body)
      expect(status).toBe(422)
      expect(json.error).toContain(place)
      expect(json.error).toContain(right)
    },
  )
})

describe('the faults that a fake is given when it is created', () => {
  it.each([
    [{ match: { endpoint: 'chat.reakt' }, effect: conflict }, 'did you mean `chat.react`?'],
    [{ effect: { latancy: '1s' } }, 'At `faults.1.effect.latancy`: '],
    [{ id: 'first', effect: conflict }, 'Fault `first` exists already'],
  ])('the fault %j is refused with a ControlError that says: %s', (wrong, sentence) => {
    const create = () => fakeOf({ id: 'first', effect: conflict }, wrong)
    expect(create).toThrow(ControlError)
    expect(create).toThrow(sentence)
  })

  it('faults without an id get one, and every new world begins with them', () => {
    const fake = fakeOf({ effect: { latency: '2s' } }, { id: 'own', effect: conflict })
    expect(fake.control('other').faults.list()).toEqual([
      { id: 'fault-1', effect: { latency: 2000 }, met: 0, struck: 0 },
      { id: 'own', effect: conflict, met: 0, struck: 0 },
    ])
  })
})

describe('docs/faults.md', () => {
  const page = readFileSync('docs/faults.md', 'utf8')
  const [ofAnswers = '', ofStreams = ''] = page.split('\nThe effects under `stream`')

  it.each(examples(ofAnswers))('docs/faults.md has a valid example of an effect: %s', (text) => {
    expect(fault.safeParse({ effect: JSON.parse(text) }).error).toBeUndefined()
  })

  it.each(examples(ofStreams))(
    'docs/faults.md has a valid example of an effect on streams: %s',
    (text) => {
      expect(streamFault.safeParse(JSON.parse(text)).error).toBeUndefined()
    },
  )

  it('docs/faults.md has an example of each effect', () => {
    const shown = (part: string) =>
      new Set(examples(part).flatMap((text) => Object.keys(JSON.parse(text))))
    expect([...shown(ofStreams)].toSorted()).toEqual(Object.keys(streamFault.shape).toSorted())
    expect([...shown(ofAnswers)].toSorted()).toEqual([
      'body',
      'compression',
      'connection',
      'error',
      'gateway',
      'latency',
    ])
  })
})
