import type * as z from 'zod/mini'
import type { Operation } from '../../contract/operations/operation.ts'
import type { Profile } from '../../contract/picks.ts'
import type { Families, Family, FilesFamily } from '../../contract/profile/own-operations.ts'
import type { ProfileProblem } from '../../contract/profile/profile-error.ts'
import { sampleOf } from '../../contract/profile/shape-sample.ts'
import { readShape } from '../../contract/profile/shape.ts'
import { recordFamilyOf } from '../../mocks/platform/custom/own-record-family.ts'
import { recordsOf } from '../../mocks/platform/custom/own-collection.ts'
import { ownOperations } from '../../mocks/platform/custom/own-operations.ts'
import { answerShapeProblems, contentOf, differences } from './body-problems.ts'
import {
  crashProblems,
  isSuccess,
  type PlayedOperation,
  type PlayedProfile,
  type PlayedResponse,
  type ProfileCaller,
  queryFor,
  refusalOf,
} from './play-operations.ts'
import { bodyFor } from './sample-requests.ts'
import { safeMatch } from './static-problems.ts'

/** The name of the one world for all families: what was created is read, changed and deleted. */
const worldName = 'operations'

/** A list comes first, then what creates, reads and changes records; a deletion comes last. */
function rank({ method, path }: Operation): number {
  const isOne = path.includes('{')
  if (method === 'DELETE') return 5
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
    (one, other) => rank(one.row) - rank(other.row),
  )
  for (const { family: name, row } of all) {
    const family = families[name]
    if (family === undefined) continue
    const operation = `${row.method} ${row.path}`
    const path = pathOf(caller, families, name, row)
    if (path === undefined) {
      played.push({ operation, reason: 'it needs a record: add one to `seeds`' })
      continue
    }
    const body =
      family.kind === 'files' && row.method === 'POST'
        ? uploadOf(family)
        : row.body && ownBody(row.body, family)
    const response = await caller.call(worldName, row.method, path + queryFor(row), body)
    const place = ['operations', name]
    if (isSuccess(response)) {
      played.push({ operation, response })
      problems.push(...familyProblems(family, response, place))
    } else if (response.status >= 500) problems.push(...crashProblems(place, response))
    else {
      const hint = response.status === 422 ? '; a seed with valid values helps' : ''
      played.push({ operation, reason: refusalOf(response) + hint })
    }
  }
  return { played, problems }
}

/** The path with ids of records of its collections; undefined without such a record. */
function pathOf(
  { world, userId }: ProfileCaller,
  families: Families,
  name: string,
  { path }: Operation,
): string | undefined {
  const family = families[name]
  const target = family?.kind === 'action' ? family.on : undefined
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter)
  const last = parameters.at(-1)
  let isComplete = true
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const own = parameter.endsWith('_id') ? parameter.slice(0, -3) : ''
    const of = target !== undefined && parameter === last ? target : own
    const collection = Object.hasOwn(families, of) ? recordFamilyOf(families[of]) : undefined
    if (collection === undefined) return 'example'
    const records = recordsOf(world(worldName), of, collection).all()
    const record = records.find(({ user_id }) => user_id === userId) ?? records[0]
    if (record === undefined) isComplete = false
    return encodeURIComponent(record?.id ?? '')
  })
  return isComplete ? filled : undefined
}

/** A body with the values of the first seed where these fit. */
const ownBody = (schema: z.ZodMiniType, family: Family): unknown =>
  bodyFor(schema, family.kind === 'collection' ? (family.seeds?.[0] ?? {}) : {})

/** A form with a small file that a family accepts. */
function uploadOf({ field = 'file', fields = {}, types = ['text/plain'] }: FilesFamily): FormData {
  const form = new FormData()
  const type = types[0]?.replace('*', 'plain') ?? 'text/plain'
  form.set(field, new File(['text'], 'sample.txt', { type }))
  for (const [name, shape] of Object.entries(fields))
    form.set(name, String(sampleOf(readShape(shape), 'required')))
  return form
}

function familyProblems(
  family: Family,
  response: PlayedResponse,
  path: readonly string[],
): ProfileProblem[] {
  const { json } = response
  if (json === undefined || (response.status === 204 && json === null)) return []
  if (family.kind === 'action') return answerShapeProblems(family, response, path)
  if (family.kind === 'document') {
    const value = family.one === 'bare' ? json : contentOf(json)
    return differences(readShape(family.record), value, [...path, 'record'], 'the body')
  }
  if (family.kind !== 'collection') return []
  const content = contentOf(json)
  const records: readonly unknown[] = Array.isArray(content) ? content : [content]
  const shape = readShape(family.record)
  return records.flatMap((record) => differences(shape, record, [...path, 'record'], 'a record'))
}
