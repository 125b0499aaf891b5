// Keeps requests alive: Node ignores the signal (such as a timeout) of a garbage-collected request.
const requests = new WeakMap<ReadableStream<Uint8Array>, Request>()
const originals = new WeakMap<Request, object>()

/**
 * Sends a request with the `fetch` of the platform, and keeps the request until its response is read.
 */
export async function abortableFetch(request: Request): Promise<Response> {
  const response = await globalThis.fetch(request)
  if (response.body !== null) requests.set(response.body, request)
  return response
}

/** Keeps `original` alive as long as `copy`, which follows its signal. Returns `copy`. */
export function keepOriginal(copy: Request, original: object): Request {
  originals.set(copy, original)
  return copy
}
