/** What the work comes to, or a rejection with the signal's reason as soon as it aborts. */
export function orAborted<Result>(work: Promise<Result>, signal?: AbortSignal): Promise<Result> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    const settle = () => signal.removeEventListener('abort', abort)
    work.then(resolve, reject).finally(settle)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
