import { escapeLines } from '../contract/escape.ts'
import type { Folder } from '../mocks/adapters/folder/folder.ts'
import { listen } from '../mocks/adapters/node.ts'
import { createCore } from '../mocks/core.ts'
import { isLoopback } from '../mocks/control/access.ts'
import { systemClock } from '../mocks/world/clock.ts'
import { printReady, callLine, crashText } from './serve/messages.ts'
import { type Io, UsageError } from './command-line.ts'
import { createServedConformance, withConsole, profileRoutes } from './serve/lazy-routes.ts'
import { createDefaultWorld, openDataFolder } from './serve/data-folder.ts'
import type { MutantServer } from './serve/mutant.ts'
import {
  loadProfile,
  shippedFixture,
  shippedFixtures,
  shippedProfiles,
  watchScenarioFolder,
} from './world-data.ts'
import { readServeFlags, type ServeFlags, serveHelp } from './serve/flags.ts'

const { flushCompileCache } = process.getBuiltinModule('node:module')

/** Milliseconds after which a server has compiled what first calls need. */
const cacheFlushDelay = 1000

/** Serves until it is told to stop; gives the exit code. Throws `UsageError` for wrong flags. */
export async function serve(argv: readonly string[], io: Io): Promise<number> {
  const given = readServeFlags(argv)
  if (given === 'help') {
    io.stdout.write(serveHelp())
    return 0
  }
  if (given.mutant === 'list') {
    io.stdout.write((await import('./serve/mutant.ts')).mutantListText())
    return 0
  }
  const folder =
    given.data === undefined ? undefined : await openDataFolder(given.data, given.fsync, io)
  try {
    await runServer(given, folder, io)
  } finally {
    folder?.close()
  }
  return 0
}

async function runServer(given: ServeFlags, folder: Folder | undefined, io: Io): Promise<void> {
  const { port, host, speed, controlToken, publicUrl, controlOrigins } = given
  const wrong = await loadMutant(given)
  const [fixture, scenarios] = await Promise.all([
    shippedFixture(given.fixture),
    watchScenarioFolder(given.scenarios, io),
  ])
  const local =
    isLoopback(host) && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname))
  const demo = given.demo ? (await import('./serve/demo.ts')).createDemo(given) : undefined
  // A cookie leads to a world; whoever works out a key of it needs none.
  const isPrivate = local && demo === undefined
  const seed = chooseSeed(given.seed, isPrivate)
  const known = isPrivate ? seed : undefined
  const judge = createServedConformance({ fetch: (request) => played.fetch(request), publicUrl })
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
    maxWorlds: given.worlds,
    maxStreams: given.streams,
    limiter: demo?.host,
    secret: folder?.secret(known, randomSecret) ?? known ?? randomSecret(),
    ...(folder && { storage: folder }),
    explain: local,
    onCall: given.verbose ? (call) => io.stderr.write(`${callLine(call)}\n`) : undefined,
    onCrash: (error, place) => io.stderr.write(`${crashText(error, place)}\n`),
  })
  const played = wrong.wrap(fake)
  if (demo === undefined) await createDefaultWorld(fake, folder, given.snapshot, io)
  if (wrong.says !== undefined) io.stderr.write(escapeLines([`Wrong on purpose: ${wrong.says}`]))
  const guarded = controlToken !== undefined
  const door = demo ? 'visitor' : guarded ? 'needs-token' : local ? 'open' : 'off'
  const shown = withConsole(played, door, judge)
  const served = demo === undefined ? shown : demo.wrap(shown, wrong.profile)
  const listening = await listen(served, { port, host }).catch((error: unknown) => {
    throw new UsageError(listenErrorText(error, host, port))
  })
  const { url } = listening
  const { json, data } = given
  const { about } = scenarios
  if (demo) demo.printReady(io, { fixture, url, publicUrl, json })
  else
    printReady(io, {
      fake,
      url,
      publicUrl,
      isLocal: local,
      dataFolder: data,
      scripts: about,
      needsToken: guarded,
      json,
    })
  // A test runner kills its servers: the next start is to find what this one has compiled all the same.
  const callOff = systemClock.after(cacheFlushDelay, flushCompileCache)
  await io.stopped
  callOff()
  scenarios.close()
  await judge.close()
  await listening.close()
}

/** The profile to play, and what is wrong on purpose; the judge's code is loaded for that alone. */
async function loadMutant({ profile: name, mutant }: ServeFlags): Promise<PlayedServer> {
  const profile = await loadProfile(name)
  if (mutant === undefined) return { profile, wrap: (fake) => fake }
  return (await import('./serve/mutant.ts')).createMutantServer(mutant, profile)
}

type PlayedServer = Omit<MutantServer, 'says'> & Partial<MutantServer>

function listenErrorText(error: unknown, host: string, port: number): string {
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
export const chooseSeed = (given: string | undefined, isPrivate: boolean): string =>
  given ?? (isPrivate ? 'understudy' : randomSecret())

const randomSecret = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
