import { decodeSse } from '../../../contract/sse.ts'
import { type NewKey, visit } from '../../support/visitor.ts'
import { shortStory } from '../../support/short-story.ts'
import {
  openApp,
  type Page,
  type Parts,
  patientWait,
  type SeenEvent,
  tolerantParser,
  toEvent,
} from './planted-app.ts'
import type { PlantedClient } from './planted.ts'

/** A page with one bug, of the kind that passes every test against one deployment. */
type PlantedPage = {
  /** The behaviour that breaks it, or the two names of one behaviour. */
  readonly breaksAt: string | readonly string[]
  /** The class of behaviour in the words of the report, if no run can play it. */
  readonly neverPlayed?: string
  readonly parts?: Partial<Parts>
  readonly fake?: PlantedClient['fake']
  readonly overHttp?: boolean
  readonly visit: (page: Page, variables: Variables) => Promise<unknown>
}

type Variables = Readonly<Record<string, string | undefined>>

function require(isTrue: unknown, message: string): asserts isTrue {
  if (isTrue !== true) throw new Error(message)
}

type Agent = {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly icon: string | null
  readonly created_at: string
}

/** The start page: what every app reads. */
const home = async ({ list }: Page) => {
  await list<Agent>('/api/agents')
  await list('/api/knowledge-bases')
  return list<{ id: string; title: string; starred: boolean }>('/api/conversations')
}

/** A chat: one question and its answer, as the events that came. */
async function chat(page: Page) {
  const id = await page.create()
  return { id, events: await page.ask(id) }
}

const named = (events: Awaited<ReturnType<Page['ask']>>, name: string) =>
  events.filter((event) => event.name === name).map(({ data }) => data as never)

const isComplete = async (page: Page) => {
  const { events } = await chat(page)
  require(named(events, 'done').length === 1, 'no answer')
  const cursors = events.map(({ cursor }) => cursor).filter((one) => one !== undefined)
  require(new Set(cursors).size === cursors.length, 'an event was shown twice')
}

