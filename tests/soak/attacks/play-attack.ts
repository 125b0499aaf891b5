import { visitorOperation } from '../../../mocks/demo/visitor-control.ts'
import type { AttackServer } from './attack-server.ts'
import { connectClient, type Cost } from './attack-client.ts'
import type { Attack, ServerMode } from './attack.ts'

export type AttackResult = {
  readonly name: string
  readonly mode: ServerMode
  /** Rounds at a quarter, a half and the whole of its size; a single one if it has no size. */
  readonly rounds: readonly Round[]
  /** The longest wait of another client on the same server, in milliseconds. */
  readonly waited: number
  /** The peak memory of the process, and the growth of the world, in bytes. */
  readonly peak: number
  readonly kept: number
  readonly problems: readonly string[]
}

/** The most expensive call of an attack at one size. */
type Round = {
  readonly size: number
  /** CPU of the server, in units of a list call of the same run. */
  readonly lists: number
  readonly operation: string
  readonly status: number
  readonly megabytes: number
}

/** The limit for all worlds together, plus the program itself. */
const mostPeak = (512 + 320) * 1024 * 1024
/** A visitor's world may hold 16 MiB; as much again for compiled code and caches. */
const mostKept = 2 * 16 * 1024 * 1024
/**
 * For each doubling of the size: halfway between linear work and quadratic work. `JSON.parse` alone
 * grows 2.5 times from 25,000 to 100,000 objects, because they leave the caches.
 */
const mostGrowth = 2.8
const mostLists = 50
/** Receiving, parsing, storing and sending a megabyte costs as much as 25 to 50 list calls. */
const mostListsOfMegabyte = 50
/** The rate limit counts an expensive call as several: it may cost this many list calls for each. */
const mostListsOfEach = 10
const mostListsOfMany = 300
/** Costs below this many list calls cannot be measured reliably. */
const leastLists = 2
const repetitions = 3
/** A call of this many seconds is not repeated, and no larger size is tried. */
const longCall = 0.4
/** After this many milliseconds an attack is not repeated; paused streams take time, but no CPU. */
const enoughMs = 6000

type PlayOptions = {
  /** Whether the attack runs at three sizes, several times each, and its cost is judged. */
  readonly isMeasured: boolean
}

/**
 * Runs an attack once at a quarter of its size, or measures it. The responses, the memory of the
 * server and the service for others are always checked.
 */
