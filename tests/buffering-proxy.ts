import { buffer } from 'node:stream/consumers'
import { openProxy } from './proxy.ts'

/** A proxy that hands an answer on when it has all of it, as some do with streams. */
export const bufferingProxy = (upstream: string) =>
  openProxy({
    target: (url) => upstream + url,
    async hand(answered, outgoing) {
      const body = await buffer(answered).catch(() => undefined)
      if (body === undefined) outgoing.destroy()
      else outgoing.writeHead(answered.statusCode ?? 502, answered.headers).end(body)
    },
  })
