import { requestCost } from '../../../mocks/demo/permissions.ts'
import type { Arena } from './arena.ts'
import { comeIn, type Cost } from './attack-client.ts'
import type { Attack, Ground } from './attack.ts'

/** What came of an attack. */
export type Played = {
  readonly name: string
  readonly ground: Ground
  /** At a quarter, a half and the whole of its size; one alone where it has no size. */
  readonly rounds: readonly Round[]
  /** The longest wait of somebody else on the same server, in milliseconds. */
  readonly waited: number
  /** Bytes that the process had occupied at most by then, and that the world holds more than before. */
  readonly peak: number
  readonly kept: number
  readonly problems: readonly string[]
}

/** The dearest call of an attack at one size. */
export type Round = {
  readonly size: number
  /** CPU of the server, in list calls of the same run. */
  readonly lists: number
  readonly operation: string
  readonly status: number
}

/** A process may occupy what all worlds may take, and what the program itself does. */
const mostPeak = (512 + 320) * 1024 * 1024
/** A visitor's world may take 16 MiB; what is shared is compiled and cached on the way. */
const mostKept = 2 * 16 * 1024 * 1024
const mostGrowth = 2.5
const mostLists = 50
/** A call that counts as many in what a visitor may call costs more, in list calls of each. */
const mostListsOfEach = 10
const mostListsOfMany = 300
/** What costs so few list calls is measured by nobody. */
const tooFew = 2
const repetitions = 3
/** Nobody needs a second look at a call of so many seconds, or a larger one. */
const farTooLong = 0.4
/** After so many milliseconds an attack is not repeated any more: streams that wait cost no CPU. */
const enoughMs = 6000

/** By how much costs and growth may go beyond their bounds. */
export type Margin = { readonly lists: number; readonly growth: number }
const noMargin: Margin = { lists: 1, growth: 1 }

type PlayOptions = { readonly ratios: boolean; readonly margin?: Margin | undefined }

/** Plays an attack: at the smallest of its sizes, or with `ratios` at all, each several times. */
export async function playAttack(
  attack: Attack,
  arena: Arena,
  { ratios, margin = noMargin }: PlayOptions,
): Promise<Played> {
  const server = await arena.server()
  const ground = server.ground
  const problems = new Set<string>()
  const rounds: Round[] = []
  let kept = 0

  const isBlocked = () => [...problems].some((problem) => problem.includes('not answered'))
  const once = async (size: number, weighs: boolean): Promise<Cost | undefined> => {
    const client = await comeIn(server, attack.breaksAnswers)
    const before = weighs ? ((await server.look('heap')).heap ?? 0) : 0
    try {
      await attack.play(client, size)
      if (weighs) kept = ((await server.look('heap')).heap ?? 0) - before
    } finally {
      for (const problem of client.problems) problems.add(problem)
      if (server.ended() === undefined && !isBlocked()) await client.leave().catch(() => undefined)
    }
    return client.costs.toSorted((a, b) => b.cpu - a.cpu)[0]
  }

  const began = performance.now()
  const least = async (
    size: number,
    times: number,
    weighs: boolean,
  ): Promise<Round | undefined> => {
    let best: Cost | undefined
    for (let time = 0; time < times; time++) {
      const cost = await once(size, weighs && time === 0)
      if (cost !== undefined && cost.cpu < (best?.cpu ?? Number.POSITIVE_INFINITY)) best = cost
      if (best !== undefined && best.cpu > farTooLong) break
      if (performance.now() - began > enoughMs) break
    }
    return best && { ...best, size, lists: best.cpu / arena.list() }
  }

  const parts = attack.largest === 0 || !ratios ? [4] : [4, 2, 1]
  const sizes = parts.map((part) => attack.largest / part)
  const { waited } = await arena.beside(async () => {
    try {
      for (const [index, size] of sizes.entries()) {
        const times = ratios ? repetitions : 1
        let round = await least(size, times, index === sizes.length - 1)
        if (round === undefined) break
        // Once more before anything is said: others work on the same machine.
        if (
          whatIsWrong([...rounds, round], attack, margin).length > 0 &&
          round.lists * arena.list() < farTooLong &&
          performance.now() - began < enoughMs
        ) {
          const again = await least(size, 2 * repetitions, false)
          if (again !== undefined && again.lists < round.lists) round = again
        }
        rounds.push(round)
        if (round.lists * arena.list() > farTooLong && ratios) break
      }
    } catch (error) {
      if (problems.size === 0) problems.add(`failed: ${String(error)}`)
    }
  })
  // Nobody waits a second time for a server that is blocked.
  const peak = isBlocked() ? 0 : ((await server.look().catch(() => undefined))?.peak ?? 0)
  const ended = server.ended()
  if (ended !== undefined) problems.add(ended)
  if (peak > mostPeak) problems.add(`the process occupied ${mb(peak)} MB`)
  if (kept > mostKept) problems.add(`the world holds ${mb(kept)} MB more than before`)
  if (!isBlocked()) for (const problem of await arena.whatFails()) problems.add(problem)
  if (problems.size > 0) await arena.stop()
  for (const problem of whatIsWrong(rounds, attack, margin)) problems.add(problem)
  return { name: attack.name, ground, rounds, waited, peak, kept, problems: [...problems] }
}

/** What grows too fast with its size, or costs too much at all. */
function whatIsWrong(rounds: readonly Round[], { asksFor = 0 }: Attack, margin: Margin): string[] {
  const wrong = rounds.flatMap(({ lists, operation, size }) =>
    lists > Math.max(mostListsOf(operation), asksFor) * margin.lists
      ? [`${operation} at ${size} costs ${lists.toFixed(0)} list calls`]
      : [],
  )
  const [first, , last] = rounds
  // For each of two doublings; one alone is also a matter of when garbage is collected.
  const growth = Math.sqrt((last?.lists ?? 0) / Math.max(tooFew, first?.lists ?? 0))
  if (last !== undefined && growth > mostGrowth * margin.growth)
    wrong.push(
      `${last.operation} grows ${growth.toFixed(1)} times for each doubling up to ${last.size}`,
    )
  return wrong
}

/** The parser of YAML takes five microseconds for a character at the worst, in proportion. */
const mostListsOfYaml = 400

function mostListsOf(operation: string): number {
  const [method = '', path = ''] = operation.split(' ')
  if (path.endsWith('/choices/preview')) return mostListsOfYaml
  const calls = requestCost(method, path.replace('/__control', ''))
  return Math.max(mostLists, Math.min(mostListsOfMany, mostListsOfEach * calls))
}

export const mb = (bytes: number): string => (bytes / 1e6).toFixed(0)
