import { describe, expect, it } from 'vitest'
import { operationIds } from '../../contract/operations.ts'
import { documented, picksAt, type Profile } from '../../contract/picks.ts'
import { describeDifference } from '../../contract/profile/describe-difference.ts'
import {
  changesResponses,
  neededDifferences,
  profileDifferences,
  withDifferences,
} from '../../contract/profile/differences.ts'
import { readProfile } from '../../contract/profile.ts'

import deployed from '../../generated/profiles/deployed-0.8.json' with { type: 'json' }

const shipped = readProfile(deployed)
const withAnswer = (answer: object) => readProfile({ answers: { 'GET /api/agents': answer } })
const withNotes = (family: object) =>
  readProfile({ operations: { notes: { kind: 'collection', path: '/api/notes', ...family } } })

const withFamilies = (operations: object) => readProfile({ operations })
const action = (path: string, answer: string) => ({ kind: 'action', method: 'GET', path, answer })

const idsOf = (from: Profile, to: Profile) => profileDifferences(from, to).map(({ id }) => id)
const linesBetween = (from: Profile, to: Profile) =>
  profileDifferences(from, to).flatMap(describeDifference)

const page = (picks: object | string) => readProfile({ picks: { 'lists.envelope': picks } })

/** The further differences that each difference needs, by their ids. */
const neededBy = (from: Profile, to: Profile) => {
  const all = profileDifferences(from, to)
  return Object.fromEntries(
    all.map((one) => [one.id, neededDifferences(one, all, from).map(({ id }) => id)]),
  )
}

