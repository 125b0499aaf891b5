import { openFuzzed, type Stage } from '../../support/adversary/fuzzed-fake.ts'
import { crashProblems } from '../../support/adversary/oracle.ts'
import { addressOf, type Call } from '../../support/requests.ts'

/** A call of a document; `{made}` in its path is replaced by the last id in the previous response. */
export type DocumentCall = Call & {
  /** Whether the remaining calls are skipped if this one is refused. */
  readonly opens?: true
  /** Whether a fault may prevent a response. */
  readonly mayWait?: true
}

/** Sends documents to a new fake, then the calls that they affect. Returns crashes and exceeded limits. */
export async function playDocuments(
  stage: Stage,
  calls: readonly DocumentCall[],
): Promise<string[]> {
  const { problems, key, send, close } = openFuzzed(stage)
  let made = 'none'
  try {
    for (const { operation, body, opens, mayWait } of calls) {
      const answer = await send(
        addressOf(operation.replace('{made}', made)),
        operation.includes(' /') ? key : undefined,
        { body },
        { ...(mayWait && { turns: 300 }), mayBreak: true },
      )
      const { status = 0 } = answer?.response ?? {}
      const text = answer?.text ?? ''
      const description = `${operation} ${JSON.stringify(body) ?? ''}`.slice(0, 3000)
      problems.push(...crashProblems(status, text).map((one) => `${description} → ${one}`))
      made = /"(?:run_id|id)":"([^"]+)"/.exec(text)?.[1] ?? made
      if (opens && status >= 300) break
    }
  } finally {
    close()
  }
  return problems
}
