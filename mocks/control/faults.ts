import { fault, type Fault, type FaultInput } from '../../contract/fault.ts'
import {
  matchesStream,
  problemOfOperationPattern,
} from '../../contract/operations/operation-pattern.ts'
import { ownLimits } from '../../contract/limits.ts'
import type { Profile } from '../../contract/picks.ts'
import { operationsOf } from '../../contract/profile/family-paths.ts'
import { FaultError, Faults, type FaultWithId } from '../../traffic/faults/faults.ts'
import { ownOperationPaths } from '../platform/own-records/own-record-family.ts'
import type { World } from '../world/world.ts'
import { ControlError, errorAt, parseInput, unknownNameError } from './control-error.ts'
import type { ControlFunctions } from './control-context.ts'

const faultForm =
  'Send a fault as {"match": {"endpoint": "chat.react", "nth": 2}, "times": 1, "effect": ' +
  '{"stream": {"cut": {"after_event": 5}}}}, or a list of them; ' +
  'an effect is one of `latency`, `error`, `gateway`, `connection`, `body` and `stream`, or several.'

/** Adds one fault or a list, and returns their ids. Adds none of them if one is not valid. */
function addFaults(
  { faults, profile }: Pick<World, 'faults' | 'profile'>,
  input: unknown,
  place: readonly PropertyKey[] = [],
): string[] {
  const given = [input].flat()
  const max = ownLimits.faults
  // The number is checked before the faults are parsed, because parsing a huge list takes long.
  if (given.length > max)
    throw new ControlError(409, `You sent ${given.length} faults. A world has at most ${max}.`)
  const placeOf = (index: number) => (Array.isArray(input) ? [...place, index] : place)
  const read = given.map((one, index) => parseFault(profile, one, placeOf(index)))
  try {
    return faults.addAll(read)
  } catch (error) {
    throw error instanceof FaultError ? new ControlError(409, error.message) : error
  }
}

/**
 * Parses the faults in the options of a new fake, and gives them ids. Throws a `ControlError` as a
 * world would.
 */
export function givenFaults(profile: Profile, given: readonly FaultInput[]): readonly Fault[] {
  const table = new Map<string, FaultWithId>()
  addFaults({ faults: new Faults(table, new Map()), profile }, given, ['faults'])
  return [...table.values()]
}

function parseFault(profile: Profile, input: unknown, place: readonly PropertyKey[]): Fault {
  const read = parseInput(fault, input, faultForm, place)
  const { endpoint = [] } = read.match ?? {}
  const endpoints = [endpoint].flat()
  for (const [index, pattern] of endpoints.entries()) {
    const problem = problemOfOperationPattern(pattern, ownOperationPaths(profile.operations))
    const at = [...place, 'match', 'endpoint', ...(Array.isArray(endpoint) ? [index] : [])]
    if (problem !== undefined) throw errorAt(at, problem, faultForm)
  }
  const streams = Object.entries(profile.operations ?? {}).flatMap(([name, family]) =>
    family.kind === 'stream' ? operationsOf(name, family) : [],
  )
  const matches = (pattern: string) => matchesStream(pattern, streams)
  if (read.effect.stream !== undefined && endpoints.length > 0 && !endpoints.some(matches))
    throw errorAt(
      [...place, 'effect', 'stream'],
      `no operation of ${endpoints.map((one) => `\`${one}\``).join(', ')} responds with a stream; use an endpoint such as \`chat.react\``,
      faultForm,
    )
  return read
}

/** Removes one fault, or all of them. Throws a `ControlError` 404 for an unknown id. */
function removeFaults({ faults }: World, id?: string): void {
  if (id === undefined) return faults.clear()
  const ids = faults.list().map((one) => one.id)
  if (!faults.remove(id)) throw unknownNameError('fault', id, ids, 404)
}

export const faultRoutes = {
  'GET faults': ({ world }) => ({ faults: world.faults.list() }),
  'POST faults': ({ world, body }) => ({ ids: addFaults(world, body) }),
  'DELETE faults': ({ world }) => removeFaults(world),
  'DELETE faults/{id}': ({ world, params }) => removeFaults(world, params.id),
} satisfies Partial<ControlFunctions>
