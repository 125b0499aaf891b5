import { writeFileSync } from 'node:fs'
import type { Contestant, Material } from './contestant.ts'
import { holdsPage } from './held-page.ts'
import { peerFile } from './peers.ts'

/** MockServer, on Java: an expectation that asks for the credential. */
export function mockserver({ folder, page }: Material): Contestant {
  const expectations = `${folder}/mockserver.json`
  const headers = { 'content-type': ['application/json'] }
  writeFileSync(
    expectations,
    JSON.stringify([
      {
        httpRequest: {
          method: 'GET',
          path: '/api/conversations',
          headers: { authorization: ['Bearer key'] },
          queryStringParameters: { size: ['20'] },
        },
        httpResponse: { statusCode: 200, headers, body: page },
      },
      { httpRequest: { path: '/health' }, httpResponse: { statusCode: 200 } },
    ]),
  )
  const jar = 'mockserver-node/mockserver-netty-8.0.0-jar-with-dependencies.jar'
  const launch = (port: number) => ({
    program: 'java',
    args: ['-jar', peerFile(jar), '-p', `${port}`, '-l', 'WARN', '--init', expectations],
    // It leaves a certificate where it is started.
    cwd: folder,
    health: '/health',
  })
  return holdsPage('mockserver', launch)
}
