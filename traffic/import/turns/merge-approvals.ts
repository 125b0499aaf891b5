import { isSameJson } from '../../../contract/json.ts'
import type { ApprovalLine, ScriptLine } from '../../../contract/scripts/lines.ts'
import type { TurnScript } from './turn-script.ts'

type Split = {
  readonly before: readonly ScriptLine[]
  readonly approval: ApprovalLine
  readonly after: readonly ScriptLine[]
}

/** A script up to its first approval, that approval, and the lines of an approved call. */
function splitAtApproval({ parts: { script } }: TurnScript): Split | undefined {
  const index = script.findIndex((line) => 'approval' in line)
  const line = script[index]
  if (line === undefined || !('approval' in line)) return undefined
  return { before: script.slice(0, index), approval: line.approval, after: script.slice(index + 1) }
}

const isRefused = ({ rejected, expired }: ApprovalLine) =>
  rejected !== undefined || expired !== undefined

const callIn = ({ call: { tool, input } }: ApprovalLine) => ({ tool, input })

/**
 * Joins two scripts that differ in the decision on the same call: each gives its branch.
 * `undefined` if they differ in more.
 */
export function mergeApprovals(one: TurnScript, other: TurnScript): TurnScript | undefined {
  const a = splitAtApproval(one)
  const b = splitAtApproval(other)
  if (a === undefined || b === undefined) return undefined
  if (!isSameJson(callIn(a.approval), callIn(b.approval))) return undefined
  const known = (['rejected', 'expired'] as const).some(
    (branch) => a.approval[branch] !== undefined && b.approval[branch] !== undefined,
  )
  if (known || (!isRefused(a.approval) && !isRefused(b.approval))) return undefined
  const isApproved = !isRefused(a.approval)
  const [base, refused, script] = isApproved ? [a, b, one] : [b, a, other]
  const { call: _same, errors: refusedErrors, ...branches } = refused.approval
  const errors = { ...base.approval.errors, ...refusedErrors }
  const approval: ApprovalLine = {
    ...base.approval,
    ...branches,
    ...(Object.keys(errors).length > 0 && { errors }),
  }
  return {
    ...script,
    parts: { ...script.parts, script: [...base.before, { approval }, ...base.after] },
    notes: [...new Set([...one.notes, ...other.notes])],
  }
}
