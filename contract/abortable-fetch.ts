const requests = new WeakMap<ReadableStream<Uint8Array>, Request>()

/**
 * Sends a request with the `fetch` of the platform, and keeps the request until its response is read.
 * Node ignores the signal of a request that was garbage-collected, so that a timeout would not end it.
 */
export async function abortableFetch(request: Request): Promise<Response> {
  const response = await globalThis.fetch(request)
  if (response.body !== null) requests.set(response.body, request)
  return response
}
