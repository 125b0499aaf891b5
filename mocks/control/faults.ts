import { fault, type Fault } from '../../contract/fault.ts'
import {
  matchesStream,
  problemOfOperationPattern,
} from '../../contract/operations/operation-pattern.ts'
import { ownLimits } from '../../contract/limits.ts'
import { operationsOf } from '../../contract/profile/family-paths.ts'
import { FaultError } from '../../traffic/faults/faults.ts'
import { ownOperationPaths } from '../platform/own-records/own-record-family.ts'
import type { World } from '../world/world.ts'
import { ControlError, errorAt, parseInput } from './control-error.ts'
import type { ControlFunctions } from './control-context.ts'

const faultForm =
  'Send a fault as {"match": {"endpoint": "chat.react", "nth": 2}, "times": 1, "effect": ' +
  '{"stream": {"cut": {"after_event": 5}}}}, or a list of them; ' +
  'an effect is one of `latency`, `error`, `gateway`, `connection`, `body` and `stream`, or several.'

/** Adds one fault or a list, and returns their ids. Adds none of them if one is not valid. */
function addFaults(world: World, input: unknown): string[] {
  requireRoomForFaults(input)
  try {
    return world.faults.addAll(parseFaults(world, input))
  } catch (error) {
    throw error instanceof FaultError ? new ControlError(409, error.message) : error
  }
}

/** Refuses too many faults before they are parsed, because parsing a huge list takes long. */
function requireRoomForFaults(input: unknown): void {
  const max = ownLimits.faults
  if (Array.isArray(input) && input.length > max)
    throw new ControlError(409, `You sent ${input.length} faults. A world has at most ${max}.`)
}

const parseFaults = (world: World, input: unknown): Fault[] =>
  Array.isArray(input)
    ? input.map((one, index) => parseFault(world, one, [index]))
    : [parseFault(world, input, [])]

function parseFault({ profile }: World, input: unknown, place: readonly PropertyKey[]): Fault {
  const read = parseInput(fault, input, faultForm, place)
  const { endpoint = [] } = read.match ?? {}
  for (const [index, pattern] of [endpoint].flat().entries()) {
    const problem = problemOfOperationPattern(pattern, ownOperationPaths(profile.operations))
    const at = [...place, 'match', 'endpoint', ...(Array.isArray(endpoint) ? [index] : [])]
    if (problem !== undefined) throw errorAt(at, problem, faultForm)
  }
  const endpoints = [endpoint].flat()
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

const maxNamedFaults = 20

/** Removes one fault, or all of them. Throws a `ControlError` 404 for an unknown id. */
function removeFaults({ faults }: World, id?: string): void {
  if (id === undefined) return faults.clear()
  if (faults.remove(id)) return
  const all = faults.list()
  const ids = all.slice(0, maxNamedFaults).map((one) => `\`${one.id}\``)
  const more = all.length > maxNamedFaults ? ` and ${all.length - maxNamedFaults} more` : ''
  const others = all.length === 0 ? 'It has none' : `It has ${ids.join(', ')}${more}`
  throw new ControlError(404, `This world has no fault \`${id}\`. ${others}.`)
}

export const faultRoutes = {
  'GET faults': ({ world }) => ({ faults: world.faults.list() }),
  'POST faults': ({ world, body }) => ({ ids: addFaults(world, body) }),
  'DELETE faults': ({ world }) => removeFaults(world),
  'DELETE faults/{id}': ({ world, params }) => removeFaults(world, params.id),
} satisfies Partial<ControlFunctions>
