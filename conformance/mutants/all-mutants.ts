import { agentMutants, versionMutants } from './agents.ts'
import { chatMutants } from './chat.ts'
import { conversationMutants } from './conversations.ts'
import { credentialMutants } from './credentials.ts'
import { cursorMutants, orderMutants, sseMutants } from './streams.ts'
import { envelopeMutants, errorMutants } from './errors.ts'
import { eventMutants } from './events.ts'
import { keyConsistencyMutants } from './key-consistency.ts'
import { keyLifecycleMutants } from './key-lifecycle.ts'
import { keyMutants } from './keys.ts'
import { listMutants } from './lists.ts'
import { loginMutants, refreshMutants } from './login.ts'
import type { Mutant } from './wrap.ts'
import { interruptionMutants, replayMutants } from './resume-replays.ts'
import { forgottenRefusalMutants } from './refusals.ts'
import { refusalMutants } from './resume-refusals.ts'
import { scopeMutants } from './scopes.ts'
import { type ChoiceId, choiceIds, choices, unmetConditions } from '../../contract/choices.ts'

/** Every mutant; at least one for each `must` check. */
export const allMutants: readonly Mutant[] = [
  ...envelopeMutants,
  ...errorMutants,
  ...listMutants,
  ...loginMutants,
  ...refreshMutants,
  ...keyMutants,
  ...keyLifecycleMutants,
  ...keyConsistencyMutants,
  ...credentialMutants,
  ...forgottenRefusalMutants,
  ...scopeMutants,
  ...conversationMutants,
  ...agentMutants,
  ...versionMutants,
  ...chatMutants,
  ...sseMutants,
  ...eventMutants,
  ...orderMutants,
  ...cursorMutants,
  ...refusalMutants,
  ...replayMutants,
  ...interruptionMutants,
]

/** A mutant that consists of one pick, whose option contradicts the specification. */
type ChoiceMutant = {
  /** The pick, such as `errors.envelope=detail`. */
  readonly id: string
  readonly choice: ChoiceId
  readonly option: string
  /** Whether the option takes a value. */
  readonly takesValue: boolean
  readonly description: string
}

/** Every pick that contradicts the specification and that some check can detect. */
export const choiceMutants: readonly ChoiceMutant[] = choiceIds.flatMap((choice) =>
  Object.entries(choices[choice].options)
    .filter(([, { grade, unseen }]) => grade === 'deviates' && unseen === undefined)
    .map(([option, { says, value }]) => ({
      id: `${choice}=${option}`,
      choice,
      option,
      takesValue: value !== undefined,
      description: `${choices[choice].question} ${says}`,
    })),
)

/**
 * Returns the picks of a server with this defect: the wrong option, and picks that it depends on.
 */
export function picksOf({ choice, option, takesValue }: ChoiceMutant, value?: number) {
  const unmet = unmetConditions(choice, (other) => choices[other].default)
  const conditions = unmet.map(([other, allowed]) => [other, allowed[0]])
  const pick = takesValue ? { [option]: value } : option
  return { ...Object.fromEntries(conditions), [choice]: pick } as Readonly<Record<string, unknown>>
}

/**
 * Returns the id of a mutant that this check detects, if there is one. Prefers a mutant that leads
 * to the actual value `got`.
 */
export function mutantKilledBy(check: string, got = ''): string | undefined {
  const killed = allMutants.filter(({ killedBy }) => killedBy === check)
  const similar = killed.find(({ looksLike }) => looksLike?.(got))
  return (similar ?? killed.find(({ looksLike }) => looksLike === undefined) ?? killed[0])?.id
}

/** Returns a command that serves a mutant, to see the failure without the target. */
export function mutantCommand(check: string, got?: string): string | undefined {
  const mutant = mutantKilledBy(check, got)
  return mutant && `npx agent-understudy serve --mutant ${mutant}`
}