export async function playAttack(
  attack: Attack,
  attackServer: AttackServer,
  { isMeasured }: PlayOptions,
): Promise<AttackResult> {
  const server = await attackServer.server()
  const mode = server.mode
  const problems = new Set<string>()
  const rounds: Round[] = []
  let kept = 0

  const isBlocked = () => [...problems].some((problem) => problem.includes('got no response'))
  const once = async (size: number, measuresHeap: boolean): Promise<readonly Cost[]> => {
    const client = await connectClient(server, attack.breaksAnswers)
    const before = measuresHeap ? ((await server.look('heap')).heap ?? 0) : 0
    try {
      await attack.play(client, size)
      if (measuresHeap) kept = ((await server.look('heap')).heap ?? 0) - before
    } finally {
      for (const problem of client.problems) problems.add(problem)
      if (server.ended() === undefined && !isBlocked()) await client.leave().catch(() => undefined)
    }
    return client.costs
  }

  const began = performance.now()
  const least = async (
    size: number,
    times: number,
    measuresHeap: boolean,
    until = began + enoughMs,
  ): Promise<Round | undefined> => {
    let costs: readonly Cost[] = []
    let best: Cost | undefined
    for (let time = 0; time < times; time++) {
      costs = leastOfEach(costs, await once(size, measuresHeap && time === 0))
      best = costs.toSorted((a, b) => b.cpu - a.cpu)[0]
      if (best !== undefined && best.cpu > longCall) break
      if (performance.now() > until) break
    }
    return best && { ...best, size, lists: best.cpu / attackServer.list() }
  }

  const parts = attack.largest === 0 || !isMeasured ? [4] : [4, 2, 1]
  const sizes = parts.map((part) => attack.largest / part)
  const { waited } = await attackServer.withBystander(async () => {
    try {
      for (const [index, size] of sizes.entries()) {
        const times = isMeasured ? repetitions : 1
        let round = await least(size, times, index === sizes.length - 1)
        if (round === undefined) break
        // Measured again before it counts as a problem, because other processes use this machine.
        if (
          isMeasured &&
          problemsOf([...rounds, round], attack).length > 0 &&
          round.lists * attackServer.list() < longCall
        ) {
          const again = await least(size, 2 * repetitions, false, performance.now() + enoughMs)
          if (again !== undefined && again.lists < round.lists) round = again
        }
        rounds.push(round)
        if (round.lists * attackServer.list() > longCall && isMeasured) break
      }
    } catch (error) {
      if (problems.size === 0) problems.add(`failed: ${String(error)}`)
    }
  })
  // A blocked server gets no more requests.
  const peak = isBlocked() ? 0 : ((await server.look().catch(() => undefined))?.peak ?? 0)
  const ended = server.ended()
  if (ended !== undefined) problems.add(ended)
  if (peak > mostPeak) problems.add(`the process used ${mb(peak)} MB`)
  if (kept > mostKept) problems.add(`the world holds ${mb(kept)} MB more than before`)
  if (!isBlocked()) for (const problem of await attackServer.checkService()) problems.add(problem)
  if (problems.size > 0) await attackServer.stop()
  if (isMeasured) for (const problem of problemsOf(rounds, attack)) problems.add(problem)
  return { name: attack.name, mode, rounds, waited, peak, kept, problems: [...problems] }
}

/**
 * The lower cost of each call in two plays of an attack. Garbage collection makes some call of
 * almost every play expensive; the cost of the call itself is in both plays.
 */
function leastOfEach(before: readonly Cost[], now: readonly Cost[]): readonly Cost[] {
  const least = new Map(numbered(before))
  for (const [call, cost] of numbered(now))
    if (cost.cpu < (least.get(call)?.cpu ?? Number.POSITIVE_INFINITY)) least.set(call, cost)
  return [...least.values()]
}

/** Each call by its operation and its number among those of the operation. */
function numbered(costs: readonly Cost[]): (readonly [call: string, cost: Cost])[] {
  const counts = new Map<string, number>()
  return costs.map((cost) => {
    const count = (counts.get(cost.operation) ?? 0) + 1
    counts.set(cost.operation, count)
    return [`${cost.operation} ${count}`, cost]
  })
}

/** Reports a cost that is too high, or that grows too fast with the size. */
function problemsOf(rounds: readonly Round[], { allowedLists = 0 }: Attack): string[] {
  const wrong = rounds.flatMap(({ lists, operation, size, megabytes }) =>
    lists > Math.max(mostListsOf(operation) + megabytes * mostListsOfMegabyte, allowedLists)
      ? [`${operation} at ${size} costs ${lists.toFixed(0)} list calls`]
      : [],
  )
  const [first, , last] = rounds
  // The mean of two doublings, because a single one depends on when garbage is collected.
  const growth = Math.sqrt((last?.lists ?? 0) / Math.max(leastLists, first?.lists ?? 0))
  if (last !== undefined && growth > mostGrowth)
    wrong.push(
      `${last.operation} grows ${growth.toFixed(1)} times for each doubling up to ${last.size}`,
    )
  return wrong
}

/** The YAML parser is linear, and takes up to five microseconds per character. */
const mostListsOfYaml = 400

function mostListsOf(operation: string): number {
  const [method = '', path = ''] = operation.split(' ')
  if (path.endsWith('/choices/preview')) return mostListsOfYaml
  const calls = visitorOperation(method, path.replace('/__control', ''))?.cost ?? 1
  return Math.max(mostLists, Math.min(mostListsOfMany, mostListsOfEach * calls))
}

export const mb = (bytes: number): string => (bytes / 1e6).toFixed(0)
