import type { FaultStatus } from '../../contract/control/worlds.ts'
import { fault, type Fault } from '../../contract/fault.ts'
import { ownLimits } from '../../contract/limits.ts'
import { FaultError } from '../../recording/faults/faults.ts'
import type { World } from '../world/world.ts'
import { ControlError, parseInput } from './control-error.ts'
import { type ControlRoutes, jsonResponse } from './control-context.ts'

const form =
  'Send a fault as {"match": {"endpoint": "chat.react", "nth": 2}, "times": 1, "effect": ' +
  '{"stream": {"cut": {"after_event": 5}}}}, or a list of them; ' +
  'an effect is one of `latency`, `error`, `connection`, `body` and `stream`, or several.'

/** Every fault of a world, in their order, with how often each was met and struck. */
export const listFaults = ({ faults }: World): FaultStatus[] => faults.list()

/** Adds one fault or several, and gives their ids: all of them, or none where one can't be added. */
export function addFaults({ faults }: World, given: unknown): string[] {
  refuseTooMany(given)
  const added: string[] = []
  try {
    for (const one of readFaults(given)) added.push(faults.add(one))
  } catch (error) {
    for (const id of added) faults.remove(id)
    throw error instanceof FaultError ? new ControlError(409, error.message) : error
  }
  return added
}

/** Counted before they are read: to read what can't be added would cost without bound. */
function refuseTooMany(given: unknown): void {
  const most = ownLimits.faults
  if (Array.isArray(given) && given.length > most)
    throw new ControlError(
      409,
      `These are ${given.length} faults, and a world has at most ${most}.`,
    )
}

const readFaults = (given: unknown): Fault[] =>
  Array.isArray(given)
    ? given.map((one, index) => parseInput(fault, one, form, [index]))
    : [parseInput(fault, given, form)]

const mostNamed = 20

/** Takes one fault away, or all of them. */
export function removeFaults({ faults }: World, id?: string): void {
  if (id === undefined) return faults.clear()
  if (faults.remove(id)) return
  const all = faults.list()
  const ids = all.slice(0, mostNamed).map((one) => `\`${one.id}\``)
  const more = all.length > mostNamed ? ` and ${all.length - mostNamed} more` : ''
  const others = all.length === 0 ? 'It has none' : `It has ${ids.join(', ')}${more}`
  throw new ControlError(404, `This world has no fault \`${id}\`. ${others}.`)
}

export const faultRoutes: ControlRoutes = {
  'GET faults': ({ world }) => ({ faults: listFaults(world) }),
  'POST faults': ({ world, body }) => jsonResponse(201, { ids: addFaults(world, body) }),
  'DELETE faults': ({ world }) => removeFaults(world),
  'DELETE faults/{id}': ({ world, params }) => removeFaults(world, params['id']),
}
