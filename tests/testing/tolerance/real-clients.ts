import { ApiError } from '../../../client/errors.ts'
import { gather, instantClock, signedIn } from '../../support/client-of.ts'
import type { PlantedClient } from './planted.ts'
import { shortStory } from '../../support/short-story.ts'
import { empty, type Mounted } from '../../support/transports.ts'
import { visit } from '../../support/visitor.ts'

type RealClient = PlantedClient & {
  /** The behaviours that break it, each alone. */
  readonly breaksOn: readonly string[]
}

const demoUser = { email: 'demo@example.com', password: 'demo-password' }
type Json = Readonly<Record<string, never>>

/** A signed-in caller that only reads what the specification promises. */
async function caller(mounted: Mounted) {
  const login = await visit(mounted).call<{ access_token: string; refresh_token: string }>(
    'POST /api/auth/login',
    { body: demoUser },
  )
  const visitor = visit(mounted, login.json.access_token)
  const create = async () => {
    const { json } = await visitor.call<{ data: Record<string, string> }>(
      'POST /api/conversations',
      { body: { title: 'Mine' } },
    )
    return json.data['id'] ?? json.data['conversation_id'] ?? ''
  }
  const ask = async (conversation_id?: string) => {
    const body = { q: 'Tell me', ...(conversation_id && { conversation_id }) }
    return (await visitor.open('POST /api/react', { body })).text()
  }
  const resume = async (id: string, cursor: unknown) =>
    (await visitor.open(`POST /api/chat/resume`, { body: { conversation_id: id, cursor } })).text()
  const agents = async () =>
    (await visitor.call<{ items: { created_at: string }[] }>('GET /api/agents')).json.items
  return { visitor, login, create, ask, resume, agents }
}

function require(isTrue: unknown, message: string): void {
  if (!isTrue) throw new Error(message)
}

/** The fields of each event: an own parser of streams, tolerant unless a client replaces it. */
const fieldsOf = (stream: string) =>
  stream
    .split(/\r?\n\r?\n/)
    .map((block) => block.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith(':')))
    .filter((lines) => lines.some((line) => line.startsWith('data:')))
    .map((lines) =>
      Object.fromEntries(
        lines.map((line) => {
          const [name = '', ...rest] = line.split(':')
          return [name, rest.join(':').replace(/^ /, '')]
        }),
      ),
    )

const dataOf = ({ data = '' }: Record<string, string>): Json => JSON.parse(data)

const story = { scenarios: [shortStory] }

