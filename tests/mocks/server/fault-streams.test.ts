import { expect, it } from 'vitest'
import type { FaultInput } from '../../../contract/fault.ts'
import { readProfile } from '../../../contract/profile.ts'
import { newestTurnOf } from '../../../mocks/world/turns.ts'
import {
  ask,
  eventually,
  sameStory,
  see,
  tellStory,
  wholeFrames,
} from '../../support/fault-tools.ts'
import { askForRefund, respond } from '../../support/refund.ts'
import { cursorsOf, eventsIn } from '../../support/stream-reader.ts'
import { describeTransports, shippedScenarios } from '../../support/transports.ts'
import { signIn } from '../../support/visitor.ts'

type Damage = NonNullable<FaultInput['effect']['stream']>

const whole = Buffer.from(wholeFrames.join(''))
const frame = (event: number) => wholeFrames[event - 1] ?? ''
const before = (event: number) => wholeFrames.slice(0, event - 1).join('')
const after = (event: number) => wholeFrames.slice(event).join('')
/** The number of the event with multi-byte characters, from 1. */
const wide = wholeFrames.findIndex((text) => text.includes('“')) + 1
const wideAt = Buffer.byteLength(before(wide)) + Buffer.from(frame(wide)).indexOf('“')
const dataOf = (event: number) => /^data: (.*)$/m.exec(frame(event))?.[1] ?? ''

