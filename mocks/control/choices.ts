import { type ChoiceId, choiceIds, choices } from '../../contract/choices.ts'
import type { Option } from '../../contract/choices/choice.ts'
import { type OperationId, operations } from '../../contract/operations.ts'
import { choiceApplies, documented, type Pick, picksAt } from '../../contract/picks.ts'
import { operationName } from '../../contract/operations/operation-index.ts'
import { toProfileDocument } from '../../contract/profile.ts'
import { ownOperationPaths } from '../platform/own-records/own-record-family.ts'
import type { World } from '../world/world.ts'
import type { ControlFunctions } from './control-context.ts'
import { unknownNameError } from './control-error.ts'
import { parseProfile } from './presets.ts'
import type { ActiveChoice, ActivePick, ChoiceTable } from '../../contract/control/worlds.ts'

/** Lists the choices with the picks of a world. With an `id`, lists only this choice. */
function listChoices({ profile }: World, id?: string | null): ChoiceTable {
  if (id != null && !choiceIds.some((one) => one === id))
    throw unknownNameError('choice', id, choiceIds)
  const picks = picksAt(profile)
  const ids = choiceIds.filter((one) => id == null || one === id)
  const table = ids.map((one): ActiveChoice => {
    const { question, clause, kind, shows, options, default: standard } = choices[one]
    const own = Object.entries(profile.at).flatMap(([place, there]) => {
      const { method, path } = operations[place as OperationId]
      const pick = there[one]
      return pick === undefined ? [] : [[`${method} ${path}`, activePickOf(one, pick)] as const]
    })
    const described = Object.entries<Option>(options).map(([option, { grade, says, value }]) => [
      option,
      { grade, says, ...(value && { takes_value: true }) },
    ])
    return {
      id: one,
      question,
      clause,
      kind,
      shows,
      applies: choiceApplies(one, picks),
      pick: activePickOf(one, picks[one]),
      at: Object.fromEntries(own),
      default: standard,
      options: Object.fromEntries(described) as ActiveChoice['options'],
    }
  })
  return {
    profile: profile.name,
    choices: table,
    answers: Object.keys(profile.answers ?? {}).map((own) => operationName(own as OperationId)),
    operations: ownOperationPaths(profile.operations),
  }
}

function activePickOf(id: ChoiceId, pick: Pick): ActivePick {
  const option = choices[id].options[pick.option]
  return { ...pick, grade: option?.grade, says: option?.says ?? '' }
}

/** Changes single picks of a world; `null` resets one to its default. */
function changePicks(world: World, changes: Readonly<Record<string, unknown>>): void {
  const document = toProfileDocument(world.profile)
  const merged = Object.entries({ ...document.picks, ...changes })
  const picks = Object.fromEntries(merged.filter(([, pick]) => pick !== null))
  const base = document.name.replace(/, changed$/, '')
  const profile = parseProfile({ ...document, name: base, picks })
  const isRestored =
    base === documented.name &&
    Object.keys(profile.at).length === 0 &&
    Object.entries(profile.picks).every(
      ([id, pick]) => pick.option === choices[id as ChoiceId].default,
    )
  world.override('profile', isRestored ? profile : { ...profile, name: `${base}, changed` })
}

export const choiceRoutes = {
  'GET choices': ({ world, query }) => listChoices(world, query.get('id')),
  'GET choices/profile': ({ world }) => toProfileDocument(world.profile),
  'PUT choices': async ({ presets, world, body }) => {
    world.override('profile', await presets.profile('profile' in body ? body.profile : body))
    return listChoices(world)
  },
  'PATCH choices': ({ world, body }) => {
    changePicks(world, body.picks)
    return listChoices(world)
  },
} satisfies Partial<ControlFunctions>
