import { writeFileSync } from 'node:fs'
import { type Material, type Contestant, wire } from './contestant.ts'
import { peerFile } from './peers.ts'

/** Prism, which answers with the example of an OpenAPI document. */
export function prism({ folder, page }: Material): Contestant {
  const document = `${folder}/prism.json`
  writeFileSync(
    document,
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Conversations', version: '1' },
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
      paths: {
        '/health': { get: { responses: answer({}) } },
        '/api/conversations': {
          get: {
            security: [{ key: [] }],
            parameters: [{ name: 'size', in: 'query', schema: { type: 'integer' } }],
            responses: answer(JSON.parse(page)),
          },
        },
      },
    }),
  )
  const launch = (port: number) => ({
    args: [
      peerFile('@stoplight/prism-cli/dist/index.js'),
      'mock',
      document,
      '-p',
      `${port}`,
      '-h',
      '127.0.0.1',
      '-v',
      'fatal',
    ],
    health: '/health',
  })
  return {
    name: 'prism',
    start: { launch, requests: async () => [] },
    list: {
      nearest: 'checks the credential and the query, and answers with a page that it holds.',
      launch,
      requests: async () => [
        wire('GET', '/api/conversations?size=20', { authorization: 'Bearer key' }),
      ],
    },
  }
}

const answer = (example: unknown) => ({
  200: { description: 'OK', content: { 'application/json': { example } } },
})
