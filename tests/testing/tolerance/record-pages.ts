import { decodeSse } from '../../../contract/sse.ts'
import type { NewKey } from '../../support/visitor.ts'

import { type Agent, chat, home, named, type PlantedPage, require, uuid } from './planted-page.ts'

/** Further pages: they break at clocks, languages, records, keys and turns. */
export const recordPages: Readonly<Record<string, PlantedPage>> = {
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