/** The bytes of the stream with one event replaced by this text. */
const instead = (event: number, text: string) => Buffer.from(before(event) + text + after(event))
/** The stream of a deployment with CRLF line ends and without spaces after colons. */
const bare = (text: string) => text.replaceAll(/^(\w+): /gm, '$1:').replaceAll('\n', '\r\n')
/** A stream whose JSON is split after its first character. */
const twoLines = (text: string) => text.replaceAll(/^data: ([{[])/gm, 'data: $1\ndata: ')
const half = (text: string) => Math.ceil(text.length / 2)

const breaks: [name: string, cut: Damage['cut'], seen: Buffer][] = [
  ['before the first event', { after_event: 0 }, Buffer.alloc(0)],
  ['after event 3', { after_event: 3 }, Buffer.from(before(4))],
  ['at byte 40', { at_byte: 40 }, whole.subarray(0, 40)],
  [
    'between `event:` and `data:`',
    { event: 2, inside: 'fields' },
    Buffer.from(before(2) + frame(2).slice(0, frame(2).indexOf('data:'))),
  ],
  [
    'inside the data',
    { event: 1, inside: 'data' },
    Buffer.from(frame(1).slice(0, frame(1).indexOf('data:') + 6 + half(dataOf(1)))),
  ],
  ['inside a character', { event: wide, inside: 'character' }, whole.subarray(0, wideAt + 1)],
  ['inside the first character', { inside: 'character' }, whole.subarray(0, wideAt + 1)],
  ['before a blank line', { event: 2, inside: 'blank-line' }, Buffer.from(before(3).slice(0, -1))],
]

const damages: [name: string, damage: Damage, seen: Buffer][] = [
  ['an event twice', { duplicate: { event: 2 } }, instead(2, frame(2) + frame(2))],
  [
    'two events in the wrong order',
    { reorder: { event: 2 } },
    Buffer.from(before(2) + frame(3) + frame(2) + after(3)),
  ],
  ['a missing event', { drop: { event: 2 } }, instead(2, '')],
  [
    'truncated data',
    { malform: { event: 2, as: 'json' } },
    instead(2, frame(2).replace(dataOf(2), dataOf(2).slice(0, half(dataOf(2))))),
  ],
  [
    'data without a field name',
    { malform: { event: 2, as: 'field' } },
    instead(2, frame(2).replace('data: ', '')),
  ],
  ['no `end`', { without_end: true }, Buffer.from(before(wholeFrames.length))],
  ['CRLF', { crlf: true }, Buffer.from(whole.toString().replaceAll('\n', '\r\n'))],
  ['frames in pieces', { split: { bytes: 7 } }, whole],
  ['frames in one write', { merge: { events: 4 } }, whole],
  [
    'truncated data on two lines',
    { data_lines: 2, malform: { event: 2, as: 'json' } },
    Buffer.from(twoLines(whole.toString().replace(dataOf(2), dataOf(2).slice(0, half(dataOf(2)))))),
  ],
  [
    'an invalid byte in data on two lines',
    { data_lines: 2, malform: { event: 1, as: 'utf8' } },
    Buffer.concat([
      Buffer.from(twoLines(frame(1)).slice(0, twoLines(frame(1)).lastIndexOf('"'))),
      Buffer.of(0xff),
      Buffer.from(twoLines(frame(1)).slice(twoLines(frame(1)).lastIndexOf('"'))),
      Buffer.from(twoLines(after(1))),
    ]),
  ],
  [
    'several faults at once',
    { drop: { event: 1 }, duplicate: { event: 2 }, crlf: true },
    Buffer.from((frame(2) + frame(2) + after(2)).replaceAll('\n', '\r\n')),
  ],
]

describeTransports('a stream with a fault', (mount, transport) => {
  it.each(breaks)(
    'a stream with a fault breaks %s, and a resume returns the missing events',
    async (_, cut, seen) => {
      const received = await tellStory(await mount(sameStory()), { stream: { cut } })
      // MSW in Node sends headers only with the first byte.
      const status = transport === 'MSW in Node' && seen.length === 0 ? undefined : 200
      expect([received.status, received.broke]).toEqual([status, expect.any(TypeError)])
      expect(received.bytes.toString('latin1')).toBe(seen.toString('latin1'))
      const got = cursorsOf(eventsIn(received.bytes.toString()))
      const cursor = got.at(-1) ?? -1
      const { conversation_id } = received.body
      const rest = await received.visitor.stream('POST /api/chat/resume', {
        body: { conversation_id, cursor },
      })
      const all = cursorsOf(eventsIn(whole.toString())).slice(0, -1)
      expect([...got, ...cursorsOf(rest).slice(0, -1)]).toEqual(all)
      expect(rest.at(-1)?.event).toBe('resume_done')
    },
  )

  it.each(breaks)('a fault can close a stream without an error: %s', async (_, cut, seen) => {
    const closed = { ...cut, how: 'close' } as Damage['cut']
    const received = await tellStory(await mount(sameStory()), { stream: { cut: closed } })
    expect([received.status, received.broke]).toEqual([200, undefined])
    expect(received.bytes.toString()).toBe(seen.toString())
  })

  it.each(damages)('a stream with a fault contains %s', async (_, stream, seen) => {
    const received = await tellStory(await mount(sameStory()), { stream })
    expect(received.broke).toBeUndefined()
    expect(received.bytes.toString()).toBe(seen.toString())
  })

  it('a stream with a fault contains an invalid UTF-8 byte in otherwise valid JSON', async () => {
    const received = await tellStory(await mount(sameStory()), {
      stream: { malform: { event: 2, as: 'utf8' } },
    })
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(received.bytes)).toThrow(
      TypeError,
    )
    expect(Buffer.from(received.bytes.filter((byte) => byte !== 0xff))).toEqual(whole)
    expect(eventsIn(received.bytes.toString())).toHaveLength(wholeFrames.length)
  })

  it('a stream with a fault stalls after an event until the clock of the world has advanced', async () => {
    const mounted = await mount(sameStory())
    const { clock } = mounted.fake.world()
    clock.freeze()
    const began = clock.now()
    const asking = await ask(mounted, { stream: { stall: { after_event: 2, for: '5s' } } })
    const stream = await asking.visitor.read('POST /api/react', asking)
    await stream.until(2)
    const third = stream.until(3)
    await eventually(() => clock.step())
    await third
    expect(clock.now() - began).toBe(5000)
    expect(await stream.rest()).toHaveLength(wholeFrames.length)
  })

  it('a stream with a fault sends small pieces by the clock of the world', async () => {
    const mounted = await mount(sameStory())
    const { clock } = mounted.fake.world()
    clock.freeze()
    const began = clock.now()
    const asking = await ask(mounted, { stream: { drip: { bytes: 100, every: 250 } } })
    let seen: Buffer | undefined
    void see(asking.visitor.open('POST /api/react', asking)).then(({ bytes }) => (seen = bytes))
    await eventually(() => {
      clock.step()
      return seen !== undefined
    })
    expect(String(seen)).toBe(String(whole))
    const pieces = wholeFrames.map((text) => Math.ceil(Buffer.byteLength(text) / 100))
    expect(clock.now() - began).toBe(250 * (pieces.reduce((sum, one) => sum + one) - 1))
  })

  it.each([
    ['a stall', { stall: { after_event: 1, for: '1h' } }],
    ['a slow stream in small pieces', { drip: { bytes: 300, every: '1h' } }],
  ] as const)(
    'a stream with a fault releases its resources when its reader disconnects during %s',
    async (_, stream) => {
      const mounted = await mount(sameStory())
      const world = mounted.fake.world()
      world.clock.freeze()
      const asking = await ask(mounted, { stream })
      const reader = await asking.visitor.read('POST /api/react', asking)
      await reader.until(1)
      const more = reader.until(3).catch(() => undefined)
      await reader.leave()
      await more
      await eventually(() => world.openStreams === 0)
      expect(world.clock.step()).toBe(false)
    },
  )

  it('a fault of a script is applied once, and not in a resume', async () => {
    const { scenarios, ...rest } = sameStory()
    const broken = scenarios.map((one) => ({ ...one, fault: { cut: { after_event: 2 } } }))
    const received = await tellStory(await mount({ ...rest, scenarios: broken }))
    expect([received.broke instanceof TypeError, received.bytes.toString()]).toEqual([
      true,
      before(3),
    ])
    const body = { ...received.body, cursor: -1 }
    const resumed = await received.visitor.stream('POST /api/chat/resume', { body })
    expect(resumed).toHaveLength(wholeFrames.length)
  })

  it('a stream is changed by a fault of its world and by a fault of its script at the same time', async () => {
    const { scenarios, ...rest } = sameStory()
    const damaged = scenarios.map((one) => ({ ...one, fault: { drop: { event: 1 } } }))
    const received = await tellStory(await mount({ ...rest, scenarios: damaged }), {
      stream: { cut: { after_event: 2 } },
    })
    expect(received.bytes.toString()).toBe(frame(2))
  })

  it.each<Damage>([
    { split: { bytes: 7 } },
    { drip: { bytes: 7, every: 0 } },
    { merge: { events: 3 } },
  ])(
    'a fault of a world finds its events in a stream whose writes a fault of a script changes: %j',
    async (fault) => {
      const { scenarios, ...rest } = sameStory()
      const mounted = await mount({
        ...rest,
        scenarios: scenarios.map((one) => ({ ...one, fault })),
      })
      const received = await tellStory(mounted, {
        stream: { duplicate: { event: 1 }, cut: { after_event: 2, how: 'close' } },
      })
      expect(received.bytes.toString()).toBe(frame(1) + frame(1) + frame(2))
    },
  )

  it('a fault that cuts before a blank line cuts the event, also if a comment stands before it', async () => {
    const received = await tellStory(await mount(sameStory()), {
      stream: { comments: true, cut: { event: 2, inside: 'blank-line' } },
    })
    expect(received.bytes.toString().endsWith(`${dataOf(2)}\n`)).toBe(true)
  })

  it('a fault on a stream keeps the line ends and spaces that the deployment writes', async () => {
    const picks = { 'events.line-ends': 'crlf', 'events.data-space': 'no' }
    const received = await tellStory(
      await mount({ ...sameStory(), profile: readProfile({ picks }) }),
      {
        stream: { malform: { event: 1, as: 'json' }, cut: { event: 2, inside: 'blank-line' } },
      },
    )
    const broken = frame(1).replace(dataOf(1), dataOf(1).slice(0, half(dataOf(1))))
    expect(received.bytes.toString()).toBe(bare(broken + frame(2)).slice(0, -2))
  })

  it('a client whose stream a fault cuts is treated as disconnected, and the turn ends if the profile says so', async () => {
    const profile = readProfile({ picks: { 'turn.on-disconnect': 'cancels' } })
    const mounted = await mount({ ...sameStory(), speed: 1, profile })
    const world = mounted.fake.world()
    world.clock.freeze()
    const received = await tellStory(mounted, { stream: { cut: { after_event: 1 } } })
    expect(received.broke).toBeInstanceOf(TypeError)
    expect(newestTurnOf(world.runningTurns, received.body['conversation_id'] ?? '')).toBeUndefined()
  })

  it('a stream that a fault splits is sent in separate writes', async () => {
    const joins = transport === 'MSW in Node'
    const received = await tellStory(await mount(sameStory()), { stream: { split: { bytes: 7 } } })
    expect(received.bytes.length).toBe(whole.length)
    expect(received.chunks.length > whole.length / 14).toBe(!joins)
  })

  it('a fault that merges events sends a stream in as few writes as it requires', async () => {
    const received = await tellStory(await mount(sameStory()), { stream: { merge: { events: 4 } } })
    expect(received.bytes.length).toBe(whole.length)
    expect(received.chunks.length).toBeLessThanOrEqual(Math.ceil(wholeFrames.length / 4))
  })

  it('a fault that reorders events does not hold back the request for an approval', async () => {
    const mounted = await mount({ scenarios: shippedScenarios })
    const visitor = await signIn(mounted)
    const { faults, director } = mounted.fake.control()
    await askForRefund(visitor)
    const event = director.state().turns[0]?.events ?? 0
    faults.add({ effect: { stream: { reorder: { event } } } })
    const { id } = await askForRefund(visitor)
    expect((await respond(visitor, id, { decision: 'approve' })).status).toBe(200)
    expect(faults.list()).toMatchObject([{ struck: 1 }])
  })

  it('a fault that merges events does not hold back the request for an approval', async () => {
    const mounted = await mount({ scenarios: shippedScenarios })
    const visitor = await signIn(mounted)
    mounted.fake.control().faults.add({ effect: { stream: { merge: { events: 1000 } } } })
    const { reader, id } = await askForRefund(visitor)
    expect((await respond(visitor, id, { decision: 'approve' })).status).toBe(200)
    expect((await reader.rest()).at(-1)?.event).toBe('end')
  })

  it('a fault that damages streams does not change the refusal of a stream request', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    mounted.fake.control().faults.add({ effect: { stream: { cut: { at_byte: 3 } } } })
    expect(await visitor.refusal('POST /api/react', { body: {} })).toEqual([422, undefined])
  })
})
