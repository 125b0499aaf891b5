import * as z from 'zod/mini'
import { type ChoiceId, choiceIds, choices } from '../../contract/choices.ts'
import type { ProfileChange, ProfilePreview, ShownPick } from '../../contract/control/worlds.ts'
import { type OperationId, operationIds } from '../../contract/operations.ts'
import { operationName } from '../../contract/operations/operation-index.ts'
import { type Pick, picksAt, type Profile } from '../../contract/picks.ts'
import { toProfileDocument } from '../../contract/profile.ts'
import { ControlError, parseInput } from '../../mocks/control/control-error.ts'
import type { ControlContext } from '../../mocks/control/control-context.ts'
import { readProfileText } from '../profile-text.ts'
import { UsageError } from '../command-line.ts'
import { shippedProfiles } from '../world-data.ts'

/**
 * The maximum number of characters of a profile, far above one with all choices for all operations.
 */
const maxTextLength = 20_000
const previewSchema = z.strictObject({
  text: z.string().check(z.maxLength(maxTextLength)),
  file: z.optional(z.string().check(z.maxLength(200))),
})
const previewForm =
  'Send {"text": "picks: …", "file": "staging.profile.yaml"}, the file in YAML or JSON.'

/** Parses a profile file and computes what it changes in a world. Throws `ControlError`. */
export async function previewProfile({ world, body }: ControlContext): Promise<ProfilePreview> {
  const { text, file = 'profile.yaml' } = parseInput(previewSchema, body, previewForm)
  const profile = await readProfileText(text, file, shippedProfiles).catch((error: unknown) => {
    throw error instanceof UsageError ? new ControlError(422, error.message) : error
  })
  return {
    profile: profile.name,
    document: toProfileDocument(profile),
    changes: changesBetween(world.profile, profile),
  }
}

/** The changed picks: first for all operations, then for single operations. */
function changesBetween(before: Profile, after: Profile): ProfileChange[] {
  const everywhere = changedPicksAt(before, after, undefined, choiceIds)
  const places = operationIds.filter((place) => before.at[place] ?? after.at[place])
  const changesOfPlaces = places.flatMap((place) => {
    const ownIds = choiceIds.filter((id) => before.at[place]?.[id] ?? after.at[place]?.[id])
    return changedPicksAt(before, after, place, ownIds)
  })
  return [...everywhere, ...changesOfPlaces]
}

function changedPicksAt(
  before: Profile,
  after: Profile,
  place: OperationId | undefined,
  ids: readonly ChoiceId[],
): ProfileChange[] {
  const [old, next] = [picksAt(before, place), picksAt(after, place)]
  return ids
    .filter((id) => JSON.stringify(old[id]) !== JSON.stringify(next[id]))
    .map((id) => ({
      id,
      question: choices[id].question,
      at: place === undefined ? null : operationName(place),
      from: withGrade(id, old[id]),
      to: withGrade(id, next[id]),
    }))
}

const withGrade = (id: ChoiceId, pick: Pick): ShownPick => ({
  ...pick,
  grade: choices[id].options[pick.option]?.grade,
})
