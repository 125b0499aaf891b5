import { fileURLToPath } from 'node:url'
import { type Material, type Contestant, wire } from './contestant.ts'
import { peerFile } from './peers.ts'

const program = fileURLToPath(new URL('../servers/msw.mjs', import.meta.url))

/** Handlers of MSW 2, with its HTTP bridge; the bridge does not run with MSW 3. */
export function msw({ folder }: Material): Contestant {
  const launch = (port: number) => ({
    args: [program, `${port}`, peerFile('msw/package.json'), folder],
    health: '/health',
  })
  return {
    name: 'msw',
    start: { launch, requests: async () => [] },
    list: {
      nearest: 'compares the credential, and cuts the first 20 from an array of 10,000 in order.',
      launch,
      requests: async () => [
        wire('GET', '/api/conversations?size=20', { authorization: 'Bearer key' }),
      ],
    },
    streams: (score) => ({
      launch,
      requests: async (_, count) =>
        Array.from({ length: count }, () => wire('POST', `/api/react/${score}`, {}, {})),
    }),
    mostStreams: 400,
  }
}
