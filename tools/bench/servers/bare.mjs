// A minimal Node server for one kind of work: no routes, no state.

// `import 'node:http'` evaluates all its exports, and one of them loads an HTTP client: 20 ms.
const { createServer } = process.getBuiltinModule('node:http')
// `import 'node:fs'` loads its streams: 2 ms.
const { readFileSync } = process.getBuiltinModule('node:fs')

const [port, kind = 'nothing', folder = '.'] = process.argv.slice(2)
const json = { 'content-type': 'application/json' }
const sse = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }
const read = (name) => readFileSync(`${folder}/${name}.json`, 'utf8')

const handlers = {
  nothing: () => (response) => response.writeHead(200, json).end('{}'),
  page() {
    const page = Buffer.from(read('page'))
    const headers = { ...json, 'content-length': page.length }
    return (response) => response.writeHead(200, headers).end(page)
  },
  // One timer per due time and one write per event, which is serialized and stored for a resume.
  events() {
    const events = JSON.parse(read('events'))
    return (response) => {
      const began = performance.now()
      const log = []
      let next = 0
      response.writeHead(200, sse)
      const step = () => {
        if (response.destroyed) return
        const { at, id, event, data } = events[next++]
        log.push(data)
        const line = id === undefined ? '' : `id: ${id}\n`
        response.write(`${line}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
        const following = events[next]
        if (following === undefined) response.end()
        else if (following.at === at) step()
        else setTimeout(step, following.at - (performance.now() - began))
      }
      step()
    }
  },
}

const ready = handlers.nothing()
const work = handlers[kind]()
createServer((request, response) =>
  request.url === '/' ? ready(response) : work(response),
).listen(Number(port), '127.0.0.1')
