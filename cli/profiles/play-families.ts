import type * as z from 'zod/mini'
import type { Operation } from '../../contract/operations/operation.ts'
import type { Profile } from '../../contract/picks.ts'
import type {
  CollectionFamily,
  Family,
  FilesFamily,
} from '../../contract/profile/own-operations.ts'
import type { ProfileProblem } from '../../contract/profile/profile-error.ts'
import { sampleOf } from '../../contract/sample.ts'
import { readShape } from '../../contract/profile/shape.ts'
import { ownOperations } from '../../mocks/platform/custom/own-operations.ts'
import { answerShapeProblems, contentOf, differences } from './body-problems.ts'
import {
  crashProblems,
  isSuccess,
  type PlayedOperation,
  type PlayedProfile,
  type PlayedResponse,
  type ProfileCaller,
  refusalOf,
} from './play-operations.ts'
import { bodyFor, queryFor, samplePaths } from './sample-requests.ts'
import { safeMatch } from './static-problems.ts'

/** The name of the one world for all families: what was created is read, changed and deleted. */
const worldName = 'operations'

/**
 * A list comes first, then what creates, reads and changes records, then deletions, of parts before
 * wholes. The last one is what may delete the caller.
 */
function rank({ method, path }: Operation, family: Family | undefined): number {
  if (family?.kind === 'action' && family.on === 'users' && family.removes === true) return 7
  const isOne = path.includes('{')
  // What is inside of another record is deleted before it.
  if (method === 'DELETE') return 6 - path.split('/').length / 100
  if (method === 'GET') return isOne ? 2 : 0
  if (method === 'POST') return isOne ? 4 : 1
  return 3
}

/** Calls each operation beyond the contract once. */
export async function playFamilies(
  caller: ProfileCaller,
  { operations: families = {} }: Profile,
): Promise<PlayedProfile> {
  const played: PlayedOperation[] = []
  const problems: ProfileProblem[] = []
  const all = ownOperations(families, safeMatch).toSorted(
    (one, other) => rank(one.row, families[one.family]) - rank(other.row, families[other.family]),
  )
  for (const { family: name, row, fileField } of all) {
    const family = families[name]
    if (family === undefined) continue
    const operation = `${row.method} ${row.path}`
    const world = caller.world(worldName)
    const [path] = samplePaths(world, caller.userId, row, { families, name })
    if (path === undefined) {
      played.push({ operation, reason: 'it needs a record: add one to `seeds`' })
      continue
    }
    const body =
      fileField !== undefined && row.method !== 'GET'
        ? uploadOf(fileField, family)
        : row.body && ownBody(row.body, family)
    const response = await caller.call(worldName, row.method, path + queryFor(row), body)
    const place = ['operations', name]
    const isRedirect = family.kind === 'action' && family.redirect !== undefined
    if (isSuccess(response) || (isRedirect && response.status === 302)) {
      played.push({ operation, response })
      problems.push(...familyProblems(family, row, response, place))
    } else if (response.status >= 500) problems.push(...crashProblems(place, response))
    else {
      const hint = response.status === 422 ? '; a seed with valid values helps' : ''
      played.push({ operation, reason: refusalOf(response) + hint })
    }
  }
  return { played, problems }
}

/** A body with the values of the first seed where these fit, and with an email that no user has. */
function ownBody(schema: z.ZodMiniType, family: Family): unknown {
  const seeds = family.kind === 'collection' && Array.isArray(family.seeds) ? family.seeds : []
  return bodyFor(schema, { email: 'someone@example.com', ...seeds[0] })
}

/** A form with a small file that a family accepts. */
function uploadOf(field: string, family: Family): FormData {
  const { fields = {}, types = ['text/plain'] }: Partial<FilesFamily> =
    family.kind === 'files' ? family : {}
  const form = new FormData()
  const type = types[0]?.replace('*', 'plain') ?? 'text/plain'
  form.set(field, new File(['text'], 'sample.txt', { type }))
  for (const [name, shape] of Object.entries(fields))
    form.set(name, String(sampleOf(readShape(shape), 'required')))
  return form
}

function familyProblems(
  family: Family,
  row: Operation,
  response: PlayedResponse,
  path: readonly string[],
): ProfileProblem[] {
  const { json } = response
  if (json === undefined || (response.status === 204 && json === null)) return []
  if (family.kind === 'action') return answerShapeProblems(family, response, path)
  // The answer to a deletion has no shape of its own.
  if ((family.kind !== 'document' && family.kind !== 'collection') || row.method === 'DELETE')
    return []
  const part = family.shown === undefined ? 'record' : 'shown'
  const shape = readShape(family[part])
  if (family.kind === 'document') {
    const value = family.one === 'bare' ? json : contentOf(json)
    return differences(shape, value, [...path, part], 'the body')
  }
  if (isExpressed(family, row)) return []
  const content = contentOf(json)
  const records: readonly unknown[] = Array.isArray(content) ? content : [content]
  return records.flatMap((record) => differences(shape, record, [...path, part], 'a record'))
}

/** Whether an expression makes the whole body, so that no shape describes its records. */
const isExpressed = (family: CollectionFamily, { method, path }: Operation): boolean =>
  family.lists !== undefined && method === 'GET' && path === family.path
