import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Handles a request of the suite. `true`: it has responded; `false`: a correct fake responds; a
 * function: the fake responds, and the function changes its body.
 */
export type HostileHandler = (
  request: IncomingMessage,
  response: ServerResponse,
) => boolean | ((body: string) => string)

/** A command of the suite, with its flags except for the target and its credentials. */
export type Command = {
  readonly name: 'conform' | 'calibrate' | 'compare'
  readonly flags: readonly string[]
}

/** An attempt of a target to block, crash or deceive the suite. */
export type TargetAttack = {
  readonly name: string
  readonly description: string
  readonly command: Command
  /** The size of the largest round, as for attacks on servers; 0 if the attack has no size. */
  readonly largest: number
  readonly handler: (size: number) => HostileHandler
}
