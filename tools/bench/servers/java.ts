import { mkdirSync, writeFileSync } from 'node:fs'
import { peerFile } from './peer-packages.ts'
import { type BenchServer, fixedPage, type BenchSamples } from './server.ts'

/** WireMock on Java, with a stub that requires the credential. */
export function wiremock({ folder, page }: BenchSamples): BenchServer {
  const root = `${folder}/wiremock`
  mkdirSync(`${root}/mappings`, { recursive: true })
  const request = {
    method: 'GET',
    urlPath: '/api/conversations',
    headers: { authorization: { equalTo: 'Bearer key' } },
    queryParameters: { size: { equalTo: '20' } },
  }
  const response = { status: 200, headers: { 'content-type': 'application/json' }, body: page }
  const ready = { request: { url: '/ready' }, response: { status: 200 } }
  const mappings = [{ request, response }, ready]
  writeFileSync(`${root}/mappings/list.json`, JSON.stringify({ mappings }))
  const jar = peerFile('wiremock/build/wiremock-standalone-3.13.2.jar')
  const options = ['--bind-address', '127.0.0.1', '--root-dir', root, '--disable-banner']
  const command = (port: number) => ({
    program: 'java',
    // By default, the request journal of WireMock grows without bound.
    args: ['-jar', jar, '--port', `${port}`, ...options, '--max-request-journal-entries', '1000'],
    readyPath: '/ready',
  })
  return { name: 'wiremock', start: command, list: fixedPage(command) }
}

/** MockServer on Java, with an expectation that requires the credential. */
export function mockserver({ folder, page }: BenchSamples): BenchServer {
  const file = `${folder}/mockserver.json`
  const httpRequest = {
    method: 'GET',
    path: '/api/conversations',
    headers: { authorization: ['Bearer key'] },
    queryStringParameters: { size: ['20'] },
  }
  const headers = { 'content-type': ['application/json'] }
  const list = { httpRequest, httpResponse: { statusCode: 200, headers, body: page } }
  const ready = { httpRequest: { path: '/ready' }, httpResponse: { statusCode: 200 } }
  writeFileSync(file, JSON.stringify([list, ready]))
  const jar = peerFile('mockserver-node/mockserver-netty-8.0.0-jar-with-dependencies.jar')
  const command = (port: number) => ({
    program: 'java',
    args: ['-jar', jar, '-p', `${port}`, '-l', 'WARN', '--init', file],
    // MockServer writes a certificate into its working directory.
    cwd: folder,
    readyPath: '/ready',
  })
  return { name: 'mockserver', start: command, list: fixedPage(command) }
}
