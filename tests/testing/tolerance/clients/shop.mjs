import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

// The tests of a small client that breaks on some allowed behaviours. The example report of the
// console's page Tolerance was made with them: `npm run prove` plays them again, and shows how.

const url = process.env['UNDERSTUDY_URL'] ?? ''
const json = { 'content-type': 'application/json' }

const post = (path, body, headers) =>
  fetch(url + path, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  })

/** Repeats a read once if the server is busy, as a good client does. */
async function read(path, headers) {
  const response = await fetch(url + path, { headers })
  if (response.status !== 429 && response.status !== 503) return response
  await new Promise((resolve) => setTimeout(resolve, 1000 * response.headers.get('retry-after')))
  return fetch(url + path, { headers })
}

async function signIn() {
  const login = await post('/api/auth/login', {
    email: 'demo@example.com',
    password: 'demo-password',
  })
  return { authorization: `Bearer ${(await login.json()).access_token}` }
}

async function createConversation(headers) {
  const { data } = await (await post('/api/conversations', { title: 'Order' }, headers)).json()
  return data.id
}

/** Reads a stream until its end, or until it breaks off; only complete events count. */
async function eventsOf(response) {
  let text = ''
  try {
    const decoder = new TextDecoder()
    for await (const chunk of response.body) text += decoder.decode(chunk, { stream: true })
  } catch {
    // The events before the cut are kept.
  }
  const blocks = text.split('\n\n').slice(0, -1)
  return blocks.map((block) => {
    const lines = block.split('\n').map((line) => line.split(': '))
    const fields = Object.fromEntries(lines.map(([name, ...rest]) => [name, rest.join(': ')]))
    return { name: fields.event, data: JSON.parse(fields.data) }
  })
}

describe('the shop', () => {
  it('signs a user in', async () => {
    const me = await read('/api/auth/me', await signIn())
    assert.match(await me.text(), /demo@example\.com/)
  })

  it('says that a password is wrong', async () => {
    const login = await post('/api/auth/login', { email: 'demo@example.com', password: 'x' })
    assert.equal(login.status, 401)
  })

  it('lists the agents by name', async () => {
    const headers = await signIn()
    await read('/api/auth/me', headers)
    const { items } = await (await read('/api/agents', headers)).json()
    assert.ok(items.every(({ name }) => name !== ''))
  })

  it('shows when an agent was made', async () => {
    const { items } = await (await read('/api/agents', await signIn())).json()
    assert.match(items[0].created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('creates a conversation and finds it again', async () => {
    const headers = await signIn()
    const id = await createConversation(headers)
    const found = await read(`/api/conversations/${id}`, headers)
    assert.equal((await found.json()).data.title, 'Order')
  })

  it('shows the whole answer of a turn', async () => {
    const headers = await signIn()
    const conversation_id = await createConversation(headers)
    const events = await eventsOf(
      await post('/api/react', { q: 'Where is my order?', conversation_id }, headers),
    )
    const isWhole = () => events.some(({ name }) => name === 'end' || name === 'resume_done')
    if (!isWhole()) {
      const { cursor } = events.at(-1)?.data ?? { cursor: 0 }
      const rest = await post('/api/chat/resume', { conversation_id, cursor }, headers)
      events.push(...(await eventsOf(rest)))
    }
    assert.ok(isWhole(), 'the answer has no end')
    const cursors = events.map(({ data }) => data.cursor).filter((one) => one !== undefined)
    assert.deepEqual(cursors, [...new Set(cursors)], 'an event is shown twice')
  })

  it('shows an error to a user who asks for nothing', async () => {
    const refused = await post('/api/react', { q: 7 }, await signIn())
    assert.equal(refused.status, 422)
  })

  it('shows the version of the platform', async () => {
    assert.match((await (await read('/api/version')).json()).version, /^\d/)
  })
})
