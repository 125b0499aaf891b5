import { expect, it } from 'vitest'
import { loadBases } from '../../../cli/import.ts'
import { RehearsedExchanges } from '../../../cli/import/rehearse.ts'
import type { RecordedExchange } from '../../../contract/exchange.ts'
import { objectIn } from '../../../contract/json.ts'
import type { Profile } from '../../../contract/picks.ts'
import { readProfile } from '../../../contract/profile.ts'
import { createFake } from '../../../mocks/fake.ts'
import { readHar } from '../../../traffic/har/read-har.ts'
import { importRecordings } from '../../../traffic/import/import.ts'
import { type Play, withoutRefutedRules } from '../../../traffic/import/profile/rehearsal.ts'
import { demo } from '../../support/transports.ts'
import { harEntry, harText } from '../../support/record-har.ts'
import { ada, api, call, data, login as loginEntry } from '../import-entries.ts'
import { withPlanted } from '../../conformance/lives/planted-differences.ts'
import { createVirtualClock } from '../../support/virtual-clock.ts'
import { fakeOf, importTextsOver, recordedBy, usersOf } from '../import-in-process.ts'
import { deployedProfile as deployed } from '../../profiles/deployment/deployed-profile.ts'
import { walkProfile } from './walks.ts'

const life = 'life./api/skills'
const morning = Date.parse('2026-11-21T08:00:00Z')

/** The rules that an import dropped from its base. */
const droppedIn = ({ profile }: Awaited<ReturnType<typeof importTextsOver>>) =>
  profile.operations.filter((line) => line.endsWith(', as recorded'))

/** A family of the deployment without one of its parts. */
const without = (name: string, part: string) => ({
  life,
  says: `${name} has no ${part}`,
  section: 'operations' as const,
  name,
  change: ({ [part]: _removed, ...others }) => others,
})

it('an import drops a refusal and a change that the recording refutes, and keeps all others', async () => {
  const differs = withPlanted(deployed, [
    without('skill_read', 'refuses'),
    without('skill_change', 'changes'),
  ])
  const { har } = await walkProfile(differs, [life])
  expect(droppedIn(await importTextsOver('deployed-0.8', har))).toEqual([
    'GET /api/skills/{skill_id}: does not refuse with "skill_not_found", as recorded',
    'PUT /api/skills/{skill_id}: changes nothing, as recorded',
  ])
})

/** A profile that refuses large boxes with a code. */
const boxes = (code: string) => ({
  name: 'own',
  picks: {},
  operations: {
    boxes: {
      kind: 'action',
      method: 'POST',
      path: '/api/boxes',
      public: true,
      body: { size: 'integer' },
      refuses: [{ when: '$body.size > `3`', code }],
      answer: '$body',
    },
  },
})

const box = (size: number) =>
  new Request('http://fake.test/api/boxes', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ size }),
  })

it('a refusal that depends on the state gets the recorded message, and keeps its condition', async () => {
  const clock = createVirtualClock(morning)
  const fakeWith = (profile: Profile) => createFake({ fixture: demo, profile, systemClock: clock })
  const recorder = recordedBy(fakeWith(readProfile(boxes('too_large'))).fetch, clock)
  for (const size of [2, 5, 4]) await recorder.fetch(box(size))
  const exchanges: RecordedExchange[] = []
  for await (const exchange of readHar([recorder.har()])) exchanges.push(exchange)
  const play: Play = async (document) => {
    const fake = fakeWith(readProfile(document))
    return Promise.all(
      exchanges.map(async (exchange) => {
        const response = await fake.fetch(box(Number(objectIn(exchange.request.body)['size'])))
        return { exchange, status: response.status, json: await response.json() }
      }),
    )
  }
  const { document, dropped } = await withoutRefutedRules(boxes('too_big'), new Set(), play)
  expect(document.operations).toEqual({
    boxes: {
      ...boxes('').operations.boxes,
      refuses: [{ when: '$body.size > `3`', status: 400, code: 'too_large', detail: 'Too large' }],
    },
  })
  expect(dropped).toEqual([
    'POST /api/boxes: refuses with 400 "too_large" instead of 400 "too_big", as recorded',
  ])
})

it('an import of a deployment like its base keeps all rules', async () => {
  const { har } = await walkProfile(deployed, [life])
  expect(droppedIn(await importTextsOver('deployed-0.8', har))).toEqual([])
})

it('an import over `documented` refuses a missing record with the recorded status and message', async () => {
  const { har } = await walkProfile(deployed, ['life./api/orgs'])
  const imported = await importTextsOver('documented', har)
  const missing =
    'refuses a missing record with 403 "Not a member of this organization", as recorded'
  expect(droppedIn(imported)).toContain(`GET /api/orgs/{org_id}: ${missing}`)
  const fake = fakeOf(imported, createVirtualClock(morning))
  const [user] = usersOf(imported).values()
  const login = await fake.fetch(
    new Request('http://fake.test/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(user),
    }),
  )
  const { access_token: token } = objectIn(await login.json())
  const response = await fake.fetch(
    new Request('http://fake.test/api/orgs/0f0e0d0c-0b0a-4908-8706-0504030201ff', {
      headers: { authorization: `Bearer ${String(token)}` },
    }),
  )
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ detail: 'Not a member of this organization' })
})

it('an import ends if a turn was recorded without its stream', async () => {
  const turn = harEntry({
    method: 'POST',
    url: 'http://deployment.test/api/react',
    headers: { 'content-type': 'application/json', authorization: 'Bearer opaque-token' },
    body: JSON.stringify({ q: 'Hello' }),
    content: { mimeType: 'application/json', text: '{"answer":"Hello"}' },
  })
  const { entries } = await importTextsOver(undefined, harText([turn]))
  expect(entries).toHaveLength(1)
})

it('an import rehearses the calls of the platform alone, in their order', async () => {
  const text = harText([
    call('GET https://app.example/api/orders', { items: [] }),
    call('GET /orders', { items: [] }),
    loginEntry,
  ])
  const exchanges = new RehearsedExchanges()
  const options = { bases: await loadBases('documented'), onRead: exchanges.add }
  await importRecordings([{ name: 'a.har', exchanges: readHar([text]) }], options)
  expect(exchanges.list.map(({ request }) => request.url.href)).toEqual([
    `${api}/orders`,
    `${api}/auth/login`,
  ])
})

it('an import learns the recorded words of a missing record without the secrets in them', async () => {
  const key = 'sk-live-4f7a09bc1122d3e4f5a6'
  const lost = { error: 'lost_here', message: `Key ${key} has no such conversation.` }
  const path = '/conversations/0f5719dc-fcce-4743-a683-614dc85232c4'
  const { profile } = await importTextsOver(
    'deployed-0.8',
    harText([
      loginEntry,
      call('GET /users/me', data({ ...ada, api_key: key })),
      call(`GET ${path}`, lost, { status: 404 }),
    ]),
  )
  const text = JSON.stringify(profile)
  expect(text).toContain('lost_here')
  expect(text).not.toContain(key)
})
