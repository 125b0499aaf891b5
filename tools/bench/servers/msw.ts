import { fileURLToPath } from 'node:url'
import { peerFile } from './peer-packages.ts'
import { type BenchServer, fixedPage, httpRequest, type BenchSamples } from './server.ts'

const program = fileURLToPath(new URL('msw.mjs', import.meta.url))

/** Handlers of MSW 2 behind its HTTP bridge, which does not run with MSW 3. */
export function msw({ folder }: BenchSamples): BenchServer {
  const command = (port: number) => ({
    args: [program, `${port}`, peerFile('msw/package.json'), folder],
    readyPath: '/ready',
  })
  return {
    name: 'msw',
    start: command,
    list: {
      ...fixedPage(command),
      note: 'compares the credential, and slices the first 20 of an array of 10,000.',
    },
    streams: {
      command,
      requests: async (_, count) =>
        Array.from({ length: count }, () => httpRequest('POST', '/api/react', {}, {})),
    },
    maxStreams: 400,
  }
}