/** A slow turn, which is silent for three seconds. */
const slowStory: NonNullable<PlantedClient['fake']> = {
  speed: 1,
  scenarios: [
    {
      name: 'slow-story',
      match: { endpoint: 'react', query: 'tell me' },
      script: [{ think: 'Hm.' }, { call: { tool: 'look', takes: 3000 } }, { answer: 'The end.' }],
    },
  ],
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Pages that were written before any of them met a tolerance session, which then found 32 of 52, and
 * 28 by their behaviour alone. Each survives all that deployments and networks may do, but one
 * behaviour.
 */
const plantedPages: Readonly<Record<string, PlantedPage>> = {
  // Streams that end early.
  'a chat that asks again if a stream closes early': {
    breaksAt: 'fault:closed-without-end',
    parts: {
      async openStream(send, refresh) {
        let response = await send()
        if (!response.ok) {
          await refresh()
          response = await send()
        }
        const text = await response
          .clone()
          .text()
          .catch(() => 'it broke')
        const isEarly = response.ok && !/it broke|event: ?(end|resume_done)/.test(text)
        return isEarly ? send() : response
      },
    },
    async visit(page) {
      const { id } = await chat(page)
      const { data } = await page.json<{ data: { messages: { role: string }[] } }>(
        `GET /api/conversations/${id}`,
      )
      const asked = data.messages.filter(({ role }) => role === 'user').length
      require(asked === 1, `the question stands ${asked} times`)
    },
  },
  'a chat whose loop of resumes keeps the cursor of the first break': {
    breaksAt: 'fault:cut-resumes',
    parts: { resumeFrom: (last, first) => (first === -1 ? last : first) },
    visit: isComplete,
  },
  'a chat that decodes strictly, also at the end of a stream': {
    breaksAt: 'fault:cut-in-character',
    fake: { scenarios: [{ ...shortStory, script: [{ think: 'Hm.' }, { answer: 'Über.' }] }] },
    parts: {
      createDecoder() {
        const decoder = new TextDecoder('utf-8', { fatal: true })
        return (bytes) => decoder.decode(bytes, { stream: bytes !== undefined })
      },
    },
    visit: isComplete,
  },
  'a chat that gives up after ten silent seconds': {
    breaksAt: [],
    neverPlayed: 'streams that are silent for longer than two seconds',
    parts: { patience: 10_000 },
    visit: isComplete,
  },
  'a chat that wants the first event within two seconds': {
    breaksAt: 'fault:buffering-proxy',
    fake: slowStory,
    parts: {
      async openStream(send, refresh, operation) {
        let response = await send()
        if (!response.ok) {
          await refresh()
          response = await send()
        }
        if (operation.endsWith('resume')) return response
        const [early, rest] = response.body?.tee() ?? []
        const late = new Promise((resolve) => setTimeout(resolve, 2000, 'late'))
        const first = early?.getReader()
        require((await Promise.race([first?.read(), late])) !== 'late', 'no sign of life')
        void first?.cancel().catch(() => undefined)
        return new Response(rest, response)
      },
    },
    visit: isComplete,
  },

  // Streams in another form.
  'a parser that forgets the name of an event between two chunks': {
    breaksAt: 'fault:split-writes',
    parts: {
      createParser() {
        let rest = ''
        return (text) => {
          const lines = (rest + text).split(/\r?\n/)
          rest = lines.pop() ?? ''
          const events: SeenEvent[] = []
          const frame: string[] = []
          for (const line of lines) {
            if (line !== '') frame.push(line)
            else events.push(...toEvent(frame.splice(0).join('\n')))
          }
          return events
        }
      },
    },
    visit: isComplete,
  },
  'a parser that keeps CR in the names of events': {
    breaksAt: ['events.line-ends=crlf', 'fault:crlf-lines'],
    parts: {
      createParser() {
        let rest = ''
        return (text) => {
          const frames = (rest + text).split(/\n\r?\n/)
          rest = frames.pop() ?? ''
          return frames.flatMap((frame) => {
            const name = /^event: ?(.*)$/m.exec(frame.replaceAll('\r', '_'))?.[1]
            return toEvent(frame).map((event) => ({ ...event, name: name ?? '' }))
          })
        }
      },
    },
    visit: isComplete,
  },
  'a parser that takes the first line for a sign of an event stream': {
    breaksAt: 'events.comments=yes',
    parts: {
      createParser() {
        const parse = tolerantParser()
        let seen = ''
        return (text) => {
          seen += text
          if (seen.length >= 6 && !/^(event:|id:|data:)/.test(seen)) throw new Error('not a stream')
          return parse(text)
        }
      },
    },
    visit: isComplete,
  },
  'a parser that skips what stands before the first event, and expects only events then': {
    breaksAt: 'fault:keepalives',
    parts: {
      createParser() {
        let hasBegun = false
        return tolerantParser((frame) => {
          const events = toEvent(frame)
          if (hasBegun && events.length === 0) throw new Error(`unexpected ${frame}`)
          hasBegun ||= events.length > 0
          return events
        })
      },
    },
    visit: isComplete,
  },
  'a parser that reads the last data line of an event': {
    breaksAt: 'fault:several-data-lines',
    parts: {
      createParser: () =>
        tolerantParser((frame) => {
          const lines = frame.split(/\r?\n/)
          const data = lines.findLast((line) => line.startsWith('data:'))
          return toEvent(
            lines.filter((line) => !line.startsWith('data:') || line === data).join('\n'),
          )
        }),
    },
    visit: isComplete,
  },
  'a chat that wants a charset in the type of a stream': {
    breaksAt: 'events.content-type=plain',
    async visit(page) {
      const conversation_id = await page.create()
      const response = await page.send('POST /api/react', { q: 'Tell me', conversation_id })
      await response.text().catch(() => '')
      require(/charset=utf-8/i.test(response.headers.get('content-type') ?? ''), 'not UTF-8')
    },
  },

  // Tokens.
  'an API layer that refreshes once for each request that was refused': {
    breaksAt: 'fault:token-expired-once',
    async visit(page) {
      const read = async (path: string) => {
        const response = await page.send(`GET ${path}`)
        if (response.ok || !(await response.text()).includes('token_expired')) return
        await page.renew()
      }
      const once = async (path: string) => {
        const first = await page.once(`GET ${path}`)
        if (first.ok) return
        if (!/token_expired|invalid_token/.test(await first.text())) return read(path)
        await page.renew()
        await read(path)
      }
      await once('/api/agents')
      await Promise.all([once('/api/knowledge-bases'), once('/api/workflows'), once('/api/agents')])
    },
  },
  'a chat that keeps the token with which it was opened': {
    breaksAt: 'fault:token-expired-at-turn',
    async visit(page) {
      const conversation_id = await page.create()
      const token = page.session.access_token
      const ask = () => page.once('POST /api/react', { q: 'Tell me', conversation_id }, token)
      const first = await ask()
      if (first.ok) return first.text().catch(() => '')
      await page.refresh()
      require((await ask()).ok, 'the question was refused twice')
    },
  },
  'an API layer that sends the same Request object again after a refresh': {
    breaksAt: 'fault:token-expired-at-change',
    async visit(page) {
      await home(page)
      const { mounted, session } = page
      const request = new Request(`${mounted.baseUrl}/api/conversations`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${session.access_token}`,
        },
        body: '{"title":"Mine"}',
      })
      const response = await mounted.fetch(request)
      if (response.ok) return
      await page.refresh()
      request.headers.set('authorization', `Bearer ${session.access_token}`)
      const again = await mounted.fetch(request)
      require(again.ok, `not created: ${again.status}`)
    },
  },
  'a chat that asks again if a resume is refused': {
    breaksAt: 'fault:token-expired-at-resume',
    async visit(page) {
      const conversation_id = await page.create()
      const body = { q: 'Tell me', conversation_id }
      const first = await page.send('POST /api/react', body)
      const text = await first.text().catch(() => '')
      if (!/event: ?end/.test(text)) {
        const again = await page.once('POST /api/chat/resume', { conversation_id, cursor: -1 })
        await again.text().catch(() => '')
        if (!again.ok) {
          await page.refresh()
          await (await page.send('POST /api/react', body)).text()
        }
      }
      const { data } = await page.json<{ data: { messages: { role: string }[] } }>(
        `GET /api/conversations/${conversation_id}`,
      )
      const asked = data.messages.filter(({ role }) => role === 'user').length
      require(asked === 1, `the question stands ${asked} times`)
    },
  },
  'a header that takes the user from each answer about tokens': {
    breaksAt: 'refresh.shape=access-only',
    async visit(page) {
      const { refresh_token } = page.session
      const { user } = await page.json<{ user: { display_name: string } }>(
        'POST /api/auth/refresh',
        { refresh_token },
      )
      require(user.display_name !== '', 'nobody is signed in')
    },
  },
  'a login that knows one spelling of the token type': {
    breaksAt: 'login.token-type=Bearer',
    async visit(page) {
      const { token_type } = page.session as unknown as { token_type: string }
      require(token_type === 'bearer', `unsupported token type ${token_type}`)
      await home(page)
    },
  },
  'a form that says wrong password at 401 only': {
    breaksAt: 'errors.login-failed=bad_request',
    async visit(page) {
      const body = { email: 'demo@example.com', password: 'wrong' }
      const { status } = await visit(page.mounted).call('POST /api/auth/login', { body })
      require(status === 401, 'Something went wrong.')
    },
  },
  'an app that signs out at 401 and 403': {
    breaksAt: 'errors.invalid-token-status=400',
    async visit(page) {
      const read = () => page.once('GET /api/agents', undefined, 'tampered')
      let { status } = await read()
      if (status === 429 || status >= 500) {
        await page.clock.wait(2000)
        status = (await read()).status
      }
      require([401, 403].includes(status), `an error page for ${status}`)
    },
  },

  // Busy servers and proxies.
  'a page that repeats a read at once, three times': {
    breaksAt: ['fault:rate-limited-once', 'fault:rate-limited-until'],
    parts: { wait: ({ status }) => (status === 429 ? 0 : status >= 502 ? 1000 : undefined) },
    visit: home,
  },
  'a page that takes the seconds of Retry-After for milliseconds': {
    breaksAt: 'fault:rate-limited-once',
    parts: {
      wait(response, now) {
        const told = Number(response.headers.get('retry-after') ?? 1000)
        return Number.isNaN(told) ? patientWait(response, now) : told
      },
    },
    visit: home,
  },
  'a page that shows the seconds of Retry-After as a number': {
    breaksAt: 'fault:rate-limited-until',
    parts: {
      wait(response, now) {
        const told = response.headers.get('retry-after')
        const text = told === null ? 'soon' : `in ${Number.parseInt(told, 10)} s`
        require(!text.includes('NaN'), `Try again ${text}`)
        return patientWait(response, now)
      },
    },
    visit: home,
  },
  'a page that repeats a read only if it is told when': {
    breaksAt: 'fault:rate-limited-without-time',
    parts: {
      wait: (response, now) =>
        response.status === 429 && !response.headers.has('retry-after')
          ? undefined
          : patientWait(response, now),
    },
    visit: home,
  },
  'a banner that reads the message of every 503': {
    breaksAt: 'fault:unavailable-page',
    async visit(page) {
      const show = async (path: string) => {
        const response = await page.once(`GET ${path}`)
        if (response.status === 503) {
          const { message } = (await response.json()) as { message: string }
          require(message !== '', 'a banner without a text')
        }
        if (!response.ok) await page.json(`GET ${path}`)
      }
      await show('/api/agents')
      await show('/api/knowledge-bases')
      await show('/api/workflows')
    },
  },
  'an API layer that takes a redirect for a failure': {
    breaksAt: 'fault:redirected-once',
    parts: { init: { redirect: 'manual' } },
    visit: home,
  },
  'a progress bar that divides by Content-Length': {
    breaksAt: 'fault:compressed',
    overHttp: true,
    async visit(page) {
      const response = await page.send('GET /api/agents')
      const total = Number(response.headers.get('content-length') ?? Infinity)
      const share = (await response.arrayBuffer()).byteLength / total
      require(share <= 1, `${Math.round(share * 100)} % loaded`)
    },
  },
  'a page that caches responses unless they vary': {
    breaksAt: 'http.headers=fixed',
    async visit(page) {
      const response = await page.send('GET /api/agents')
      require((response.headers.get('vary') ?? '') === '', 'nothing to show offline')
    },
  },

  // Clocks, zones and languages.
  'a badge that says how long ago something was made': {
    breaksAt: [],
    neverPlayed: 'a clock of the server that differs from that of the client',
    async visit(page) {
      const { data } = await page.json<{ data: { id?: string; conversation_id?: string } }>(
        'POST /api/conversations',
        {},
      )
      const { data: made } = await page.json<{ data: { created_at: string } }>(
        `GET /api/conversations/${data.id ?? data.conversation_id}`,
      )
      const zone = /Z$|\+/.test(made.created_at) ? '' : 'Z'
      const minutes = Math.round((Date.now() - Date.parse(made.created_at + zone)) / 60_000)
      require(Math.abs(minutes) < 2, `${minutes} minutes ago`)
    },
  },
  'a form that fills a local date into a field and reads it as UTC': {
    breaksAt: 'environment:far-time-zone',
    async visit(page, { TZ = 'UTC' }) {
      const [agent] = await page.list<Agent>('/api/agents')
      const text = agent?.created_at ?? ''
      const time = Date.parse(/Z$|\+/.test(text) ? text : `${text}Z`)
      const field = new Date(time).toLocaleString('sv-SE', { timeZone: TZ })
      const saved = Date.parse(`${field.replace(' ', 'T')}Z`)
      require(Math.abs(saved - time) < 60_000, `the date moved to ${field}`)
    },
  },
  'a table that reads its own numbers again': {
    breaksAt: 'environment:decimal-comma',
    async visit(page, { LANG = 'en_US' }) {
      await home(page)
      const shown = (0.25).toLocaleString(LANG.replace(/\..*/, '').replace('_', '-'))
      require(Number(shown) === 0.25, `costs ${Number(shown)}`)
    },
  },

  // Records.
  'a router that knows only UUIDs': {
    breaksAt: 'records.ids=other',
    async visit(page) {
      const id = await page.create()
      require(uuid.test(id), `no route for /chat/${id}`)
      await page.json(`GET /api/conversations/${id}`)
    },
  },
  'a table that shows a dash for null': {
    breaksAt: 'records.empty-fields=absent',
    async visit(page) {
      const id = await page.create()
      const { data } = await page.json<{ data: { updated_at: string | null } }>(
        `GET /api/conversations/${id}`,
      )
      const changed = data.updated_at === null ? '–' : data.updated_at.slice(0, 10)
      require(changed !== '', 'an empty cell')
    },
  },
  'a page that adds Z to every date without one': {
    breaksAt: 'records.timestamps=offset',
    async visit(page) {
      for (const { created_at } of await page.list<Agent>('/api/agents')) {
        const date = new Date(created_at.endsWith('Z') ? created_at : `${created_at}Z`)
        require(date.toString() !== 'Invalid Date', 'Invalid Date')
      }
    },
  },
  'a page that reads an answer to every deletion': {
    breaksAt: 'fault:deleted-without-body',
    async visit(page) {
      const id = await page.create()
      const response = await page.send(`DELETE /api/conversations/${id}`)
      const { data } = (await response.json()) as { data: object }
      require(response.ok && typeof data === 'object', 'not deleted')
    },
  },
  'a page that knows that a key is gone at 204 or 200': {
    breaksAt: 'fault:deletion-accepted',
    async visit(page) {
      const id = await page.create()
      const { status } = await page.send(`DELETE /api/conversations/${id}`)
      require([200, 204].includes(status), `not deleted: ${status}`)
    },
  },
  'a sidebar that opens the first conversation without a star after creating one': {
    breaksAt: 'conversations.order=oldest',
    async visit(page) {
      const id = await page.create()
      const { items } = await page.json<{ items: { id: string; starred: boolean }[] }>(
        'GET /api/conversations',
      )
      require(items.find(({ starred }) => !starred)?.id === id, 'an old conversation')
    },
  },
  'a list that reads pages until one has nothing new': {
    breaksAt: 'lists.page-beyond-end=missing',
    async visit(page) {
      const seen = new Set<string>()
      for (let number = 1; ; number += 1) {
        const { items } = await page.json<{ items: { id: string }[] }>(
          `GET /api/agents?page=${number}&size=50`,
        )
        const fresh = items.filter(({ id }) => !seen.has(id))
        if (fresh.length === 0) return
        for (const { id } of fresh) seen.add(id)
      }
    },
  },
  'a search field that sends q': {
    breaksAt: 'conversations.search-parameter=named',
    async visit(page) {
      await page.create({ title: 'Xylophones' })
      const { items } = await page.json<{ items: object[] }>('GET /api/conversations?q=Xylophones')
      require(items.length === 1, `${items.length} hits`)
    },
  },
  'a page that shows its own text for not_found': {
    breaksAt: 'errors.missing-resource-code=specific',
    async visit(page) {
      const { error } = (await (await page.send('GET /api/agents/none')).json()) as {
        error: string
      }
      require(error === 'not_found', `Unknown error ${error}`)
    },
  },
  'a form that repeats what was typed beside an error': {
    breaksAt: 'errors.validation-items=bare',
    async visit(page) {
      const response = await page.send('GET /api/agents?size=0')
      const { detail } = (await response.json()) as { detail: { msg: string; input?: unknown }[] }
      const text = detail.map(({ msg, input }) => `${msg} (${String(input)})`).join()
      require(!text.includes('undefined'), text)
    },
  },

  // Keys.
  'a dialog that shows a new key at 201 only': {
    breaksAt: 'keys.creation-status=200',
    async visit(page) {
      const { status } = await page.send('POST /api/me/api-keys', { name: 'Mine' })
      require(status === 201, 'The key was not created.')
    },
  },
  'a dialog that knows two of the forms of a new key': {
    breaksAt: 'keys.creation-shape=nested',
    async visit(page) {
      const body = await page.json<{ key?: string; data?: { secret: string } }>(
        'POST /api/me/api-keys',
        { name: 'Mine' },
      )
      require((body.key ?? body.data?.secret ?? '') !== '', 'an empty field for the key')
    },
  },
  'a table that adds a new key as it was answered': {
    breaksAt: 'keys.creation-record=partial',
    async visit(page) {
      const key = (await page.createKey()) as NewKey & { is_active?: boolean }
      require((key.is_active ? 'on' : 'off') === 'on', 'the new key is off')
    },
  },

  // Turns.
  'a timeline that begins with the event 0': {
    breaksAt: 'events.first-cursor=later',
    async visit(page) {
      const { events } = await chat(page)
      require(events.some(({ cursor }) => cursor === 0), 'no beginning')
    },
  },
  'a timeline that stores events by their cursors': {
    breaksAt: 'events.cursor-step=step',
    async visit(page) {
      const { events } = await chat(page)
      const rows: string[] = []
      const first = events.find(({ cursor }) => cursor !== undefined)?.cursor ?? 0
      for (const { cursor, name } of events) if (cursor !== undefined) rows[cursor - first] = name
      for (const name of rows) require(name?.length > 0, 'an empty row')
    },
  },
  'a chat that closes an answer with done': {
    breaksAt: 'events.post-processing=yes',
    async visit(page) {
      const names = (await chat(page)).events.map(({ name }) => name)
      const rest = names.slice(names.indexOf('done') + 1)
      const known = ['suggestions', 'title', 'end', 'resume_done', 'heartbeat']
      require(rest.every((name) => known.includes(name)), `unexpected ${rest.join()}`)
    },
  },
  'a plan with an icon for each phase': {
    breaksAt: 'events.tool-selection=yes',
    async visit(page) {
      const icons: Readonly<Record<string, string>> = {
        planning: '📋',
        executing: '⚙',
        analyzing: '🔍',
      }
      for (const { name } of named((await chat(page)).events, 'phase') as { name: string }[])
        require(icons[name]?.length !== undefined, `no icon for ${name}`)
    },
  },
  'a chat that draws suggestions as they come': {
    breaksAt: 'events.suggestions-shape=items',
    async visit(page) {
      const [questions] = named((await chat(page)).events, 'suggestions') as string[][]
      questions?.map((question) => question.length)
    },
  },
  'a notice that says how many events were restored': {
    breaksAt: 'resume.done-payload=empty',
    async visit(page) {
      const { id } = await chat(page)
      const body = { conversation_id: id, cursor: -1 }
      const text = await (await page.send('POST /api/chat/resume', body)).text()
      const last = text.split(/\r?\n\r?\n/).findLast((frame) => frame.includes('resume_done'))
      const { replayed } = JSON.parse(decodeSse(last ?? '').data ?? '{}') as { replayed: number }
      require(`${replayed} events` !== 'undefined events', 'undefined events')
    },
  },
  'a chat that learns the form of events from the live ones': {
    breaksAt: 'resume.frame=wrapped',
    async visit(page) {
      const conversation_id = await page.create()
      const live = await page.send('POST /api/react', { q: 'Tell me', conversation_id })
      const isWrapped = /data: ?\{"cursor":\d+,"data":/.test(await live.text().catch(() => ''))
      let text = ''
      for (let left = 4; left > 0 && !text.includes('resume_done'); left -= 1) {
        const again = await page.send('POST /api/chat/resume', { conversation_id, cursor: -1 })
        text = await again.text().catch(() => '')
      }
      const frames = text.split(/\r?\n\r?\n/).map(decodeSse)
      const steps = frames.filter(({ event }) => event === 'step')
      for (const { data = '{}' } of steps) {
        const body = JSON.parse(data) as { type?: string; data?: { type: string } }
        require((isWrapped ? body.data : body)?.type !== undefined, 'a step without a type')
      }
    },
  },
  'a badge with the mode that was chosen': {
    breaksAt: 'chat.routing-event=absent',
    async visit(page) {
      const events = await page.ask(await page.create(), '/api/auto')
      const [routing] = named(events, 'routing')
      require((routing as unknown as { mode: string }).mode.toUpperCase().length > 0, 'no mode')
    },
  },
  'a link to the agent of yesterday': {
    breaksAt: 'turn.unknown-agent=refused',
    async visit(page) {
      const body = { q: 'Tell me', agent_id: 'deleted', conversation_id: await page.create() }
      require((await page.send('POST /api/react', body)).ok, 'the chat does not open')
    },
  },
}

/** The pages as clients of tolerance sessions. */
export const pageClients = Object.entries(plantedPages).map(
  ([
    name,
    {
      breaksAt,
      neverPlayed,
      parts,
      overHttp = false,
      fake = { scenarios: [shortStory] },
      visit: open,
    },
  ]) => ({
    name,
    neverPlayed,
    fake,
    overHttp,
    breaksAt: [breaksAt].flat(),
    run: async (mounted, variables = {}) =>
      void (await open(await openApp(mounted, parts), variables)),
  }),
) satisfies readonly (PlantedClient & { breaksAt: readonly string[] })[]
