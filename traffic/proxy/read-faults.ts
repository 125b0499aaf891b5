import { explainIssues } from '../../contract/explain-issues.ts'
import { type Fault, fault } from '../../contract/fault.ts'
import { ownLimits } from '../../contract/limits.ts'
import { problemOfOperationPattern } from '../../contract/operations/operation-pattern.ts'
import { productionReason } from '../../contract/production.ts'
import { FaultError, type Faults } from '../faults/faults.ts'
import type { Target } from './targets.ts'

/**
 * The error for faults that can't be added. The message names the problem and the allowed values.
 *
 * @example
 * if (error instanceof FaultInputError) console.error(error.message)
 */
export class FaultInputError extends Error {
  override readonly name = 'FaultInputError'
}

const faultForm =
  'Write a fault as {"match": {"endpoint": "chat.react"}, "times": 1, "effect": {"stream": ' +
  '{"cut": {"after_event": 5}}}}, or a list of them.'

/** Adds one fault or a list, and returns their ids. If one is invalid, adds none. */
export function addFaults(faults: Faults, input: unknown): readonly string[] {
  const given = Array.isArray(input) ? input : [input]
  if (given.length > ownLimits.faults)
    throw new FaultInputError(
      `There are ${given.length} faults. The maximum is ${ownLimits.faults} at a time.`,
    )
  const read = given.map((one, index) =>
    readFault(one, Array.isArray(input) ? `Fault ${index + 1}` : 'The fault'),
  )
  try {
    return faults.addAll(read)
  } catch (error) {
    throw error instanceof FaultError ? new FaultInputError(error.message) : error
  }
}

function readFault(input: unknown, name: string): Fault {
  const parsed = fault.safeParse(input)
  if (!parsed.success) {
    const [first] = explainIssues(parsed.error.issues, input, () => faultForm, 'the fault')
    throw new FaultInputError(`${name} is not valid: ${first?.says ?? faultForm}`)
  }
  // The body passes through the proxy as it arrives, so the proxy can't compress it as a whole.
  if (parsed.data.effect.compression !== undefined)
    throw new FaultInputError(
      `${name} is not valid: only a fake plays \`compression\`, a proxy does not: leave it out.`,
    )
  for (const pattern of [parsed.data.match?.endpoint ?? []].flat()) {
    const problem = problemOfOperationId(pattern)
    if (problem !== undefined) throw new FaultInputError(`${name} is not valid: ${problem}`)
  }
  return parsed.data
}

/**
 * Explains why a pattern of operations can match none; `undefined` if it can. A deployment may have
 * any path, but operation ids are always those of the contract.
 */
export const problemOfOperationId = (pattern: string): string | undefined =>
  /^([A-Za-z]+ +)?\//.test(pattern) ? undefined : problemOfOperationPattern(pattern)

/** The reason to refuse faults: a target looks like production; `undefined` if none does. */
export function productionProblem(targets: readonly Target[]): string | undefined {
  for (const { url } of targets) {
    const reason = productionReason(url.href)
    if (reason !== undefined)
      return `${url.host} may be production (${reason}), so it gets no faults. Start the proxy with --allow-production if its users may see them.`
  }
  return undefined
}
