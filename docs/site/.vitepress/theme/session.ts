import { createFake } from 'agent-understudy'
import { createClient, type Turn } from 'agent-understudy/client'
import demo from 'agent-understudy/fixtures/demo.json'
import scenarios from 'agent-understudy/scenarios.json'
import { reactive } from 'vue'

/** One line of the log: an event, or something that happened to the connection. */
export type Line = {
  readonly number: number
  readonly kind: 'event' | 'connection'
  readonly cursor?: number
  readonly name: string
  readonly text: string
}

export type State = 'ready' | 'reading' | 'cut' | 'ended'

/** Starts a fake in this page, signs in, and returns the turn that the buttons steer. */
export async function startSession() {
  // Slower than usual: readers need time to cut a turn.
  const fake = createFake({ fixture: demo, scenarios, speed: 0.3 })
  const client = createClient({
    baseUrl: 'https://platform.test',
    fetch: (url, init) => fake.fetch(new Request(url, init)),
  })
  await client.login({ email: 'demo@example.com', password: 'demo-password' })

  const view = reactive({
    state: 'ready' as State,
    lines: [] as Line[],
    answer: '',
    conversationId: '',
    cursor: -1,
  })
  let connection = new AbortController()

  const log = (line: Omit<Line, 'number'>) =>
    view.lines.push({ ...line, number: view.lines.length })
  const note = (name: string, text: string) => log({ kind: 'connection', name, text })

  async function read(open: (connection: AbortController) => Turn): Promise<void> {
    connection = new AbortController()
    const own = connection
    const turn = open(own)
    view.state = 'reading'
    try {
      for await (const { event, data } of turn) {
        view.conversationId = turn.conversationId ?? ''
        view.cursor = turn.cursor
        if (event === 'answer' && data.type === 'delta') view.answer += data.text
        log({ kind: 'event', cursor: turn.cursor, name: event, text: JSON.stringify(data) })
      }
      view.state = 'ended'
    } catch (error) {
      if (!own.signal.aborted) throw error
    }
  }

  return {
    view,
    /** Asks the question in a new conversation. A fault may break the first connection. */
    ask(q: string, breakAfter?: number): Promise<void> {
      Object.assign(view, { lines: [], answer: '', conversationId: '', cursor: -1 })
      fake.control().faults.clear()
      if (breakAfter !== undefined)
        fake.control().faults.add({
          match: { endpoint: 'chat.react' },
          times: 1,
          effect: { stream: { cut: { after_event: breakAfter } } },
        })
      note('POST /api/react', q)
      const onReconnect = (attempt: number) =>
        note('lost', `The connection broke. The client resumes by itself: attempt ${attempt}.`)
      return read(({ signal }) => client.react({ q }, { signal, onReconnect }))
    },
    /** Closes the connection, as a closed tab or a lost network does. The turn goes on. */
    cut(): void {
      connection.abort()
      view.state = 'cut'
      note('cut', `You left after cursor ${view.cursor}. The turn continues without a reader.`)
    },
    resume(): Promise<void> {
      note('POST /api/chat/resume', `after cursor ${view.cursor}`)
      return read(({ signal }) => client.resume(view.conversationId, view.cursor, { signal }))
    },
  }
}
