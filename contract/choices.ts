import type { Choice } from './choices/choice.ts'
import { administrationChoices, portalChoices } from './choices/platform.ts'
import { approvalChoices } from './choices/approvals.ts'
import { connectionChoices } from './choices/connections.ts'
import { credentialChoices } from './choices/credentials.ts'
import { errorChoices } from './choices/errors.ts'
import { eventChoices } from './choices/events.ts'
import { httpChoices } from './choices/http.ts'
import { conversationChoices } from './choices/conversations.ts'
import { resourceChoices } from './choices/resources.ts'
import { turnChoices } from './choices/turns.ts'
import { workflowChoices } from './choices/workflows.ts'

const choiceTable = {
  ...errorChoices,
  ...credentialChoices,
  ...resourceChoices,
  ...conversationChoices,
  ...connectionChoices,
  ...turnChoices,
  ...eventChoices,
  ...approvalChoices,
  ...administrationChoices,
  ...portalChoices,
  ...workflowChoices,
  ...httpChoices,
}

/** The id of a choice, such as `errors.envelope`. Ids are stable and never reused. */
export type ChoiceId = keyof typeof choiceTable

export type OptionOf<Id extends ChoiceId> =
  `${Extract<keyof (typeof choiceTable)[Id]['options'], string | number>}`

/**
 * All choices: every point in which deployments can differ.
 *
 * @example
 * const options = Object.keys(choices['conversations.create-status'].options)
 */
export const choices: { readonly [Id in ChoiceId]: Choice } = choiceTable

export const choiceIds = Object.keys(choiceTable) as readonly ChoiceId[]

type Options = Readonly<Record<string, readonly string[]>>
const optionPairs = (options: Options) =>
  Object.entries(options) as (readonly [ChoiceId, readonly string[]])[]

/** Returns the conditions (`when`) of a choice that the options of other choices do not meet. */
export const unmetConditions = (id: ChoiceId, optionOf: (id: ChoiceId) => string) =>
  optionPairs(choices[id].when ?? {}).filter(
    ([other, allowed]) => !allowed.includes(optionOf(other)),
  )

/**
 * Returns a choice whose option hides the option of the choice `id` in all responses; `undefined`
 * if no choice does. `optionOf` returns the option of a choice, or `undefined` if it is unknown.
 */
export function maskingChoice(
  id: ChoiceId,
  optionOf: (id: ChoiceId) => string | undefined,
): ChoiceId | undefined {
  const { when = {}, unobservableWhen = [] } = choices[id]
  for (const [other, allowed] of optionPairs(when)) {
    const option = optionOf(other)
    if (option !== undefined && !allowed.includes(option)) return other
    const masking = maskingChoice(other, optionOf)
    if (masking !== undefined) return masking
  }
  const row = unobservableWhen.map(optionPairs).find((pairs) =>
    pairs.every(([other, allowed], index) => {
      const option = optionOf(other)
      // The option of the first choice in a row must be known. For the other choices in the row, an
      // unknown option matches, too.
      return option === undefined ? index > 0 : allowed.includes(option)
    }),
  )
  return row?.[0]?.[0]
}

/** Returns all other choices that can hide the option of a choice in responses. */
export const maskingChoices = (id: ChoiceId): readonly ChoiceId[] => {
  const { when = {}, unobservableWhen = [] } = choices[id]
  const others = [when, ...unobservableWhen].flatMap((options) =>
    optionPairs(options).map(([other]) => other),
  )
  return [...new Set(others)].filter((other) => other !== id)
}
