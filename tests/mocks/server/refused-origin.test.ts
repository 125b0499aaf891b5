import { expect, it } from 'vitest'
import { createFake } from '../../../mocks/fake.ts'
import { choicesText } from '../../../cli/choices.ts'
import { readProfile } from '../../../contract/profile.ts'
import { demo, describeTransports, type Mounted } from '../../support/transports.ts'
import { inWorld, keyOf, visit } from '../../support/visitor.ts'

const app = 'http://localhost:3000'
const stranger = 'http://localhost:5173'
const profile = readProfile({ picks: { 'http.cors-origins': { listed: [app] } } })
const refusal =
  `refused origin ${stranger}: a browser keeps this response from the page; allowed are ${app}; ` +
  'allow it with `serve --allow-origin`, with `allowOrigins` in code, or with the pick `http.cors-origins`'

/** The request options of a preflight from a page of this origin. */
const ahead = (origin: string) => ({
  headers: { origin, 'access-control-request-method': 'POST' },
})

/** The methods and the explanations of the requests in a world. */
const explained = ({ fake }: Mounted, world?: string) =>
  fake
    .control(world)
    .journal.list()
    .map(({ method, explanation }) => [method, explanation])

describeTransports('a page of an origin that the deployment does not list', (mount, transport) => {
  it('the refusal of an unlisted page origin is explained with the listed origins, in the journal and the response', async () => {
    const mounted = await mount({ profile })
    const key = keyOf(mounted, 'full')
    const headers = { origin: stranger }
    const preflight = await visit(mounted).open('OPTIONS /api/react', ahead(stranger))
    expect(preflight.headers.get('x-understudy-explain')).toBe(refusal)
    const list = await visit(mounted, key).open('GET /api/agents', { headers })
    expect([list.status, list.headers.get('x-understudy-explain')]).toEqual([200, refusal])
    expect(list.headers.has('access-control-expose-headers')).toBe(false)
    const stream = await visit(mounted, key).open('POST /api/react', { headers, body: { q: 'Hi' } })
    expect(await stream.text()).toContain('event: end')
    const missing = await visit(mounted).open('GET /api/nothing', { headers })
    expect(missing.status).toBe(404)
    const entries = explained(mounted)
    expect(entries.slice(0, 3)).toEqual([
      ['OPTIONS', refusal],
      ['GET', refusal],
      ['POST', refusal],
    ])
    expect(entries[3]).toEqual(['GET', expect.stringMatching(/^404: .*; refused origin http/)])
  })

  it('requests from a listed origin, and requests without an origin, have no explanation', async () => {
    const mounted = await mount({ profile })
    const visitor = visit(mounted, keyOf(mounted, 'full'))
    await visitor.open('OPTIONS /api/react', ahead(app))
    await visitor.call('GET /api/agents', { headers: { origin: app } })
    await visitor.call('GET /api/agents')
    expect(explained(mounted)).toEqual([
      ['GET', null],
      ['GET', null],
    ])
  })

  it('a page that calls the API through the server of its own origin gets no explanation', async () => {
    const mounted = await mount({ profile })
    const visitor = visit(mounted, keyOf(mounted, 'full'))
    const headers = { origin: stranger, 'sec-fetch-site': 'same-origin' }
    await visitor.call('GET /api/agents', { headers })
    if (transport === 'Node HTTP')
      await visitor.call('GET /api/agents', { headers: { origin: mounted.baseUrl } })
    expect(explained(mounted).map(([, reason]) => reason)).not.toContainEqual(expect.anything())
  })

  it('the explanation for a page without an origin says that no list of origins can allow it', async () => {
    const mounted = await mount({ profile })
    await visit(mounted).open('OPTIONS /api/react', ahead('null'))
    expect(explained(mounted)).toEqual([
      ['OPTIONS', expect.stringContaining('serve it over HTTP, or pick `http.cors-origins: any`')],
    ])
  })

  it('a refused preflight is in the journal of the world that its path names, but not in the coverage', async () => {
    const mounted = await mount({ profile })
    await visit(inWorld(mounted, 'red')).open('OPTIONS /api/react', ahead(stranger))
    expect(explained(mounted, 'red')).toEqual([['OPTIONS', refusal]])
    expect(explained(mounted)).toEqual([])
    const { calls, not_played } = mounted.fake.control('red').coverage()
    expect([calls, not_played]).toEqual([0, []])
  })

  it('an origin of `allowOrigins` may read responses in every world, whatever origins the profile lists', async () => {
    const mounted = await mount({ profile, allowOrigins: [`${stranger}/`] })
    await mounted.fake.control('red').play({
      picks: {
        'http.cors-origins': { listed: ['https://app.test'] },
        'lists.default-size': { default: 20, at: { 'GET /api/agents': { items: 5 } } },
      },
    })
    for (const world of [mounted, inWorld(mounted, 'red')])
      for (const [operation, sent] of [
        ['OPTIONS /api/react', ahead(stranger)],
        ['GET /api/agents', { headers: { origin: stranger } }],
      ] as const) {
        const { headers } = await visit(world).open(operation, sent)
        expect(headers.get('access-control-allow-origin')).toBe(stranger)
      }
    const other = await visit(mounted).open('GET /api/agents', { headers: { origin: 'http://b' } })
    expect(other.headers.get('x-understudy-explain')).toContain(`allowed are ${app}, ${stranger};`)
  })
})

it('the table of choices shows the value of a pick', () => {
  expect(choicesText(profile)).toContain(
    `    ○ any (open): those of every origin\n    ● listed (open): those of a list of origins: ["${app}"]\n`,
  )
})

it('`allowOrigins` refuses a value that is no origin', () => {
  for (const wrong of ['*', 'null', 'localhost:5173', 'http://localhost:5173/app'])
    expect(() => createFake({ fixture: demo, allowOrigins: [wrong] })).toThrow(
      `\`allowOrigins\` takes origins such as http://localhost:5173, not \`${wrong}\`.`,
    )
})
