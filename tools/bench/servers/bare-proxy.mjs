// A minimal proxy with node:http alone: pipes requests and responses, and inspects nothing.
const { Agent, createServer, request } = process.getBuiltinModule('node:http')

const [port, target] = process.argv.slice(2)
const { hostname, port: targetPort } = new URL(target)
const agent = new Agent({ keepAlive: true })

createServer((incoming, outgoing) => {
  const { method, url: path, headers } = incoming
  const asked = request({ hostname, port: targetPort, method, path, headers, agent })
  asked.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode, answer.headers)
    outgoing.flushHeaders()
    answer.pipe(outgoing)
  })
  asked.on('error', () => outgoing.destroy())
  outgoing.on('close', () => asked.destroy())
  incoming.pipe(asked)
}).listen(Number(port), '127.0.0.1')
