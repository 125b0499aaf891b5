import { isLoopback, listen } from '../mocks/adapters/node.ts'
import { createFake } from '../mocks/fake.ts'
import { announce } from './announce.ts'
import type { Io } from './io.ts'
import { loadProfile } from './profiles.ts'
import { openScenarioFolder } from './scenario-folder.ts'
import { fixtureNames, shippedFixture } from './shipped.ts'
import { readFlags, UsageError, wholeNumber } from './usage.ts'

export const serveHelp = `understudy serve: the fake platform over HTTP

  --port N            port to listen on (4010; 0 takes a free one)
  --host ADDRESS      address to listen on (127.0.0.1)
  --profile NAME|FILE how the deployment answers (documented)
  --fixture NAME      what it holds at start: ${fixtureNames.join(', ')} (demo)
  --scenarios DIR     your own scripts of turns, before the shipped ones; edits play at once
  --speed N|max       divides the pauses of streams (1)
  --seed TEXT         what ids, tokens and keys are derived from
  --json              print one line of JSON once it is ready`

const flags = {
  port: { type: 'string', default: '4010' },
  host: { type: 'string', default: '127.0.0.1' },
  profile: { type: 'string', default: 'documented' },
  fixture: { type: 'string', default: 'demo' },
  scenarios: { type: 'string' },
  speed: { type: 'string', default: '1' },
  seed: { type: 'string', default: 'understudy' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Serves until it is told to stop; gives the exit code. Throws `UsageError` for wrong flags. */
export async function serve(argv: readonly string[], io: Io): Promise<number> {
  const given = readFlags(argv, flags)
  if (given.help) {
    io.stdout.write(`${serveHelp}\n`)
    return 0
  }
  const port = wholeNumber('port', given.port, 0, 65_535)
  const speed = speedOf(given.speed)
  const profile = await loadProfile(given.profile)
  const [fixture, scenarios] = await Promise.all([
    shippedFixture(fixtureOf(given.fixture)),
    openScenarioFolder(given.scenarios, io),
  ])
  const local = isLoopback(given.host)
  const fake = createFake({
    fixture,
    scenarios,
    profile,
    speed,
    seed: given.seed,
    control: local,
    secret: local
      ? given.seed
      : Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex'),
    onCrash: (error, call) => {
      const what = call === undefined ? 'A stream' : `${call.method} ${call.path}`
      io.stderr.write(`${what} crashed: ${stackOf(error)}\n`)
    },
  })
  const listening = await listen(fake, { port, host: given.host }).catch((error: unknown) => {
    throw new UsageError(whyNotListening(error, given.host, port))
  })
  announce(io, { fake, fixture, url: listening.url, local, json: given.json })
  await io.stopped
  scenarios.close()
  await listening.close()
  return 0
}

function speedOf(text: string): number {
  if (text === 'max') return Number.POSITIVE_INFINITY
  const speed = Number(text)
  if (speed > 0 && Number.isFinite(speed)) return speed
  throw new UsageError(`--speed takes a number above 0, or \`max\`, not \`${text}\`.`)
}

function fixtureOf(name: string) {
  const found = fixtureNames.find((one) => one === name)
  if (found === undefined)
    throw new UsageError(`There is no fixture \`${name}\`: choose ${fixtureNames.join(', ')}.`)
  return found
}

function whyNotListening(error: unknown, host: string, port: number): string {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken. Stop what listens there, or choose another with --port.`
  if (code === 'EACCES')
    return `Port ${port} may not be used by you. Choose one above 1023 with --port.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is not an address of this machine. Choose another with --host.`
  return `Failed to listen on ${host}:${port}: ${String(error)}`
}

const stackOf = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
