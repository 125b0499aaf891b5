import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { TrafficCheck } from '../../conformance/passive/traffic-check.ts'
import { copyExchange, type RecordedExchange } from '../../contract/exchange.ts'
import { drawn } from '../support/proving.ts'
import { recordingOf } from '../traffic/import-turns.ts'

/** What differs in one exchange. `text` replaces the characters from a start to an end. */
type Change = {
  readonly exchange: number
  readonly authorization?: string | null
  readonly body?: string
  readonly status?: number
  readonly type?: string | null
  readonly text?: readonly [start: number, end: number, inserted: string]
  readonly base64?: string
}

type Deviation = {
  readonly name: string
  readonly says: string
  /** Whether the specification allows it. */
  readonly isAllowed?: boolean
  /** Whether it follows from the sense of the specification, not from a sentence. */
  readonly isArguable?: boolean
  readonly changes: readonly Change[]
}

const deviations = JSON.parse(
  gunzipSync(readFileSync('tests/recordings/planted-deviations.json.gz')).toString(),
) as readonly Deviation[]

/** Deviations that no rule finds, and why. */
const missed: Readonly<Record<string, string>> = {
  'v025 dead-key/list-shows-old-state': 'another client may have enabled the key',
  'v091 foreign-record/in-list': 'the traffic does not show who created it',
  'v094 id-changed/read-answer': 'reading one conversation is not specified',
  'v105 counts/total-ignores-change': 'another client may have created a record',
  'v118 stale-title/old-title': 'channels are not specified',
  'v120 foreign-record/in-list': 'the traffic does not show who created it',
  'v132 deleted-answers/in-list': 'the deletion of conversations is not specified',
  'v136 stale-title/old-title': 'channels are not specified',
  'v138 deleted-answers/read': 'channels are not specified',
  'v156 id-changed/patch-answer': 'connectors are not specified',
  'v167 deleted-answers/read': 'connectors are not specified',
  'v172 counts/total-between-pages': 'another client may have created a record',
  'v173 dead-key/no-credential-works': 'a recorder may leave out credentials',
}

const recorded = await recordingOf('planted.har.gz')
type Headers = RecordedExchange['parts']['requestHeaders']

/** Sets a header, or removes it (`null`). */
const withHeader = (headers: Headers, name: string, value: string | null): Headers => [
  ...[...headers].filter(([key]) => key.toLowerCase() !== name),
  ...(value === null ? [] : [[name, value] as const]),
]

function changed(exchange: RecordedExchange, change: Change): RecordedExchange {
  const { parts } = exchange
  const [start, end, inserted] = change.text ?? [0, 0, '']
  const { text } = exchange
  const content =
    change.base64 === undefined
      ? text.slice(0, start) + inserted + text.slice(end)
      : new Uint8Array(Buffer.from(change.base64, 'base64'))
  return copyExchange(exchange, {
    ...(change.authorization !== undefined && {
      requestHeaders: withHeader(parts.requestHeaders, 'authorization', change.authorization),
    }),
    ...(change.type !== undefined && {
      responseHeaders: withHeader(parts.responseHeaders, 'content-type', change.type),
    }),
    ...(change.body !== undefined && { requestContent: change.body }),
    ...(change.status !== undefined && { status: change.status }),
    ...((change.text ?? change.base64) !== undefined && { content, frames: undefined }),
  })
}

/** The findings in a recording, each with its exchange, as texts. */
async function findingsIn(exchanges: readonly RecordedExchange[]): Promise<ReadonlySet<string>> {
  const check = new TrafficCheck(0)
  const found = new Set<string>()
  for (const exchange of exchanges)
    for (const { rule, expected, got } of await check.add(exchange))
      found.add(`${exchange.index} ${rule}: expected ${expected}, got ${got}`)
  return found
}

/** The findings in the recording without a deviation. */
const usual = await findingsIn(recorded)

async function newFindings({ changes }: Deviation): Promise<readonly string[]> {
  const exchanges = recorded.map((exchange) => {
    const change = changes.find((one) => one.exchange === exchange.index)
    return change === undefined ? exchange : changed(exchange, change)
  })
  const places = new Set(changes.map(({ exchange }) => String(exchange)))
  const found = [...(await findingsIn(exchanges))].filter((one) => !usual.has(one))
  return found.filter((one) => places.has(one.split(' ')[0] ?? ''))
}

const certain = deviations.filter(({ isAllowed, isArguable }) => !isAllowed && !isArguable)

// The deviations were planted by a reader of the specification who had not seen the rules.
describe('the rules for traffic, on a recording with one planted deviation', () => {
  it('the rules find no violation in the recording without a deviation', async () => {
    const found = [...usual].filter((one) => !one.includes('event-types'))
    expect(found).toEqual([])
  })

  it.each(drawn(certain, 8).map((one) => [`${one.name}: ${one.says}`, one] as const))(
    'a rule reports the planted deviation, or the test states why no rule can: %s',
    async (_, deviation) => {
      const isFound = (await newFindings(deviation)).length > 0
      expect(isFound).toBe(missed[deviation.name] === undefined)
    },
  )

  it.each(
    drawn(
      deviations.filter(({ isAllowed }) => isAllowed),
      2,
    ),
  )('no rule that must hold reports what the specification allows: $name', async (deviation) => {
    const found = await newFindings(deviation)
    expect(found.filter((one) => !one.includes('errors.codes-are-listed'))).toEqual([])
  })

  it('at least 90 of 100 planted deviations that are certain are found', () => {
    const share = 1 - Object.keys(missed).length / certain.length
    expect(share).toBeGreaterThan(0.9)
  })
})
