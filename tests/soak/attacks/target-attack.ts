import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Answers a request in a hostile way, which is true; false leaves it to an honest fake, and a function
 * changes the body that this one answers.
 */
export type Hostility = (
  request: IncomingMessage,
  response: ServerResponse,
) => boolean | ((body: string) => string)

/** A command of the suite, with its flags beside the target and its credentials. */
export type Command = {
  readonly name: 'conform' | 'calibrate' | 'compare'
  readonly flags: readonly string[]
}

/** One way in which a target can hurt the suite that judges it. */
export type TargetAttack = {
  readonly name: string
  readonly tries: string
  readonly command: Command
  /** As for other attacks: the size of the dearest round, 0 where there is none. */
  readonly largest: number
  readonly hostility: (size: number) => Hostility
}
