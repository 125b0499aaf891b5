import { type RecordKind, recordKinds, resourceKinds } from '../../../contract/kinds.ts'
import { collectionOf } from '../../world/store.ts'
import { nearest } from '../../../contract/nearest.ts'
import { ApiError } from '../../world/api-error.ts'
import type { World } from '../../world/world.ts'
import { byRequest, type RefusedRequest } from './refused-request.ts'
import { operationIds, operations } from '../../../contract/operations.ts'
import { operationName } from '../../../contract/operations/operation-index.ts'
import { similarOperations } from '../../../contract/operations/similar-operations.ts'

/** Explains why a record was not found; `undefined` if unknown. */
export function explainMissingRecord(refusal: RefusedRequest): string | undefined {
  const { world, context, body, error } = refusal
  if (error instanceof ApiError && error.place !== undefined) return explainOwnRecord(world, error)
  const loads = context?.operation.loads
  if (context === undefined || loads === undefined || context.resource !== undefined)
    return undefined
  const fields = body.value as Record<string, unknown> | null | undefined
  const id = loads.in === 'body' ? fields?.[loads.by] : context.params[loads.by]
  const { kind, name } = resourceKinds[loads.kind]
  if (kind === undefined || typeof id !== 'string') return undefined
  const there = recordOf(world, kind, id)
  if (there !== undefined) return `this ${name} exists and ${whose(world, there)}`
  const author = byRequest(world, kind, id)
  if (author !== '') return `this ${name} was deleted${author}`
  const other = recordKinds.find((one) => recordOf(world, one, id) !== undefined)
  if (other !== undefined) return `\`${id}\` is the id of one of the ${other}, not of the ${kind}`
  return `there is no ${name} \`${id}\` in world \`${world.name}\`, and no call deleted one`
}

/** Names the owner of a record that the caller may see but not change. */
export function explainNotPermitted({ world, context, error }: RefusedRequest): string | undefined {
  const { place } = error as ApiError
  const record =
    place === undefined ? context?.resource : world.tables.of<object>(place.table).get(place.key)
  if (record === undefined) return undefined
  return `${(error as Error).message} This one ${whose(world, record)}`
}

/** The same for a record of an operation that the profile declares. */
function explainOwnRecord(world: World, { place, message }: ApiError): string {
  const { table = '', key = '' } = place ?? {}
  const there = world.tables.of<object>(table).get(key)
  if (there !== undefined) return `this record exists and ${whose(world, there)}`
  const author = byRequest(world, table, key)
  if (author !== '') return `${message} It was deleted${author}`
  return `${message} No call deleted one in world \`${world.name}\``
}

const recordOf = (world: World, kind: RecordKind, id: string): object | undefined =>
  collectionOf(world.store, kind).get(id)

function whose({ store }: World, record: object): string {
  const { user_id, created_by } = record as Partial<Record<'user_id' | 'created_by', unknown>>
  const owner = store.users.get(String(user_id ?? created_by))
  return owner === undefined ? 'belongs to another user' : `belongs to ${owner.email}`
}

/** The maximum number of similar operations in the list. */
const mostOffered = 3

/** Explains why no operation matches a path, and lists the most similar ones. */
export function explainUnknownRoute({ request, match, world }: RefusedRequest): string {
  const [left] = match.operations.values()
  if (left !== undefined)
    return `the profile \`${world.profile.name}\` has no operation \`${left}\`, which the contract has at this path`
  const near = similarOperations(match.path).slice(0, mostOffered).map(operationName)
  const offer = near.length === 0 ? 'no operation is similar' : `similar: ${near.join(', ')}`
  const { name, operations: families = {} } = world.profile
  const own = nearest(
    match.path,
    Object.values(families).map(({ path }) => path),
  )
  const ownOffer = own === undefined ? '' : `; the profile \`${name}\` has \`${own}\``
  return `there is no operation at ${request.path}; ${offer}${ownOffer}`
}

/** Explains a method that a path does not have; there may be an operation one part deeper. */
export function explainWrongMethod({ request, match, error }: RefusedRequest): string | undefined {
  const [known] = match.operations.values()
  const path = known && operations[known].path
  const deeper = operationIds.filter((id) => {
    const other = operations[id]
    return other.method === request.method && /^[a-z-]+$/.test(partAfter(other.path, `${path}/`))
  })
  if (deeper.length === 0) return undefined
  return `${(error as Error).message} There is ${deeper.map(operationName).join(' and ')}.`
}

const partAfter = (path: string, start: string) =>
  path.startsWith(start) ? path.slice(start.length) : ''
