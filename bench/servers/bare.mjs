// What a server of Node can do at best: no routes, no state, one purpose.

// An `import` of node:http reads its every export, one of which loads a whole HTTP client: 20 ms.
const { createServer } = process.getBuiltinModule('node:http')
// That of node:fs loads its streams: 2 ms.
const { readFileSync } = process.getBuiltinModule('node:fs')

const [port, work = 'nothing', folder = '.'] = process.argv.slice(2)
const json = { 'content-type': 'application/json' }
const sse = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }
const read = (name) => readFileSync(`${folder}/${name}.json`, 'utf8')

const works = {
  nothing: () => (response) => response.writeHead(200, json).end('{}'),
  bytes() {
    const page = Buffer.from(read('page'))
    const headers = { ...json, 'content-length': page.length }
    return (response) => response.writeHead(200, headers).end(page)
  },
  stringify() {
    const page = JSON.parse(read('page'))
    return (response) => {
      const text = JSON.stringify(page)
      response.writeHead(200, { ...json, 'content-length': Buffer.byteLength(text) }).end(text)
    }
  },
  // A timer for each moment and a write for each event, which is made into text and remembered.
  events() {
    const scores = { '/quick': JSON.parse(read('quick')), '/slow': JSON.parse(read('slow')) }
    return (response, path) => {
      const notes = scores[path]
      const began = performance.now()
      const log = []
      let next = 0
      response.writeHead(200, sse)
      const step = () => {
        if (response.destroyed) return
        const { at, id, event, data } = notes[next++]
        log.push(data)
        const line = id === undefined ? '' : `id: ${id}\n`
        response.write(`${line}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
        const following = notes[next]
        if (following === undefined) response.end()
        else if (following.at === at) step()
        else setTimeout(step, following.at - (performance.now() - began))
      }
      step()
    }
  },
  // A write for each event as fast as they go, pausing only where the reader does.
  unpaced() {
    const notes = JSON.parse(read('unpaced'))
    return async (response) => {
      response.writeHead(200, sse)
      const log = []
      for (const { id, event, data } of notes) {
        log.push(data)
        const line = id === undefined ? '' : `id: ${id}\n`
        const flows = response.write(`${line}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
        if (!flows) await new Promise((resolve) => response.once('drain', resolve))
        if (response.destroyed) return
      }
      response.end()
    }
  },
}

const answer = works[work]()
const nothing = works.nothing()
createServer((request, response) => {
  if (request.url === '/' && work !== 'nothing') nothing(response)
  else answer(response, request.url)
}).listen(Number(port), '127.0.0.1')
