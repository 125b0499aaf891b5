import type * as fc from 'fast-check'
import { expect } from 'vitest'
import { openFuzzed, type Stage } from '../../support/adversary/fuzzed-fake.ts'
import { crashProblems } from '../../support/adversary/oracle.ts'
import { addressOf, type Call } from '../../support/requests.ts'
import { hold } from './cases.ts'

/** A call of a document; `{made}` in its path is replaced by the last id in the previous response. */
export type DocumentCall = Call & {
  /** Whether the remaining calls are skipped if this one is refused. */
  readonly opens?: true
  /** Whether a fault may prevent a response. */
  readonly mayWait?: true
}

/** Sends documents to a new fake, then the calls that they affect. Returns crashes and exceeded limits. */
async function playDocuments(stage: Stage, calls: readonly DocumentCall[]): Promise<string[]> {
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

/**
 * Sends each of many random documents to a fake of its own. Throws if a call crashes, or if a document
 * changes a prototype of JavaScript; returns the number of documents.
 */
export async function playRandom(
  stage: Stage,
  drawn: fc.Arbitrary<readonly DocumentCall[]>,
  count: Parameters<typeof hold>[1],
): Promise<number> {
  const before = Object.getOwnPropertyNames(Object.prototype)
  const tried = await hold(drawn, count, async (calls) =>
    expect(await playDocuments(stage, calls)).toEqual([]),
  )
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
  return tried
}