describe('the differences of two profiles', () => {
  it.each([
    { from: documented, to: shipped },
    { from: shipped, to: documented },
  ])('applying all differences from $from.name to $to.name gives $to.name', ({ from, to }) => {
    const differences = profileDifferences(from, to)
    expect(differences.length).toBeGreaterThan(400)
    const made = withDifferences(from, to, differences)
    expect(idsOf(made, to)).toEqual([])
    expect(made.operations ?? {}).toEqual(to.operations ?? {})
    const picked = differences.flatMap((one) => (one.section === 'picks' ? [one.name] : []))
    for (const place of [undefined, ...operationIds]) {
      const [is, expected] = [picksAt(made, place), picksAt(to, place)]
      for (const name of picked) expect(is[name]).toEqual(expected[name])
    }
  })

  it('a profile has no differences from itself, or from a profile that lists only defaults', () => {
    expect(idsOf(shipped, shipped)).toEqual([])
    const written = readProfile({ picks: { 'records.timestamps': 'z', 'keys.usage': 'every' } })
    expect(idsOf(documented, written)).toEqual([])
  })

  it('a difference in picks of single operations names only the operations whose picks change', () => {
    const [agents, keys] = ['GET /api/agents', 'GET /api/me/api-keys']
    const before = page({ at: { [agents!]: 'items' } })
    expect(idsOf(documented, before)).toEqual([`lists.envelope=items at ${agents}`])
    expect(idsOf(before, page('items'))).toEqual(['lists.envelope=items'])
    const both = page({ at: { [agents!]: 'array', [keys!]: 'array' } })
    expect(idsOf(before, both)).toEqual(['lists.envelope=array at 2 operations'])
    expect(linesBetween(before, both)).toEqual([
      expect.stringMatching(/^`\{items\}` alone → .* at `GET \/api\/agents`$/),
      expect.stringMatching(/→ .* at `GET \/api\/me\/api-keys`$/),
    ])
  })

  it('a different pick is not reported if the new profile has its own response body for the operation', () => {
    const before = readProfile({
      picks: { 'lists.envelope': { at: { 'GET /api/agents': 'items' } } },
    })
    expect(idsOf(before, withAnswer({ body: '{ agents: items }' }))).toEqual([
      'answer:GET /api/agents',
    ])
  })

  it('a difference in an answer of a profile lists its changed fields, statuses and codes', () => {
    const before = withAnswer({
      status: 200,
      errors: { 'scope-missing': { code: 'forbidden' } },
      shape: { 200: { items: [{ id: 'string', name: 'string', note: 'string' }] } },
    })
    const after = withAnswer({
      status: 206,
      errors: { 'scope-missing': { code: 'no_scope' } },
      shape: { 200: { items: [{ id: 'integer', 'name?': 'string', tags: ['string'] }] } },
    })
    expect(linesBetween(before, after)).toEqual([
      '`status`: 200 → 206',
      '`errors.scope-missing.code`: forbidden → no_scope',
      '`shape.200.items[].id`: string → integer',
      '`shape.200.items[].name`: string → optional string',
      '`shape.200.items[].note` is gone',
      '`shape.200.items[].tags[]` is new: string',
    ])
  })

  it('seed records, and a shape that only one profile has, are no difference between profiles', () => {
    expect(idsOf(documented, withAnswer({ shape: { 200: { items: ['string'] } } }))).toEqual([])
    const record = { text: 'string' }
    expect(idsOf(withNotes({ record }), withNotes({ record, seeds: [{ text: 'hi' }] }))).toEqual([])
  })

  it('a difference of profiles in shapes alone is marked as one that does not change a fake', () => {
    const shaped = (type: string) => withAnswer({ shape: { 200: { total: type } } })
    expect(profileDifferences(shaped('integer'), shaped('string')).map(changesResponses)).toEqual([
      false,
    ])
    const created = [withNotes({ record: {} }), withNotes({ record: {}, created: 200 })] as const
    expect(profileDifferences(...created).map(changesResponses)).toEqual([true])
  })

  it('a removed or new family of a profile is listed with its operations', () => {
    const notes = withNotes({ record: {}, only: ['list', 'create'] })
    expect(linesBetween(notes, documented)).toEqual([
      '`GET /api/notes` is gone',
      '`POST /api/notes` is gone',
    ])
    expect(linesBetween(documented, notes)[1]).toBe('`POST /api/notes` is new')
  })

  it('families of profiles that play the same operation are compared, whatever their names are', () => {
    const [billing, usage] = [action('/api/bills', '`1`'), action('/api/usage', '`1`')]
    const newUsage = action('/api/usage', '`2`')
    expect(idsOf(withFamilies({ ping: usage }), withFamilies({ ping_get: usage }))).toEqual([])
    const before = withFamilies({ summary: billing, usage_summary: usage })
    const after = withFamilies({ summary: newUsage, bills_summary: billing })
    const differences = profileDifferences(before, after)
    expect(differences.map(({ id }) => id)).toEqual(['operation:summary'])
    expect(differences.flatMap(describeDifference)).toEqual(['`answer`: `1` → `2`'])
    expect(withDifferences(before, after, differences).operations).toEqual(after.operations)
    const without = withFamilies({ summary: usage })
    expect(linesBetween(before, without)).toEqual(['`GET /api/bills` is gone'])
    expect(linesBetween(without, before)).toEqual(['`GET /api/bills` is new'])
  })

  it('a difference of profiles names the picks and families that it depends on', () => {
    const next = readProfile({
      picks: { 'errors.content-type': 'crash', 'errors.crash': 'text' },
      answers: { 'GET /api/agents': { record: "{ id: id, notes: length(records('notes')) }" } },
      operations: { notes: { kind: 'collection', path: '/api/notes', record: {} } },
    })
    expect(neededBy(documented, next)).toEqual({
      'errors.crash=text': ['errors.content-type=crash'],
      'errors.content-type=crash': [],
      'answer:GET /api/agents': ['operation:notes'],
      'operation:notes': [],
    })
    // The answer of `GET /api/agents` reads notes, so it fails if the family `notes` is gone.
    expect(neededBy(next, documented)['operation:notes']).toEqual(['answer:GET /api/agents'])
  })
})
