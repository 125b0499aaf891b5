import { describe, expect, it } from 'vitest'
import { drawn } from '../../support/proving.ts'
import { signIn } from '../../support/visitor.ts'
import { type PlantedClient, sessionOf } from './planted.ts'
import { toleranceOf } from './session.ts'

/** A client that signs in and creates a conversation, and then runs a check of its own. */
const client = (check: string) => [
  process.execPath,
  '--input-type=module',
  '-e',
  `const post = async (path, body, token) => {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer ' + token }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  return (await fetch(process.env.UNDERSTUDY_URL + path, init)).json()
}
const login = await post('/api/auth/login', { email: 'demo@example.com', password: 'demo-password' })
const { data } = await post('/api/conversations', { title: 'Mine' }, login.access_token)
const age = Date.now() - new Date(data.created_at)
const require = (isTrue, message) => { if (!isTrue) throw new Error(message) }
${check}`,
]

const findingsOf = ({ findings }: Awaited<ReturnType<typeof toleranceOf>>) =>
  findings.map(({ behaviours }) => behaviours)

describe('time zones and languages', () => {
  it('a client that reads dates without an offset as local time is found, although it works in UTC', async () => {
    const report = await toleranceOf(client(`require(Math.abs(age) < 3_600_000, 'age ' + age)`), {
      only: ['records.timestamps=naive'],
    })
    expect(findingsOf(report)).toEqual([['records.timestamps=naive']])
    expect(report.environment).toEqual({ TZ: 'Pacific/Kiritimati', LANG: 'de_DE.UTF-8' })
    const environment = report.runs.filter(({ purpose }) => purpose === 'environment')
    expect(environment).toHaveLength(1)
    expect(report.notPlayed?.join()).not.toContain('time zones')
  })

  const cases = [
    {
      name: 'relies on the time zone',
      check: `require(new Date().getTimezoneOffset() > -720, 'the zone of the machine')`,
      behaviour: 'environment:far-time-zone',
      says: 'TZ=Pacific/Kiritimati',
      kept: { LANG: 'de_DE.UTF-8' },
    },
    {
      name: 'parses numbers in the language',
      check: `require(Number((1.5).toLocaleString()) === 1.5, (1.5).toLocaleString())`,
      behaviour: 'environment:decimal-comma',
      says: 'LANG=de_DE.UTF-8',
      kept: { TZ: 'Pacific/Kiritimati' },
    },
  ]

  it.each(drawn(cases, 1))(
    'a client that $name of the machine is reported as a finding, and later runs use the usual environment',
    async ({ check, behaviour, says, kept }) => {
      const report = await toleranceOf(client(check), {
        only: ['environment:*', 'records.timestamps=naive'],
      })
      expect(findingsOf(report)).toEqual([[behaviour]])
      expect(report.findings[0]?.reproduce).toBe(behaviour)
      expect(report.behaviours.find(({ id }) => id === behaviour)?.says).toContain(says)
      expect(report.environment).toEqual(kept)
      expect(report.counts).toMatchObject({ tolerated: 2, intolerant: 1 })
    },
  )

  it('a test that needs the time zone of the machine runs separately, and other tests run in a distant time zone', async () => {
    const far = 'Pacific/Kiritimati'
    const ageIn = (zone: string | undefined, date: string) =>
      Math.abs(
        Date.now() - Date.parse(date) - (zone === far && !/Z$|\+/.test(date) ? 14 : 0) * 3.6e6,
      )
    const tests: PlantedClient['tests'] = {
      async zone(mounted, { TZ } = {}) {
        if (TZ === far) throw new Error('the zone of the machine')
        const { headers } = await (await signIn(mounted)).call('GET /api/agents')
        expect(headers.get('content-type')).toBe('application/json')
      },
      async dates(mounted, { TZ } = {}) {
        const { json } = await (
          await signIn(mounted)
        ).call<{ data: { created_at: string } }>('POST /api/conversations', { body: {} })
        expect(ageIn(TZ, json.data.created_at)).toBeLessThan(3.6e6)
      },
    }
    const report = await sessionOf(
      { name: 'two tests', run: async () => {}, tests },
      { only: ['environment:*', 'records.timestamps=naive', 'records.content-type=charset'] },
    )
    const found = report.findings.map(({ behaviours, tests: broken }) => [
      ...behaviours,
      ...broken.map(({ test }) => test),
    ])
    expect(found.toSorted()).toEqual([
      ['environment:far-time-zone', 'zone'],
      ['records.content-type=charset', 'zone'],
      ['records.timestamps=naive', 'dates'],
    ])
    expect(report.environment).toEqual({ TZ: far, LANG: 'de_DE.UTF-8' })
    expect(report.setAside).toEqual([])
  })
})