/** Clients that rely on what the specification leaves open, in the ways in which real ones do. */
export const realClients: readonly RealClient[] = [
  {
    name: 'a page that parses dates by a pattern of its own',
    breaksOn: ['records.timestamps=offset', 'records.timestamps=naive'],
    async run(mounted) {
      const [agent] = await (await caller(mounted)).agents()
      const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
      require(pattern.test(agent?.created_at ?? ''), `invalid date ${agent?.created_at}`)
    },
  },
  {
    name: 'a page whose user lives two hours ahead of UTC, and that reads dates as local ones',
    breaksOn: ['records.timestamps=naive'],
    async run(mounted) {
      const { visitor, create } = await caller(mounted)
      const { json } = await visitor.call<{ data: { created_at: string } }>(
        `GET /api/conversations/${await create()}`,
      )
      const { created_at: date } = json.data
      const time = Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(date) ? date : `${date}+02:00`)
      const age = mounted.fake.world().clock.now() - time
      require(age < 3_600_000, `a new conversation is ${age} ms old`)
    },
  },
  {
    name: 'a list that loads pages until one is empty',
    breaksOn: ['lists.page-beyond-end=last', 'lists.page-beyond-end=missing'],
    async run(mounted) {
      const { visitor } = await caller(mounted)
      for (let page = 1; ; page++) {
        require(page < 50, 'the list never ends')
        const { status, json } = await visitor.call<{ items: unknown[] }>(
          `GET /api/agents?page=${page}&size=50`,
        )
        require(status === 200, `page ${page}: ${status}`)
        if (json.items.length === 0) return
      }
    },
  },
  {
    name: 'a list that shows its empty state if there are no pages',
    breaksOn: ['lists.pages-when-empty=1'],
    fake: { fixture: empty },
    async run(mounted) {
      const { visitor } = await caller(mounted)
      const { json } = await visitor.call<{ items: unknown[]; pages: number }>('GET /api/agents')
      require(json.items.length > 0 || json.pages === 0, 'an empty list without its empty state')
    },
  },
  {
    name: 'a chat that opens the conversation by the id in the response to its creation',
    breaksOn: ['conversations.created-shape=id'],
    async run(mounted) {
      const { visitor } = await caller(mounted)
      const { json } = await visitor.call<{ data: { id: string } }>('POST /api/conversations', {
        body: { title: 'Mine' },
      })
      const { status } = await visitor.call(`GET /api/conversations/${json.data.id}`)
      require(status === 200, `the new conversation: ${status}`)
    },
  },
  {
    name: 'a chat that reads the cursor of a stream from the payloads only',
    breaksOn: ['events.cursor-carrier=id'],
    fake: story,
    async run(mounted) {
      const { create, ask, resume } = await caller(mounted)
      const id = await create()
      const events = fieldsOf(await ask(id)).map(dataOf)
      const cursor = events.map((data) => data['cursor']).findLast((one) => one !== undefined)
      require(cursor !== undefined, 'no event had a cursor')
      await resume(id, cursor)
    },
  },
  {
    name: 'a chat that takes a step of more than one between cursors for a lost event',
    breaksOn: ['events.cursor-step=step'],
    fake: story,
    async run(mounted) {
      const { create, ask } = await caller(mounted)
      const cursors = fieldsOf(await ask(await create()))
        .map((fields) => {
          const { cursor } = dataOf(fields) as { cursor?: number }
          return fields['id'] === undefined ? cursor : Number(fields['id'])
        })
        .filter((cursor) => cursor !== undefined)
      for (const [index, cursor] of cursors.entries())
        require(index === 0 || cursor - (cursors[index - 1] ?? 0) <= 1, `lost before ${cursor}`)
    },
  },
  {
    name: 'a chat that splits a stream at two line feeds',
    breaksOn: ['events.line-ends=crlf'],
    fake: story,
    async run(mounted) {
      const { ask } = await caller(mounted)
      const blocks = (await ask()).split('\n\n').filter((block) => block.includes('data:'))
      require(blocks.length > 5, `only ${blocks.length} events`)
    },
  },
  {
    name: 'an app that replaces its session by the response to a refresh',
    breaksOn: ['refresh.shape=access-only'],
    async run(mounted) {
      const { login } = await caller(mounted)
      let session = login.json
      for (const round of [1, 2]) {
        const { status, json } = await visit(mounted).call<typeof session>(
          'POST /api/auth/refresh',
          { body: { refresh_token: session.refresh_token } },
        )
        require(status === 200, `refresh ${round}: ${status}`)
        session = json
      }
    },
  },
  {
    name: 'a proxy that only reads bodies of exactly application/json',
    breaksOn: ['records.content-type=charset'],
    async run(mounted) {
      const { headers } = await (await caller(mounted)).visitor.call('GET /api/agents')
      const type = headers.get('content-type')
      require(type === 'application/json', `unknown type ${type}`)
    },
  },
]

/** An app repeats a read that a busy server or proxy refused, after `Retry-After` or a second. */
const repeating =
  ({ fake }: Mounted) =>
  <Result>(read: () => Promise<Result>): Promise<Result> =>
    read().catch(async (error: unknown) => {
      if (!(error instanceof ApiError && [429, 502, 503, 504].includes(error.status))) throw error
      await fake.world().clock.wait((error.retryAfter ?? 1) * 1000)
      return read()
    })

/** Our client in a typical session of an app. */
export const tolerantClient: PlantedClient = {
  name: 'a tolerant client',
  fake: story,
  async run(mounted) {
    const systemClock = { ...instantClock, now: () => mounted.fake.world().clock.now() }
    const client = await signedIn(mounted, { systemClock })
    const repeat = repeating(mounted)
    const agents = await repeat(() => gather(client.agents.all()))
    require(agents.length > 0, 'no agents')
    await repeat(() => gather(client.knowledgeBases.all()))
    await repeat(() => gather(client.workflows.all()))
    const { id } = await client.conversations.create({ title: 'Mine' })
    const { created_at } = await client.conversations.update(id, { starred: true })
    const age = systemClock.now() - Date.parse(created_at)
    require(age >= 0 && age < 60_000, `a new conversation is ${age} ms old`)
    const conversations = await repeat(() => gather(client.conversations.all()))
    require(conversations.some((one) => one.id === id), 'the new conversation is not listed')
    const key = await client.keys.create({ name: 'Mine' })
    await client.keys.setActive(key.id, false)
    require(key.key.startsWith(key.key_prefix), 'the key is unknown')
    const refusal: unknown = await client.agents.read('unknown').catch((error: unknown) => error)
    require((refusal as { status?: number }).status === 404, 'a missing agent was found')
    for (const mode of ['react', 'dag', 'auto'] as const) {
      const turn = await gather(client[mode]({ q: 'Tell me', conversationId: id }))
      require(turn.some(({ event }) => event === 'done'), `${mode} never ended`)
    }
    const { email } = await repeat(() => client.me.read())
    require(email === demoUser.email, `signed in as ${email}`)
    await client.conversations.delete(id)
  },
}
