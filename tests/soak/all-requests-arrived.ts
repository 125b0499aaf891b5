import { get } from 'node:http'

/**
 * Resolves when the server has received every request that was sent so far, including those of
 * clients that have disconnected since. Connections are accepted in order, so this opens a new one
 * and waits for its response: a request on an open connection could overtake the others.
 */
export const allRequestsArrived = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    get(`${url}/__control/health`, { agent: false }, (response) =>
      response.resume().once('end', resolve),
    ).once('error', reject)
  })
