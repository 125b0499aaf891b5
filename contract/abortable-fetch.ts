// Node ignores the signal of a request that was garbage-collected, so that a timeout would not end it.
const requests = new WeakMap<ReadableStream<Uint8Array>, Request>()
const originals = new WeakMap<Request, object>()

/** Sends a request with the `fetch` of the platform, and keeps the request until its response is read. */
export async function abortableFetch(request: Request): Promise<Response> {
  const response = await globalThis.fetch(request)
  if (response.body !== null) requests.set(response.body, request)
  return response
}

/** Keeps the request that was copied as long as its copy, which follows its signal. Returns the copy. */
export function keepOriginal(copy: Request, original: object): Request {
  originals.set(copy, original)
  return copy
}
