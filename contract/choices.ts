import type { Choice } from './choices/choice.ts'
import { administrationChoices } from './choices/administration.ts'
import { approvalChoices } from './choices/approvals.ts'
import { connectionChoices } from './choices/connections.ts'
import { credentialChoices } from './choices/credentials.ts'
import { errorChoices } from './choices/errors.ts'
import { eventChoices } from './choices/events.ts'
import { portalChoices } from './choices/portal.ts'
import { resourceChoices } from './choices/resources.ts'
import { turnChoices } from './choices/turns.ts'
import { workflowChoices } from './choices/workflows.ts'

const table = {
  ...errorChoices,
  ...credentialChoices,
  ...resourceChoices,
  ...connectionChoices,
  ...turnChoices,
  ...eventChoices,
  ...approvalChoices,
  ...administrationChoices,
  ...portalChoices,
  ...workflowChoices,
}

/** The slug of a choice: never reused, never numbered. */
export type ChoiceId = keyof typeof table

/** The names of the options of a choice. */
export type OptionOf<Id extends ChoiceId> =
  `${Extract<keyof (typeof table)[Id]['options'], string | number>}`

/** The one table: every point at which deployments can differ. */
export const choices: { readonly [Id in ChoiceId]: Choice } = table

export const choiceIds: readonly ChoiceId[] = Object.keys(table).filter(
  (id) => id in table,
) as ChoiceId[]
