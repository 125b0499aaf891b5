import { mkdirSync, writeFileSync } from 'node:fs'
import type { Contestant, Material } from './contestant.ts'
import { holdsPage } from './held-page.ts'
import { peerFile } from './peers.ts'

/** WireMock, on Java: a stub that asks for the credential. */
export function wiremock({ folder, page }: Material): Contestant {
  const root = `${folder}/wiremock`
  mkdirSync(`${root}/mappings`, { recursive: true })
  const request = {
    method: 'GET',
    urlPath: '/api/conversations',
    headers: { authorization: { equalTo: 'Bearer key' } },
    queryParameters: { size: { equalTo: '20' } },
  }
  const headers = { 'content-type': 'application/json' }
  const response = { status: 200, headers, body: page }
  const health = { request: { url: '/health' }, response: { status: 200 } }
  const mappings = [{ request, response }, health]
  writeFileSync(`${root}/mappings/list.json`, JSON.stringify({ mappings }))
  const launch = (port: number) => ({
    program: 'java',
    args: [
      '-jar',
      peerFile('wiremock/build/wiremock-standalone-3.13.2.jar'),
      '--port',
      `${port}`,
      '--bind-address',
      '127.0.0.1',
      '--root-dir',
      root,
      '--disable-banner',
      '--max-request-journal-entries',
      '1000',
    ],
    health: '/health',
  })
  return holdsPage('wiremock', launch)
}
