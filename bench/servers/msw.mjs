// What a team writes that serves its MSW handlers over HTTP.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const [port, peers, folder] = process.argv.slice(2)
const require = createRequire(peers)
const { http, HttpResponse } = require('msw')
const { createServer } = require('@mswjs/http-middleware')

const read = (name) => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'))
const { conversations } = read('records')
const encoder = new TextEncoder()
const headers = { 'content-type': 'text/event-stream' }

const list = http.get('*/api/conversations', ({ request }) => {
  if (request.headers.get('authorization') !== 'Bearer key')
    return HttpResponse.json({ detail: 'Not authenticated' }, { status: 401 })
  const size = Number(new URL(request.url).searchParams.get('size') ?? 20)
  const items = conversations.slice(0, size)
  return HttpResponse.json({ items, total: conversations.length, page: 1, size })
})

const streams = http.post('*/api/react/:score', ({ params }) => {
  const notes = read(params.score)
  const body = new ReadableStream({
    start(controller) {
      const began = performance.now()
      let next = 0
      const step = () => {
        const { id, event, data } = notes[next++]
        const text = `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
        controller.enqueue(encoder.encode(text))
        const following = notes[next]
        if (following === undefined) controller.close()
        else setTimeout(step, following.at - (performance.now() - began))
      }
      step()
    },
  })
  return new HttpResponse(body, { headers })
})

const health = http.get('*/health', () => HttpResponse.json({}))
// A reader who leaves is an exception that nobody catches, and would end the server.
process.on('uncaughtException', () => {})
createServer(health, list, streams).listen(Number(port), '127.0.0.1')
