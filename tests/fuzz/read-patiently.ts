/** A line that says nothing: while a turn waits, no other comes, by any line ends and in any pieces. */
const keepalive = /^: keepalive\r?$/

/** The text of an answer; a stream that stays silent is left after so many looks at it. */
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

/** What comes of a promise, or nothing where it is still out after so many turns of the machine. */
export async function within<Result>(
  promise: Promise<Result>,
  turns: number,
): Promise<Result | undefined> {
  const out = Symbol('still out')
  for (let turn = 0; turn <= turns; turn++) {
    await new Promise(setImmediate)
    if ((await Promise.race([promise, out])) !== out) return promise
  }
  // It is left alone from here on, and fails when its reader leaves.
  promise.catch(() => undefined)
  return undefined
}
