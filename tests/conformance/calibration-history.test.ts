import { describe, expect, it, vi } from 'vitest'
import { History, type HistoryIndex } from '../../conformance/history/history.ts'
import { PassiveCalibration } from '../../conformance/calibrate/passive-calibration.ts'
import type { Exchange } from '../../conformance/session/exchange.ts'
import { createExchange } from '../../contract/exchange.ts'

/** A response to a call, as JSON or as a stream. */
function exchangeOf(call: string, answer: object | string, body?: object): Exchange {
  const [method = '', path = ''] = call.split(' ')
  const isStream = typeof answer === 'string'
  return createExchange({
    startedAt: 0,
    ms: 2,
    method,
    url: new URL(`http://platform.test${path}`),
    requestHeaders: [['authorization', 'Bearer a-token-of-somebody']],
    requestContent: body && JSON.stringify(body),
    status: 200,
    responseHeaders: [['content-type', isStream ? 'text/event-stream' : 'application/json']],
    content: isStream ? answer : JSON.stringify(answer),
  })
}

const paths: HistoryIndex<string> = { changes: ({ request: { path } }) => [[path, path]] }
const posted: HistoryIndex<string> = {
  changes: ({ request: { method, path } }) => (method === 'POST' ? [[path, path]] : []),
}
const texts: HistoryIndex<string> = { ...paths, bytesOf: ({ length }) => length * 100_000 }
const deleted: HistoryIndex<string> = {
  changes: ({ request: { method, path } }) => [method === 'DELETE' ? [path] : [path, path]],
}

const agent = exchangeOf('GET /api/agents/0', {})

const read = (at: number): Exchange => ({
  ...agent,
  request: { ...agent.request, path: `/api/agents/${at}` },
})

describe('the history of a calibration', () => {
  it('the history of a calibration keeps about 20,000 entries at most: those that changed last', () => {
    const history = new History([paths])
    for (let at = 0; at < 25_000; at += 1) history.add(read(at))
    expect(history.all(paths).length).toBeLessThan(20_500)
    expect(history.all(paths).length).toBeGreaterThan(15_000)
    expect(history.get(paths, '/api/agents/24999')).toBe('/api/agents/24999')
    expect(history.get(paths, '/api/agents/0')).toBeUndefined()
  })

  it('the history of a calibration keeps fewer entries in an index whose entries are large', () => {
    const history = new History([texts])
    for (let at = 0; at < 100; at += 1) history.add(read(at))
    expect(history.all(texts).length).toBeLessThan(20)
    expect(history.get(texts, '/api/agents/99')).toBe('/api/agents/99')
  })

  it('the history of a calibration keeps rare entries, however many entries of another kind follow', () => {
    const history = new History([paths, posted])
    history.add(exchangeOf('POST /api/auth/login', {}))
    for (let at = 0; at < 25_000; at += 1) history.add(read(at))
    expect(history.all(posted)).toEqual(['/api/auth/login'])
  })

  it('the history of a calibration forgets an entry that an exchange removes', () => {
    const history = new History([deleted])
    history.add(exchangeOf('GET /api/channels/1', {}))
    history.add(exchangeOf('GET /api/channels/2', {}))
    history.add(exchangeOf('DELETE /api/channels/1', {}))
    expect(history.all(deleted)).toEqual(['/api/channels/2'])
  })
})

/** The exchanges of conversations with a turn, each with an id of its own. */
const conversations = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const id = `conversation-${first + at}`
    const events = Array.from({ length: 20 }, (__, cursor) => `data: {"cursor":${cursor}}\n\n`)
    return [
      exchangeOf('POST /api/conversations', { success: true, data: { id } }, { title: 'A title' }),
      exchangeOf('POST /api/react', events.join(''), { q: 'Hello', conversation_id: id }),
      exchangeOf('POST /api/chat/resume', events.join(''), { conversation_id: id, cursor: -1 }),
    ]
  }).flat()

describe('the calibration of long traffic', () => {
  it('the calibration of traffic parses as much JSON for the last of a hundred conversations as for the first', () => {
    const calibration = new PassiveCalibration()
    const parse = vi.spyOn(JSON, 'parse')
    const parsed = Array.from({ length: 10 }, (_, part) => {
      const exchanges = conversations(part * 10, 10)
      parse.mockClear()
      for (const exchange of exchanges) calibration.add(exchange)
      return parse.mock.calls.length
    })
    parse.mockRestore()
    expect(new Set(parsed).size).toBe(1)
    // Each event is parsed once, and so are a few values of each exchange.
    expect(parsed[0]).toBeLessThan(10 * 2 * 20 * 1.5)
  })
})
