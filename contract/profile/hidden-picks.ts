import type { ShownBy } from '../choices/choice.ts'
import { type ChoiceId, choiceIds, choices } from '../choices.ts'
import { type Condition, conditions, errorCodes } from '../errors.ts'
import { type OperationId, operationIds, operations } from '../operations.ts'
import type { Profile } from '../picks.ts'
import { operationName } from '../operations/operation-index.ts'
import type { ProfileProblem } from './profile-error.ts'

/** For each field of an answer: the choices that have no effect if the answer has the field. */
const choicesHiddenBy = {
  body: [
    'lists.envelope',
    'lists.pages-when-empty',
    'errors.success-error-field',
    'administration.envelope',
    'channels.envelope',
    'keys.creation-shape',
    'keys.creation-record',
  ],
  status: ['keys.creation-status', 'conversations.create-status', 'channels.creation-status'],
} as const satisfies Readonly<Record<string, readonly ChoiceId[]>>

const answerFields = ['body', 'status'] as const

const fieldThatHides = (id: ChoiceId) =>
  answerFields.find((one) => choicesHiddenBy[one].some((hidden) => hidden === id))

/** Whether the answer of an operation overrides a choice. */
export function isHiddenBy(
  { answers }: Profile,
  id: ChoiceId,
  operation: OperationId | undefined,
): boolean {
  const part = fieldThatHides(id)
  return part !== undefined && operation !== undefined && answers?.[operation]?.[part] !== undefined
}

/** Choices between two errors. Each choice lists the conditions of these errors. */
const conditionsOf: { readonly [Id in ChoiceId]?: readonly Condition[] } = {
  'connections.of-others': ['resource-missing', 'not-permitted'],
}

/** Whether an operation responds with the same status to all conditions of a choice. */
export function isSameUnderEachOption(
  { answers }: Profile,
  id: ChoiceId,
  operation: OperationId | undefined,
): boolean {
  const errors = operation === undefined ? undefined : answers?.[operation]?.errors
  const statusOf = (condition: Condition) =>
    errors?.[condition]?.status ?? errorCodes[conditions[condition]]
  return new Set(conditionsOf[id]?.map(statusOf)).size === 1
}

/** Returns the operations whose success responses show a choice. */
function operationsShowing(id: ChoiceId): readonly OperationId[] {
  const shows: readonly ShownBy[] = [choices[id].shows].flat()
  return operationIds.filter((operation) =>
    shows.some(
      ({ endpoints, replies }) =>
        (endpoints === undefined || endpoints.includes(operation)) &&
        (replies === undefined || replies.includes(operations[operation].answer)),
    ),
  )
}

/** Returns a problem for each pick that is invisible, because an answer of the profile hides it. */
export function hiddenPicks(profile: Profile): ProfileProblem[] {
  const { picks, at } = profile
  return choiceIds.flatMap((id) => {
    const part = fieldThatHides(id)
    if (part === undefined) return []
    const isHidden = (operation: OperationId) => isHiddenBy(profile, id, operation)
    const showing = operationsShowing(id)
    const hint = (operation: OperationId | undefined) =>
      `\`${id}\` has no effect here, because the answer of \`${operation && operationName(operation)}\` has its own \`${part}\`. Remove the pick or the \`${part}\`.`
    const everywhere =
      picks[id] !== undefined && showing.every(isHidden)
        ? [{ path: ['picks', id], part: 'key' as const, says: hint(showing[0]) }]
        : []
    const single = operationIds
      .filter((operation) => at[operation]?.[id] !== undefined && isHidden(operation))
      .map((operation) => ({
        path: ['picks', id, 'at', operationName(operation)],
        part: 'key' as const,
        says: hint(operation),
      }))
    return [...everywhere, ...single]
  })
}
