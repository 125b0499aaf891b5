// MSW handlers served over HTTP, as a team would write them.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const [port, peers, folder] = process.argv.slice(2)
const require = createRequire(peers)
const { http, HttpResponse } = require('msw')
const { createServer } = require('@mswjs/http-middleware')

const read = (name) => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'))
const { items } = read('page')
const conversations = Array.from({ length: 10_000 }, (_, index) => items[index % items.length])
const events = read('events')
const encoder = new TextEncoder()
const headers = { 'content-type': 'text/event-stream' }

const list = http.get('*/api/conversations', ({ request }) => {
  if (request.headers.get('authorization') !== 'Bearer key')
    return HttpResponse.json({ detail: 'Not authenticated' }, { status: 401 })
  const size = Number(new URL(request.url).searchParams.get('size') ?? 20)
  const page = conversations.slice(0, size)
  return HttpResponse.json({ items: page, total: conversations.length, page: 1, size })
})

const streams = http.post('*/api/react', () => {
  const body = new ReadableStream({
    start(controller) {
      const began = performance.now()
      let next = 0
      const step = () => {
        const { id, event, data } = events[next++]
        const text = `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
        controller.enqueue(encoder.encode(text))
        const following = events[next]
        if (following === undefined) controller.close()
        else setTimeout(step, following.at - (performance.now() - began))
      }
      step()
    },
  })
  return new HttpResponse(body, { headers })
})

const ready = http.get('*/ready', () => HttpResponse.json({}))
// When a reader disconnects, MSW throws an error that nothing catches; it would end the server.
process.on('uncaughtException', () => {})
createServer(ready, list, streams).listen(Number(port), '127.0.0.1')
