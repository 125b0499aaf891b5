import { buffer } from 'node:stream/consumers'
import { openProxy } from './proxy.ts'

/** A proxy that buffers complete responses, as some do even with streams. */
export const bufferingProxy = (upstream: string) =>
  openProxy({
    target: (url) => upstream + url,
    async hand(answered, outgoing) {
      const body = await buffer(answered).catch(() => undefined)
      if (body === undefined) outgoing.destroy()
      else outgoing.writeHead(answered.statusCode ?? 502, answered.headers).end(body)
    },
  })
