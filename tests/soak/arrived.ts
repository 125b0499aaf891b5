import { get } from 'node:http'

/**
 * Settles once everything has arrived that was sent until now, also by clients who hung up since: on
 * a new connection that can be later than what is asked on an open one. Connections are taken up in
 * the order in which they came, so one that comes now is behind them all.
 */
export const arrived = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    get(`${url}/__control/health`, { agent: false }, (response) =>
      response.resume().once('end', resolve),
    ).once('error', reject)
  })
