import { type Material, type Contestant, wire } from './contestant.ts'
import { peerFile } from './peers.ts'

/** json-server, which serves the records of a file. */
export function jsonServer({ folder }: Material): Contestant {
  const serve = (file: string) => (port: number) => ({
    args: [
      peerFile('json-server/lib/cli/bin.js'),
      '--quiet',
      '--host',
      '127.0.0.1',
      '--port',
      `${port}`,
      `${folder}/${file}.json`,
    ],
    health: '/conversations?_page=1&_limit=1',
  })
  return {
    name: 'json-server',
    start: { launch: serve('few-records'), requests: async () => [] },
    list: {
      nearest: 'a page of 20 out of 10,000 as they stand in the file, without credential or order.',
      launch: serve('records'),
      requests: async () => [wire('GET', '/conversations?_page=1&_limit=20')],
    },
  }
}
