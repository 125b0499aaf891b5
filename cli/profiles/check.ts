import { formatCount } from '../../contract/format-count.ts'
import type * as z from 'zod/mini'
import { escapeLine, escapeLines } from '../../contract/escape.ts'
import type { ProfileProblem } from '../../contract/profile/profile-error.ts'
import { UsageError, writeLines } from '../command-line.ts'
import { defineCommand } from '../define-command.ts'
import type { LoadedProfile } from '../profile-text.ts'
import { loadFixture, loadPlacedProfile, shippedScenarios } from '../world-data.ts'
import {
  crashProblems,
  createCaller,
  isSuccess,
  playAnswers,
  type PlayedOperation,
  type PlayedProfile,
  type PlayedResponse,
  type ProfileCaller,
  refusalOf,
} from './play-operations.ts'
import { safeMatch, staticProblems } from './static-problems.ts'
import { shorten } from '../../contract/shorten.ts'
import { jsonLine } from '../json-text.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import type { Profile } from '../../contract/picks.ts'
import type {
  CollectionFamily,
  Family,
  FilesFamily,
} from '../../contract/profile/own-operations.ts'
import { sampleOf } from '../../contract/sample.ts'
import { readShape } from '../../contract/profile/shape.ts'
import { ownOperations } from '../../mocks/platform/custom/own-operations.ts'
import { answerShapeProblems, contentOf, differences } from './body-problems.ts'
import { bodyFor, queryFor, samplePaths } from './sample-requests.ts'

/** The result of `profiles check`: the played operations, and the problems with their lines. */
type CheckedProfile = {
  readonly played: readonly PlayedOperation[]
  readonly problems: readonly { readonly place: string; readonly says: string }[]
}

export const checkProfile = defineCommand(
  {
    usage: 'profiles check PATH [flags]',
    about:
      'Checks a profile: a file, or a folder of files. Calls each of its operations once in a fake in this process, prints what it answers, and prints every problem with its line and a fix.',
    flags: { json: { help: 'prints each operation and each problem as a line of JSON' } },
    words: {
      max: 1,
      missing: 'Name the profile to check, such as `profiles check staging.yaml`.',
    },
    notes: 'Exit codes: 0 no problem, 1 problems, 3 wrong command line, 4 no operation played.',
  },
  async ({ words: [path = ''], json }, io) => {
    const profile = await read(path)
    const checked = 'where' in profile ? await check(profile) : { played: [], problems: profile }
    io.stdout.write(json ? jsonText(checked) : plainText(checked))
    if (checked.problems.length > 0) return 1
    if (checked.played.some(({ response }) => response !== undefined)) return 0
    writeLines(
      io.stderr,
      checked.played.length > 0
        ? 'Nothing was played: see the reasons above.'
        : 'Nothing was played: the profile changes no answer and has no operations. Its picks are valid.',
    )
    return 4
  },
)

/** Loads the profile, or returns the problems that prevent loading it. */
async function read(path: string): Promise<LoadedProfile | CheckedProfile['problems']> {
  try {
    return await loadPlacedProfile(path)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const problems = [...error.message.matchAll(/^(?<place>.+?:\d+:\d+): (?<says>.*)$/gm)]
    if (problems.length === 0) throw error
    return problems.map(({ groups }) => groups as { readonly place: string; readonly says: string })
  }
}

async function check({ profile, where }: LoadedProfile): Promise<CheckedProfile> {
  const raw: ProfileProblem[] = [...staticProblems(profile)]
  const fixture = await loadFixture('demo')
  const caller = createCaller(profile, fixture, await shippedScenarios())
  try {
    const answers = await playAnswers(caller, profile)
    const families = await playFamilies(caller, profile)
    raw.push(...answers.problems, ...families.problems)
    const problems = raw.map(({ path, part, says }) => ({ place: where(path, part), says }))
    // A wrong expression is found twice: when the profile is read, and at a call of its operation.
    const first = new Map<string, (typeof problems)[number]>()
    for (const one of problems) if (!first.has(problemKey(one))) first.set(problemKey(one), one)
    return {
      played: [...answers.played, ...families.played],
      problems: [...first.values()].toSorted((one, other) => inOrder(one.place, other.place)),
    }
  } finally {
    await caller.close()
  }
}

const { compare: inOrder } = new Intl.Collator('en', { numeric: true })

const problemKey = ({ place, says }: CheckedProfile['problems'][number]) =>
  /can't be read|Correct the expression/.test(says) ? place : `${place} ${says}`

const bodyWidth = 100

