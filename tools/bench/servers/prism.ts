import { writeFileSync } from 'node:fs'
import { peerFile } from './peer-packages.ts'
import { type BenchServer, fixedPage, type BenchSamples } from './server.ts'

/** Prism, which responds with the example of an OpenAPI document. */
export function prism({ folder, page }: BenchSamples): BenchServer {
  const file = `${folder}/prism.json`
  writeFileSync(file, JSON.stringify(openApiOf(page)))
  const program = peerFile('@stoplight/prism-cli/dist/index.js')
  const command = (port: number) => ({
    args: [program, 'mock', file, '-p', `${port}`, '-h', '127.0.0.1', '-v', 'fatal'],
    readyPath: '/ready',
  })
  return { name: 'prism', start: command, list: fixedPage(command) }
}

const openApiOf = (page: string) => ({
  openapi: '3.1.0',
  info: { title: 'Conversations', version: '1' },
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/ready': { get: { responses: responsesOf({}) } },
    '/api/conversations': {
      get: {
        security: [{ key: [] }],
        parameters: [{ name: 'size', in: 'query', schema: { type: 'integer' } }],
        responses: responsesOf(JSON.parse(page)),
      },
    },
  },
})

const responsesOf = (example: unknown) => ({
  200: { description: 'OK', content: { 'application/json': { example } } },
})
