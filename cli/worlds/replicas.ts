import {
  callOf,
  type ControlAnswer,
  type ControlCall,
  requestOf,
} from '../../contract/control/call.ts'
import type { ControlName } from '../../contract/control/operations.ts'
import { objectIn, parseJson } from '../../contract/json.ts'
import { UsageError } from '../command-line.ts'
import type { Flags, FlagValues } from '../flags.ts'
import { baseAddress, duration } from '../value-types.ts'

/** The type of the flag for the maximum duration of a move. */
export const moveTime = duration({ min: '0s', max: '10m', example: '30s' })

/** Flags of all commands for replicas. */
export const replicaFlags = {
  from: {
    value: 'URL',
    type: baseAddress('http://host-a:4010'),
    isRepeatable: true,
    required:
      'the address of each replica, such as --from http://host-a:4010 --from http://host-b:4010',
    help: 'the address of a replica itself, not of the load balancer; give all of them',
  },
  'control-token': {
    value: 'TOKEN',
    variable: true,
    help: 'the token of their control API (default: the variable UNDERSTUDY_CONTROL_TOKEN)',
  },
} as const satisfies Flags

/** The exit code if a replica or the load balancer does not respond as expected. */
const unreachableExitCode = 4

/** Thrown if a server cannot be reached, or refuses a request that it must not refuse. */
export class ReplicaError extends Error {
  override readonly name = 'ReplicaError'
}

/** The control API of a replica, or of the load balancer. */
export type Connection = ReturnType<typeof connectTo>

/** Connects to a control API over HTTP. */
export const connectTo = (url: string, token: string | undefined) => ({
  url,
  /** Sends a request to a path below the address. Throws `ReplicaError` without a response. */
  async send(method: string, path: string, body?: string): Promise<Response> {
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const init = { method, headers, ...(body !== undefined && { body }) }
    return fetch(`${url}/${path}`, init).catch((error: unknown) => {
      const { cause } = error as { readonly cause?: unknown }
      throw new ReplicaError(`${url} does not respond: ${String(cause ?? error)}.`)
    })
  },
})

/** Calls an operation of the control API. Throws `ReplicaError`. */
export async function callOperation<Name extends ControlName>(
  connection: Connection,
  call: ControlCall<Name>,
): Promise<ControlAnswer<Name>> {
  const { path, init } = requestOf(call)
  const response = await connection.send(init.method, `__control/${path}`, init.body)
  if (!response.ok) throw new ReplicaError(`${connection.url}: ${await refusalOf(response)}`)
  if (response.status === 204) return undefined as ControlAnswer<Name>
  const answer = parseJson(await response.text())
  // Every response about a move lists the worlds of the replica.
  if (Array.isArray(objectIn(answer)['worlds'])) return answer as ControlAnswer<Name>
  throw new ReplicaError(
    `The server at ${connection.url} is not a replica of Understudy: pass the address that agent-understudy serve prints.`,
  )
}

/** The error message in a response of the control API, or a sentence with the response's status. */
export async function refusalOf(response: Response): Promise<string> {
  // A body that is not JSON comes from another server, such as the load balancer.
  const { error } = objectIn(parseJson(await response.text()))
  return typeof error === 'string' ? error : `The response has status ${response.status}.`
}

/** A replica, and the names of its worlds. */
export type Replica = Awaited<ReturnType<typeof holdAll>>[number]

/** Connects to the replicas of `--from`. */
export const connect = ({ from, controlToken }: FlagValues<typeof replicaFlags>) =>
  from.map((url) => connectTo(url, controlToken))

/** Starts or extends the move on all replicas. Throws `ReplicaError`. */
export async function holdAll(connections: readonly Connection[], ms: number) {
  const replicas = await Promise.all(
    connections.map(async (connection) => {
      const status = await callOperation(connection, callOf('PUT moves', { body: { for: ms } }))
      if (status.replica === null)
        throw new ReplicaError(`${connection.url} is not a replica: start it with --replica NAME.`)
      return { name: status.replica, connection, worlds: status.worlds }
    }),
  )
  for (const [index, { name, connection }] of replicas.entries()) {
    const same = replicas.slice(0, index).find((other) => other.name === name)
    if (same !== undefined)
      throw new ReplicaError(
        `${same.connection.url} and ${connection.url} are both the replica \`${name}\`: start each with a different --replica.`,
      )
  }
  return replicas
}

/** Ends the move on all replicas. Throws `ReplicaError`. */
export async function releaseAll(connections: readonly Connection[]): Promise<void> {
  for (const connection of connections) await callOperation(connection, callOf('DELETE moves'))
}

/** Runs a command. For a `ReplicaError`, writes its message to stderr, and resolves to 4. */
export async function reportErrors(
  stderr: { write(text: string): unknown },
  run: () => Promise<number>,
): Promise<number> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ReplicaError)) throw error
    stderr.write(`${new UsageError(error.message).message}\n`)
    return unreachableExitCode
  }
}
