import type { Launch } from '../server.ts'
import { type Contestant, wire } from './contestant.ts'

/** A contestant that is given the page, and the call that it answers with it. */
export const holdsPage = (name: string, launch: (port: number) => Launch): Contestant => ({
  name,
  start: { launch, requests: async () => [] },
  list: {
    nearest: 'compares the credential and the query, and answers with a page that it holds.',
    launch,
    requests: async () => [
      wire('GET', '/api/conversations?size=20', { authorization: 'Bearer key' }),
    ],
  },
})
