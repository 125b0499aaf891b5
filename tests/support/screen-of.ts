import type { Io } from '../../cli/command-line.ts'
import type { Fetch } from '../../conformance/http/transport.ts'
import { target } from './virtual-fake.ts'
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts'

type Command = (argv: readonly string[], io: Io, means: object) => Promise<number>

const never = new Promise<void>(() => {})

/** The flags that name the users of the demo fixture. */
export const users = [
  ['--email', target.email],
  ['--password', target.password],
  ['--other-email', target.otherEmail],
  ['--other-password', target.otherPassword],
].flatMap((pair) => pair.map(String))

/** Runs a command against a target with these responses; returns its terminal output. */
export async function screenOf(
  command: Command,
  argv: readonly string[],
  fetch: Fetch,
  { now, sleep }: Pick<VirtualClock, 'now' | 'sleep'> = createVirtualClock(),
) {
  const texts: string[] = []
  const write = (text: string) => texts.push(text)
  const io = { stdout: { write }, stderr: { write }, stopped: never }
  const code = await command(argv, io, { fetch, now, sleep })
  return { code, text: texts.join('') }
}
