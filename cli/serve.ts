import { escapeLines } from '../contract/escape.ts'
import type { Folder } from '../mocks/adapters/folder/folder.ts'
import { listen } from '../mocks/adapters/node.ts'
import type { ControlRoutes } from '../mocks/control/control-visit.ts'
import { createCore } from '../mocks/core.ts'
import { isLoopback } from '../mocks/loopback.ts'
import { systemWall } from '../mocks/state/clock.ts'
import { announce } from './announce.ts'
import type { Io } from './io.ts'
import { serveJudge } from './judge/serve-judge.ts'
import { beginDefault, openData } from './keep.ts'
import type { WrongServer } from './mutant.ts'
import { loadProfile } from './profiles.ts'
import { openScenarioFolder } from './scenario-folder.ts'
import { readServeFlags, type ServeFlags, serveHelp } from './serve-flags.ts'
import { shippedFixture, shippedFixtures, shippedProfiles } from './shipped.ts'
import { UsageError } from './usage.ts'
import { callLine, crashText } from './verbose.ts'
import { withConsole } from './with-console.ts'

const { flushCompileCache } = process.getBuiltinModule('node:module')

/** Milliseconds after which a server has compiled what first calls need. */
const settledAfter = 1000

/** Serves until it is told to stop; gives the exit code. Throws `UsageError` for wrong flags. */
export async function serve(argv: readonly string[], io: Io): Promise<number> {
  const given = readServeFlags(argv)
  if (given === 'help') {
    io.stdout.write(`${serveHelp}\n`)
    return 0
  }
  if (given.mutant === 'list') {
    io.stdout.write((await import('./mutant.ts')).mutantList())
    return 0
  }
  const folder = given.data === undefined ? undefined : await openData(given.data, given.fsync, io)
  try {
    await play(given, folder, io)
  } finally {
    folder?.close()
  }
  return 0
}

async function play(given: ServeFlags, folder: Folder | undefined, io: Io): Promise<void> {
  const { port, host, speed, controlToken, publicUrl, controlOrigins } = given
  const wrong = await wrongnessOf(given)
  const [fixture, scenarios] = await Promise.all([
    shippedFixture(given.fixture),
    openScenarioFolder(given.scenarios, io),
  ])
  const local =
    isLoopback(host) && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname))
  const demo = given.demo ? (await import('./demo.ts')).openDemo(given) : undefined
  // A cookie leads to a world; whoever works out a key of it needs none.
  const isPrivate = local && demo === undefined
  const seed = seedOf(given.seed, isPrivate)
  const known = isPrivate ? seed : undefined
  const judge = serveJudge({ fetch: (request) => played.fetch(request), publicUrl })
  const fake = createCore({
    fixture,
    fixtures: shippedFixtures,
    scenarios,
    profile: wrong.profile,
    profiles: shippedProfiles,
    speed,
    seed,
    control: { token: demo?.token ?? controlToken, publicUrl, origins: controlOrigins },
    controlRoutes: { ...judge.routes, ...profileRoutes },
    worlds: given.worlds,
    streams: given.streams,
    host: demo?.host,
    secret: folder?.secret(known, randomSecret) ?? known ?? randomSecret(),
    ...(folder && { keeper: folder }),
    explain: local,
    onCall: given.verbose ? (call) => io.stderr.write(`${callLine(call)}\n`) : undefined,
    onCrash: (error, place) => io.stderr.write(`${crashText(error, place)}\n`),
  })
  const played = wrong.wrap(fake)
  if (demo === undefined) await beginDefault(fake, folder, given.snapshot, io)
  if (wrong.says !== undefined) io.stderr.write(escapeLines([`Wrong on purpose: ${wrong.says}`]))
  const guarded = controlToken !== undefined
  const door = demo ? 'visitor' : guarded ? 'needs-token' : local ? 'open' : 'off'
  const shown = withConsole(played, door, judge)
  const served = demo === undefined ? shown : demo.open(shown, wrong.profile)
  const listening = await listen(served, { port, host }).catch((error: unknown) => {
    throw new UsageError(whyNotListening(error, host, port))
  })
  const { url } = listening
  const { json, data } = given
  const { about } = scenarios
  if (demo) demo.announce(io, { fixture, url, publicUrl, json })
  else announce(io, { fake, url, publicUrl, local, data, scripts: about, guarded, json })
  // A test runner kills its servers: the next start is to find what this one has compiled all the same.
  const callOff = systemWall.after(settledAfter, flushCompileCache)
  await io.stopped
  callOff()
  scenarios.close()
  await judge.close()
  await listening.close()
}

/** The profile to play, and what is wrong on purpose; the judge's code is loaded for that alone. */
async function wrongnessOf({ profile: name, mutant }: ServeFlags): Promise<Wrongness> {
  const profile = await loadProfile(name)
  if (mutant === undefined) return { profile, wrap: (fake) => fake }
  return (await import('./mutant.ts')).wrongServer(mutant, profile)
}

/** Reads YAML, which is none of a fake's business. */
const profileRoutes: ControlRoutes = {
  'POST choices/preview': async (visit) =>
    (await import('./profile-preview.ts')).previewProfile(visit),
}

type Wrongness = Omit<WrongServer, 'says'> & Partial<WrongServer>

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

/**
 * What ids are derived from: on this machine the same at every start; where others can reach the
 * server drawn, since whoever knows it works out every id.
 */
export const seedOf = (given: string | undefined, isPrivate: boolean): string =>
  given ?? (isPrivate ? 'understudy' : randomSecret())

const randomSecret = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