function plainText({ played, problems }: CheckedProfile): string {
  const width = Math.max(0, ...played.map(({ operation }) => operation.length))
  const tried: string[] = []
  const others: string[] = []
  for (const { operation, response, reason } of played) {
    const body = response && shorten(escapeLine(response.text.trim()), bodyWidth)
    if (response) tried.push(`${operation.padEnd(width)}  ${response.status}  ${body}`)
    if (reason !== undefined)
      others.push(`${response ? 'not all tried' : 'not tried'}: ${operation}: ${reason}`)
  }
  const lines = problems.map(({ place, says }) => `${place}: ${says}`)
  const blocks = [tried, others, lines].filter((block) => block.length > 0)
  const count = problems.length
  const end = count === 0 ? 'nothing wrong' : formatCount(count, 'problem')
  const summary = `${formatCount(tried.length, 'operation')} played, ${end}.\n`
  return `${blocks.map((block) => `${escapeLines(block)}\n`).join('')}${summary}`
}

const jsonText = ({ played, problems }: CheckedProfile): string =>
  [
    ...played.map(({ operation, response, reason }) => ({
      operation,
      ...(response && { status: response.status, body: response.json ?? response.text }),
      ...(reason !== undefined && { reason }),
    })),
    ...problems,
  ]
    .map((line) => jsonLine(line))
    .join('')

/** All families share this world, so that later calls can read and delete the created records. */
const worldName = 'operations'

/**
 * The position of an operation in the order of calls: lists first, then operations that create,
 * read and change records, then deletions. An operation that may delete the caller comes last.
 */
function rank({ method, path }: Operation, family: Family | undefined): number {
  if (family?.kind === 'action' && family.on === 'users' && family.removes === true) return 7
  const isOne = path.includes('{')
  // Records inside of another record are deleted before that record.
  if (method === 'DELETE') return 6 - path.split('/').length / 100
  if (method === 'GET') return isOne ? 2 : 0
  if (method === 'POST') return isOne ? 4 : 1
  return 3
}

/** Calls each operation of the profile that the contract does not have, once. */
async function playFamilies(
  caller: ProfileCaller,
  { operations: families = {} }: Profile,
): Promise<PlayedProfile> {
  const results: PlayedOperation[] = []
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
      results.push({ operation, reason: 'its path needs a record: add one to `seeds`' })
      continue
    }
    const body =
      fileField !== undefined && row.method !== 'GET'
        ? sampleUpload(fileField, family)
        : row.body && seedBody(row.body, family)
    const response = await caller.call(worldName, row.method, path + queryFor(row), body)
    const place = ['operations', name]
    const isRedirect = family.kind === 'action' && family.redirect !== undefined
    if (isSuccess(response) || (isRedirect && response.status === 302)) {
      results.push({ operation, response })
      problems.push(...familyProblems(family, row, response, place))
    } else if (response.status >= 500) problems.push(...crashProblems(place, response))
    else {
      const hint = response.status === 422 ? '; add a seed with valid values' : ''
      results.push({ operation, reason: refusalOf(response) + hint })
    }
  }
  return { played: results, problems }
}

/** Creates a body with the values of the first seed, and an unused email if the seed has none. */
function seedBody(schema: z.ZodMiniType, family: Family): unknown {
  const { key = 'id', seeds = [] } = family.kind === 'collection' ? family : {}
  const [{ [key]: _taken, ...seed } = {}] = Array.isArray(seeds) ? seeds : []
  return bodyFor(schema, { email: 'someone@example.com', ...seed })
}

/** Creates a form with a small file, whose type the family accepts. */
function sampleUpload(field: string, family: Family): FormData {
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
  // A profile declares no shape for the response to a deletion.
  if ((family.kind !== 'document' && family.kind !== 'collection') || row.method === 'DELETE')
    return []
  const part = family.shown === undefined ? 'record' : 'shown'
  const shape = readShape(family[part])
  if (family.kind === 'document') {
    const value = family.one === 'bare' ? json : contentOf(json)
    return differences(shape, value, [...path, part], 'the body')
  }
  if (hasExpressionBody(family, row)) return []
  const content = contentOf(json)
  const records: readonly unknown[] = Array.isArray(content) ? content : [content]
  return records.flatMap((record) => differences(shape, record, [...path, part], 'a record'))
}

/** Whether an expression creates the body. No shape describes the records in such a body. */
const hasExpressionBody = (family: CollectionFamily, { method, path }: Operation): boolean =>
  family.lists !== undefined && method === 'GET' && path === family.path
