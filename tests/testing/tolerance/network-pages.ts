import { shortStory } from '../../support/short-story.ts'
import { visit } from '../../support/visitor.ts'
import { patientWait, type SeenEvent, tolerantParser, toEvent } from './planted-app.ts'
import {
  chat,
  home,
  isComplete,
  type PlantedPage,
  require,
  requireAskedOnce,
  slowStory,
} from './planted-page.ts'

/**
 * Pages that were written before the first tolerance session with them, which found 32 of 52, and
 * 28 of these by their behaviour alone. Each page tolerates all but one behaviour of deployments
 * and networks.
 */
export const networkPages: Readonly<Record<string, PlantedPage>> = {
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
      await requireAskedOnce(page, id)
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
      await requireAskedOnce(page, conversation_id)
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
}
