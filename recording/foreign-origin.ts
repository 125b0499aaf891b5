import { shorten } from '../contract/shorten.ts'

/**
 * The origin of a page that may read the response only with CORS headers; `undefined` for other
 * clients, and for a page of the server itself.
 */
export function foreignOrigin(header: (name: string) => string | undefined): string | undefined {
  const origin = header('origin')
  if (origin === undefined) return undefined
  // A development server that forwards calls passes on that they go to the page's own server.
  if (header('sec-fetch-site') === 'same-origin') return undefined
  // A page can't read the response to a form or in the mode `no-cors`, whatever its headers are.
  if ((header('sec-fetch-mode') ?? 'cors') !== 'cors') return undefined
  const page = URL.parse(origin)
  return page !== null && page.host === header('host') ? undefined : origin
}

/** Describes a refused origin in explanations, always in the same words. */
export const refusedOrigin = (origin: string): string =>
  `refused origin ${shorten(origin, mostCharacters)}: a browser keeps this response from the page`

/** The most characters of an origin that an explanation quotes. */
const mostCharacters = 200
