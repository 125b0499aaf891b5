import { describe, expect, it } from 'vitest'
import { documented } from '../../../contract/picks.ts'
import { readProfile, toProfileDocument } from '../../../contract/profile.ts'
import { composeProfile } from '../../../testing/tolerance/compose.ts'
import { differenceVariants } from '../../../testing/tolerance/differences.ts'
import { signIn, type Visitor } from '../../support/visitor.ts'
import { drawn } from '../../support/proving.ts'
import { type PlantedClient, sessionOf } from './planted.ts'

import deployed from '../../../generated/profiles/deployed-0.8.json' with { type: 'json' }

const collection = (path: string) => ({ kind: 'collection', path, record: { text: 'string' } })
const count = (path: string, answer: string) => ({ kind: 'action', method: 'GET', path, answer })

/** The deployment of today. */
const today = readProfile({
  name: 'today',
  operations: {
    notes: collection('/api/notes'),
    labels: collection('/api/labels'),
    label_count: count('/api/label-count', "{ count: length(records('labels')) }"),
    note_count: count('/api/note-count', '{ count: `3` }'),
  },
})

/** The deployment of tomorrow, with a difference of each kind. */
const next = readProfile({
  name: 'next',
  picks: {
    'records.timestamps': 'naive',
    'lists.default-size': { at: { 'GET /api/me/api-keys': { items: 5 } } },
  },
  answers: { 'GET /api/agents': { record: '{ id: id, title: name, created_at: created_at }' } },
  operations: {
    notes: collection('/api/notes'),
    tags: collection('/api/tags'),
    note_count: count('/api/note-count', "{ total: length(records('tags')) }"),
  },
})

/** A client that breaks if `reads` resolves to false. */
const client = (name: string, reads: (visitor: Visitor) => Promise<boolean>): PlantedClient => ({
  name,
  profile: today,
  async run(mounted) {
    if (!(await reads(await signIn(mounted)))) throw new Error('The client broke.')
  },
})

type Page = { readonly items: readonly Readonly<Record<string, unknown>>[] }

const firstAgent = async (visitor: Visitor) =>
  (await visitor.call<Page>('GET /api/agents')).json.items[0] ?? {}

const endsWithZ = client('a client that expects dates that end with Z', async (visitor) =>
  String((await firstAgent(visitor))['created_at']).endsWith('Z'),
)
const readsName = client('a client that reads the name of an agent', async (visitor) =>
  Object.hasOwn(await firstAgent(visitor), 'name'),
)
const listsLabels = client('a client that lists labels', async (visitor) => {
  const { status } = await visitor.call('GET /api/labels')
  return status === 200
})
const countsNotes = client('a client that reads the number of notes', async (visitor) => {
  const { json } = await visitor.call<object>('GET /api/note-count')
  return Object.hasOwn(json, 'count')
})
const survives = client('a client that survives everything', async (visitor) => {
  for (const path of ['agents', 'notes', 'labels', 'note-count', 'conversations', 'me/api-keys'])
    await visitor.call(`GET /api/${path}`)
  return true
})
const breaksTwice = client('a client that breaks by two differences', async (visitor) => {
  const { created_at: date } = await firstAgent(visitor)
  const { status } = await visitor.call('GET /api/labels')
  return String(date).endsWith('Z') && status === 200
})

const agents = (shape: object) => readProfile({ answers: { 'GET /api/agents': { shape } } })

const upgrade = (planted: PlantedClient) => sessionOf(planted, { to: next })

describe('the tests of a client before an upgrade', () => {
  it.each([
    { planted: endsWithZ, expected: [['records.timestamps=naive']] },
    { planted: readsName, expected: [['answer:GET /api/agents']] },
    { planted: listsLabels, expected: [['operation:labels']] },
    { planted: countsNotes, expected: [['operation:note_count']] },
    { planted: breaksTwice, expected: [['operation:labels'], ['records.timestamps=naive']] },
  ] as const)(
    '$planted.name is found, and each difference that breaks it is named alone',
    async ({ planted, expected }) => {
      const { findings, exit, to } = await upgrade(planted)
      const found = findings.map(({ behaviours }) => behaviours)
      expect(found.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual(expected)
      expect([exit, to]).toEqual([1, 'next'])
    },
  )

  it('a client that tolerates all differences needs three runs, and unreached differences are not counted as tolerated', async () => {
    const report = await upgrade(survives)
    expect(report).toMatchObject({ exit: 0, findings: [], leftOut: [] })
    expect(report.runs.map(({ name }) => name)).toEqual(['baseline-1', 'baseline-2', 'options-1'])
    const verdicts = Object.fromEntries(report.behaviours.map(({ id, verdict }) => [id, verdict]))
    expect(verdicts).toEqual({
      'records.timestamps=naive': 'tolerated',
      'lists.default-size=items at GET /api/me/api-keys': 'tolerated',
      'answer:GET /api/agents': 'tolerated',
      'operation:labels': 'tolerated',
      'operation:note_count': 'tolerated',
      'operation:label_count': 'not-exercised',
      'operation:tags': 'not-exercised',
    })
  })

  it('a pick for one operation is not exercised by other operations that show the same choice', async () => {
    const { behaviours } = await upgrade(readsName)
    const id = 'lists.default-size=items at GET /api/me/api-keys'
    expect(behaviours.find((one) => one.id === id)?.verdict).toBe('not-exercised')
  })

  it('a finding shows the request to an operation that the new deployment lacks, and the console plays it', async () => {
    const [finding] = (await upgrade(listsLabels)).findings
    expect(finding?.exchange).toMatchObject({
      request: 'GET /api/labels',
      baseline: { status: 200 },
      here: { status: 404 },
    })
    expect(finding?.plays.operations).toEqual({ labels: null, label_count: null })
  })

  it('a difference is not played if it needs another difference that breaks tests', async () => {
    const planted = client('a client that no longer works when there are tags', async (visitor) => {
      await visitor.call('GET /api/note-count')
      return (await visitor.call('GET /api/tags')).status === 404
    })
    const { findings, behaviours } = await upgrade(planted)
    expect(findings.map((one) => one.behaviours)).toEqual([['operation:tags']])
    const needing = behaviours.find(({ id }) => id === 'operation:note_count')
    expect(needing?.verdict).toBe('not-run')
  })

  it('a difference in shapes alone is left out with the reason', () => {
    const { variants, leftOut } = differenceVariants(
      agents({ 200: { items: [{ id: 'string' }] } }),
      agents({ 200: { items: [{ id: 'integer' }] } }),
    )
    expect(variants).toEqual([])
    expect(leftOut).toEqual([
      { id: 'answer:GET /api/agents', reason: expect.stringMatching(/shapes/) },
    ])
  })
})

describe.each([
  { from: documented, to: readProfile(deployed) },
  { from: readProfile(deployed), to: documented },
  { from: today, to: next },
])('the differences from $from.name to $to.name', ({ from, to }) => {
  const { variants } = differenceVariants(from, to)

  it('each difference makes a valid profile, alone and together with half of the other differences', () => {
    const half = variants.filter((_, at) => at % 2 === 0)
    const sets = [half, ...drawn(variants, 20).map((one) => [one])]
    for (const set of sets) {
      const composed = composeProfile(from, set)
      expect(composed).toBeDefined()
      readProfile(toProfileDocument(composed!))
    }
  })
})
