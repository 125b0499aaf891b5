import { choiceMutants, picksOf, allMutants } from '../conformance/mutants/all-mutants.ts'
import { nearest } from '../contract/nearest.ts'
import type { Profile } from '../contract/picks.ts'
import { ProfileError, readProfile, toProfileDocument } from '../contract/profile.ts'
import type { Core } from '../mocks/core.ts'
import { UsageError } from './usage.ts'
import { wrapFake } from './wrapped-fake.ts'

/** A server that is wrong in one point: what is wrong, and how to serve it. */
export type WrongServer = {
  /** What is wrong, and which check tells. */
  readonly says: string
  readonly profile: Profile
  /** The fake that is wrong, made of one that plays the profile. */
  readonly wrap: (fake: Core) => Core
}

/**
 * The wrong server of this id: a mutant of the suite, or a pick such as `errors.envelope=detail`
 * over the given profile. Throws `UsageError` for an id that there is not.
 */
export function wrongServer(id: string, profile: Profile): WrongServer {
  const mutant = allMutants.find((each) => each.id === id)
  if (mutant !== undefined) {
    const says = `${mutant.says} The check ${mutant.breaks} tells.`
    return { says, profile, wrap: (fake) => wrapFake(fake, (next) => mutant.wrap(next, () => {})) }
  }
  const [name = '', value] = id.split(':')
  const choice = choiceMutants.find((each) => each.id === name)
  if (choice === undefined) throw new UsageError(unknown(id))
  const picks = picksOf(choice, value === undefined ? undefined : Number(value))
  if (value !== undefined && !choice.takesValue)
    throw new UsageError(`The mutant \`${name}\` takes no value.`)
  return { says: choice.says, profile: withPicks(profile, picks, id), wrap: (fake) => fake }
}

function withPicks(profile: Profile, picks: Readonly<Record<string, unknown>>, id: string) {
  const { name, picks: before } = toProfileDocument(profile) as Readonly<Record<string, object>>
  try {
    return readProfile({ name, picks: { ...before, ...picks } })
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    throw new UsageError(`The mutant \`${id}\` cannot be served: ${error.message}.`)
  }
}

function unknown(id: string): string {
  const ids = [...allMutants, ...choiceMutants].map((mutant) => mutant.id)
  const guess = nearest(id, ids)
  const hint = guess === undefined ? '' : ` Did you mean \`${guess}\`?`
  return `There is no mutant \`${id}\`.${hint} --mutant list has them all.`
}

/** Every wrong server by the check that tells, then every pick that contradicts the specification. */
export function mutantList(): string {
  const wrappers = [...Map.groupBy(allMutants, ({ breaks }) => breaks)].map(
    ([check, mutants]) => `${check}\n${mutants.map(line).join('\n')}`,
  )
  const picks = choiceMutants.map(({ id, says, takesValue }) =>
    line({ id: takesValue ? `${id}:N` : id, says }),
  )
  return `${wrappers.join('\n')}\nPicks that contradict the specification\n${picks.join('\n')}\n`
}

const line = ({ id, says }: { readonly id: string; readonly says: string }): string =>
  `  ${id.padEnd(44)} ${says}`
