import type { ScriptCall } from '../../contract/scripts/lines.ts'
import type { Decision } from '../world/turns.ts'

/** What a call that was not approved fails with. */
export const refusalOf = ({ status, reason }: Decision): string =>
  status === 'expired'
    ? 'timed out waiting for confirmation'
    : `rejected by the approver${reason === null ? '' : `: ${reason}`}`

/** What is answered where a script has no lines of its own for a refusal. */
export const refusalAnswer = ({ tool }: ScriptCall, { status }: Decision): string =>
  status === 'expired'
    ? `Nobody approved \`${tool}\` in time, so I left everything as it is. Ask again when somebody can decide.`
    : `I did not run \`${tool}\`, because it was not approved, and left everything as it is. Tell me how you would like to go on.`
