/** A keepalive comment: while a turn waits, the stream has no other lines. */
const keepalive = /^: keepalive\r?$/

/** Reads a response; disconnects from a stream that stays silent for too long. */
export async function readPatiently(
  response: Response,
  leaving: AbortController,
  patience: number,
): Promise<string> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream !== true || response.body === null) return response.text()
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let line = ''
  let left = patience
  for (;;) {
    const chunk = await within(reader.read(), left)
    if (chunk === undefined) {
      leaving.abort()
      await reader.cancel().catch(() => undefined)
      return text
    }
    if (chunk.done) return text + decoder.decode()
    const more = decoder.decode(chunk.value, { stream: true })
    text += more
    const lines = (line + more).split('\n')
    line = lines.pop() ?? ''
    left -= 4 * lines.filter((one) => keepalive.test(one)).length
  }
}

/** The value of a promise; `undefined` if it is still pending after `turns` iterations of the event loop. */
export async function within<Result>(
  promise: Promise<Result>,
  turns: number,
): Promise<Result | undefined> {
  const out = Symbol('still out')
  // It may fail between two looks, or when its reader disconnects.
  promise.catch(() => undefined)
  for (let turn = 0; turn <= turns; turn++) {
    await new Promise(setImmediate)
    if ((await Promise.race([promise, out])) !== out) return promise
  }
  return undefined
}
