import { fileURLToPath } from 'node:url'
import { type Contestant, type Setup, wire } from './contestant.ts'

const program = fileURLToPath(new URL('../servers/bare.mjs', import.meta.url))

/** A bare HTTP server that sends the same bytes: the limit of what Node can do. */
export const bare = (folder: string): Contestant => ({
  name: 'bare node:http',
  start: setup('nothing', folder),
  list: setup('bytes', folder),
  streams: (score) => setup('events', folder, `/${score}`),
  unpaced: setup('unpaced', folder),
})

/** The same, but that it makes its page into text for each call. */
export const bareStringify = (folder: string): Contestant => ({
  name: 'bare, JSON.stringify',
  list: setup('stringify', folder),
})

const setup = (work: string, folder: string, path = '/work'): Setup => ({
  launch: (port) => ({ args: [program, `${port}`, work, folder] }),
  requests: async (_, count) => Array.from({ length: count }, () => wire('GET', path)),
})
