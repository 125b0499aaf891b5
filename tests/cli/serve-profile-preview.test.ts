import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProfileChange } from '../../contract/control/worlds.ts'
import { json, openConformanceServer, words } from './conformance-server.ts'

type Preview = {
  readonly profile: string
  readonly document: object
  readonly changes: readonly ProfileChange[]
}

describe('the preview of a profile', () => {
  let server: Awaited<ReturnType<typeof openConformanceServer>>
  beforeAll(async () => {
    server = await openConformanceServer()
  })
  afterAll(() => server.stop())

  const preview = async (text: string, file?: string, world?: string) =>
    (await (await server.send('choices/preview', { text, file }, 'POST', world)).json()) as Preview
  const played = async (world?: string) =>
    (await (await server.ask('choices', {}, world)).json()) as {
      profile: string
      choices: readonly { id: string; pick: object; at: object }[]
    }

  it('the preview of a profile with a base shows the changes that the base makes', async () => {
    const { document, changes } = await preview('base: deployed-0.8')
    expect(document).toHaveProperty('operations.skills')
    expect(changes.map(({ id }) => id)).toContain('errors.envelope')
  })

  it('the preview of a profile returns all changes of the profile, and applies none of them', async () => {
    const before = await played()
    const text = `
picks:
  errors.envelope: detail
  lists.default-size: { default: { items: 30 }, at: { 'GET /api/agents': { items: 50 } } }
`
    const { profile, changes } = await preview(text, 'uploads/staging.profile.yaml')
    expect(profile).toBe('staging')
    expect(
      changes.map(({ id, at, from, to }) => [id, at, from.option, to.option, to.value]),
    ).toEqual([
      ['errors.envelope', null, 'documented', 'detail', undefined],
      ['lists.default-size', null, '20', 'items', 30],
      ['lists.default-size', 'GET /api/agents', '20', 'items', 50],
    ])
    expect(changes[0]?.to.grade).toBe('deviates')
    expect(await played()).toEqual(before)
  })

  it('the preview of a profile has no changes once the profile is applied', async () => {
    const text = await readFile('profiles/deployed-0.8/picks.yaml', 'utf8')
    const { document, changes } = await preview(text, 'deployed-0.8.yaml', 'blue')
    expect(changes.length).toBeGreaterThan(20)
    expect((await server.send('choices', document, 'PUT', 'blue')).status).toBe(200)
    expect((await preview(text, 'deployed-0.8.yaml', 'blue')).changes).toEqual([])
    expect((await played('blue')).profile).toBe('deployed-0.8')
  })

  it('the preview of a profile accepts JSON, and keeps the name of the profile', async () => {
    const text = JSON.stringify(
      { name: 'mine', picks: { 'errors.envelope': 'detail' } },
      null,
      '\t',
    )
    const { profile, changes } = await preview(text, 'theirs.json')
    expect([profile, changes.length]).toEqual(['mine', 1])
  })

  it.each([
    [
      'picks:\n  errors.envelop: detail',
      /^mine\.yaml:2:3: Unknown choice `errors\.envelop`\. Did you mean/,
    ],
    [
      'picks:\n  errors.envelope: details',
      /^mine\.yaml:2:20: Unknown option of `errors\.envelope`/,
    ],
    ['picks: [', /^mine\.yaml:1:\d+: /],
    ['{"picks": }{', /^mine\.yaml:1:\d+: /],
    ['- a\n- b', /^mine\.yaml:1:1: A profile must be an object with `picks`, not \["a","b"\]$/],
    ['', /^mine\.yaml:1:1: A profile must be an object with `picks`, not null$/],
    ['picks: &a\n  x: *b', /^mine\.yaml:/],
  ])('the preview of a profile is refused with the line of the error: %j', async (text, says) => {
    const response = await server.send('choices/preview', { text, file: 'mine.yaml' })
    const [status, error] = await words(response)
    expect(status).toBe(422)
    expect(error).toMatch(says)
  })

  it('the preview of a profile is refused if the profile is not sent as text', async () => {
    const init = { method: 'POST', headers: json, body: '{"profile":"documented"}' }
    const [status, error] = await words(await server.ask('choices/preview', init))
    expect(status).toBe(422)
    expect(error).toContain('Send {"text": "picks: …", "file": "staging.profile.yaml"}')
  })
})
