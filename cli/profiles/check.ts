import { escapeLine, escapeLines } from '../../contract/escape.ts'
import type { ProfileProblem } from '../../contract/profile/profile-error.ts'
import { UsageError } from '../command-line.ts'
import { defineCommand } from '../define-command.ts'
import type { LoadedProfile } from '../profile-text.ts'
import { loadFixture, loadPlacedProfile, shippedScenarios } from '../world-data.ts'
import { playFamilies } from './play-families.ts'
import { createCaller, playAnswers, type PlayedOperation } from './play-operations.ts'
import { staticProblems } from './static-problems.ts'
import { shorten } from '../../contract/shorten.ts'
import { jsonLine } from '../json-text.ts'

/** What `profiles check` found. The problems of one place are in the order in which they were found. */
type CheckedProfile = {
  readonly played: readonly PlayedOperation[]
  readonly problems: readonly { readonly place: string; readonly says: string }[]
}

/** Checks a profile. */
export const checkProfile = defineCommand(
  {
    usage: 'profiles check PATH [flags]',
    about:
      'Checks a profile: a file, or a folder of files. Calls each of its operations once in a fake in this process, prints what it answers, and prints every problem with its line and a fix.',
    flags: { json: { help: 'prints each operation and each problem as a line of JSON' } },
    words: {
      most: 1,
      missing: 'Name the profile to check, such as `profiles check staging.yaml`.',
    },
    notes: 'Exit codes: 0 no problem, 1 problems, 3 wrong command line, 4 no operation played.',
  },
  async ({ words: [path = ''], json }, io) => {
    const loaded = await read(path)
    const checked = 'place' in loaded ? { played: [], problems: [loaded] } : await check(loaded)
    io.stdout.write(json ? jsonText(checked) : plainText(checked))
    if (checked.problems.length > 0) return 1
    if (triedOf(checked).length > 0) return 0
    io.stderr.write(
      escapeLines([
        checked.played.length > 0
          ? 'Nothing was played: see the reasons above.'
          : 'Nothing was played: the profile changes no answer and has no operations. Its picks are valid.',
      ]),
    )
    return 4
  },
)

/** The profile, or the problem because of which it can't be read. */
async function read(path: string): Promise<LoadedProfile | CheckedProfile['problems'][number]> {
  try {
    return await loadPlacedProfile(path)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const [, place, says] = /^(.+?:\d+:\d+): (.*)$/s.exec(error.message) ?? []
    if (place === undefined || says === undefined) throw error
    return { place, says }
  }
}

async function check({ profile, where }: LoadedProfile): Promise<CheckedProfile> {
  const found: ProfileProblem[] = [...(await staticProblems(profile))]
  const fixture = await loadFixture('demo')
  const caller = createCaller(profile, fixture, await shippedScenarios())
  try {
    const answers = await playAnswers(caller, profile)
    const families = await playFamilies(caller, profile)
    found.push(...answers.problems, ...families.problems)
    const problems = found.map(({ path, part, says }) => ({ place: where(path, part), says }))
    // A broken expression is found twice: when it is read, and when it is called.
    const first = new Map<string, (typeof problems)[number]>()
    for (const one of problems) if (!first.has(keyOf(one))) first.set(keyOf(one), one)
    return {
      played: [...answers.played, ...families.played],
      problems: [...first.values()].toSorted((one, other) => inOrder(one.place, other.place)),
    }
  } finally {
    await caller.close()
  }
}

const { compare: inOrder } = new Intl.Collator('en', { numeric: true })

const keyOf = ({ place, says }: CheckedProfile['problems'][number]) =>
  /can't be read|Correct the expression/.test(says) ? place : `${place} ${says}`

const triedOf = ({ played }: CheckedProfile) =>
  played.filter(({ response }) => response !== undefined)

const bodyWidth = 100

function plainText({ played, problems }: CheckedProfile): string {
  const width = Math.max(0, ...played.map(({ operation }) => operation.length))
  const tried = played.flatMap(({ operation, response }) =>
    response === undefined
      ? []
      : [
          `${operation.padEnd(width)}  ${response.status}  ${shorten(escapeLine(response.text.trim()), bodyWidth)}`,
        ],
  )
  const others = played.flatMap(({ operation, response, reason }) =>
    reason === undefined
      ? []
      : [`${response === undefined ? 'not tried' : 'not all tried'}: ${operation}: ${reason}`],
  )
  const lines = problems.map(({ place, says }) => `${place}: ${says}`)
  const blocks = [tried, others, lines].filter((block) => block.length > 0)
  const count = problems.length
  const end = count === 0 ? 'nothing wrong' : `${count} problem${count === 1 ? '' : 's'}`
  const summary = `${tried.length} operation${tried.length === 1 ? '' : 's'} played, ${end}.\n`
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
