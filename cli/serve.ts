import { escapeLines, escapeStack } from '../contract/escape.ts'
import type { Folder } from '../mocks/adapters/folder/folder.ts'
import { listen } from '../mocks/adapters/node.ts'
import { createCore } from '../mocks/core.ts'
import { isLoopback } from '../recording/host-names.ts'
import { drained, folderBytes, readSecretFile, withReplica } from './serve/replica.ts'
import { createLazyHandler } from './serve/lazy-handler.ts'
import { steadyClock } from '../mocks/world/steady-clock.ts'
import { systemClock } from '../mocks/world/clock.ts'
import { printReady, callLine, crashText } from './serve/messages.ts'
import { type Io, UsageError } from './command-line.ts'
import { defineCommand } from './define-command.ts'
import { listenError } from './listen-error.ts'
import {
  createMcpRoutes,
  createMetricsRoutes,
  createServedConformance,
  lazyMoveRoutes,
  profileRoutes,
  withConsole,
} from './serve/lazy-routes.ts'
import { withRunCalls } from './serve/run-calls.ts'
import { createDefaultWorld, openDataFolder } from './serve/data-folder.ts'
import type { ActiveRun } from '../testing/run/active-run.ts'
import type { MutantServer } from './serve/mutant.ts'
import {
  loadFixture,
  loadProfile,
  shippedFixtures,
  shippedProfiles,
  watchScenarioFolder,
} from './world-data.ts'
import { withFolder } from './serve/imported-folder.ts'
import { serveFlags, type ServeOptions, serveOptions } from './serve/flags.ts'

const { flushCompileCache } = process.getBuiltinModule('node:module')

/** Milliseconds after the start at which the code for first calls is compiled. */
const cacheFlushDelay = 1000

/** `agent-understudy serve`: serves until Ctrl-C or SIGTERM. */
export const serve = defineCommand(
  {
    usage: 'serve [flags]',
    about: 'Runs the fake platform as an HTTP server.',
    flags: serveFlags,
  },
  async (flags, io: Io) => {
    const options = serveOptions(flags)
    const given = options.from === undefined ? options : withFolder(options, options.from)
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
  },
)

async function runServer(given: ServeOptions, folder: Folder | undefined, io: Io): Promise<void> {
  const { port, host, speed, controlToken, publicUrl, controlOrigin, allowOrigin } = given
  const run = await loadRun(given)
  const mutant = await loadMutant(given, run)
  const [fixture, scenarios] = await Promise.all([
    loadFixture(given.fixture),
    watchScenarioFolder(given.scenarios, io, given.quiet),
  ])
  const isLocal =
    isLoopback(host) && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname))
  const demo = given.demo ? (await import('./serve/demo.ts')).createDemo(given) : undefined
  // In a demo, a key gives access to a world, like a cookie. So it must be impossible to guess.
  const isPrivate = isLocal && demo === undefined
  const seed = chooseSeed(given.seed ?? run?.seed, isPrivate)
  const known = isPrivate ? seed : undefined
  if (given.replica !== undefined && !isPrivate && given.secretFile === undefined)
    throw new UsageError(
      '--replica needs --secret-file where others can reach the server: a world that moves to another replica keeps its keys and tokens only if all replicas have the same secret.',
    )
  const conformance = createServedConformance({
    fetch: (request) => played.fetch(request),
    publicUrl,
  })
  const fake = createCore(
    {
      fixture,
      fixtures: shippedFixtures,
      scenarios,
      profile: mutant.profile,
      profiles: shippedProfiles,
      speed,
      seed,
      control: { token: demo?.token ?? controlToken, publicUrl, origins: controlOrigin },
      allowOrigins: allowOrigin,
      controlRoutes: {
        ...conformance.routes,
        ...profileRoutes,
        ...lazyMoveRoutes,
        ...createMcpRoutes({
          fetch: (request) => played.fetch(request),
          fixture,
          scripts: () => scenarios.current,
          onCrash: (error) => io.stderr.write(`${escapeStack(error)}\n`),
        }),
        ...createMetricsRoutes(() => fake.parts.meter, {
          memoryBytes: () => process.memoryUsage.rss(),
          storageBytes: folder && (() => folderBytes(folder.path)),
        }),
      },
      maxWorlds: given.worlds,
      maxStreams: given.streams,
      limiter: demo?.limiter,
      secret:
        given.secretFile === undefined
          ? (folder?.secret(known, randomSecret) ?? known ?? randomSecret())
          : readSecretFile(given.secretFile),
      systemClock: steadyClock(systemClock),
      replica: given.replica,
      ...(folder && { storage: folder }),
      explain: isLocal,
      faults: run?.faults,
      onCall:
        given.verbose || run !== undefined
          ? (call, details) => {
              run?.record(call, details)
              if (given.verbose) io.stderr.write(`${callLine(call)}\n`)
            }
          : undefined,
      onCrash: (error, place) => io.stderr.write(`${crashText(error, place)}\n`),
    },
    createLazyHandler,
  )
  const played = mutant.wrap(fake)
  if (demo === undefined) await createDefaultWorld(fake, folder, given.snapshot, io)
  if (mutant.says !== undefined && !given.quiet)
    io.stderr.write(escapeLines([`Deliberate bug: ${mutant.says}`]))
  const needsToken = controlToken !== undefined
  const mode = demo ? 'visitor' : needsToken ? 'needs-token' : isLocal ? 'open' : 'off'
  const shown = withConsole(withRunCalls(played, run), mode, conformance, publicUrl)
  const served = withReplica(
    demo === undefined ? shown : demo.wrap(shown, mutant.profile),
    given.replica,
  )
  const listening = await listen(served, {
    port,
    host,
    // A load balancer keeps connections open; see deploy/haproxy.cfg.
    ...(given.replica !== undefined && { limits: { idleSeconds: 60 } }),
  }).catch((error: unknown) => {
    throw listenError(error, host, port)
  })
  const { url } = listening
  const { json, data } = given
  const { about } = scenarios
  // The line of JSON is a result.
  const output = given.quiet && !json ? { stdout: { write() {} } } : io
  if (demo) demo.printReady(output, { fixture, url, publicUrl, json, profile: mutant.profile })
  else
    printReady(output, {
      fake,
      url,
      publicUrl,
      isLocal,
      dataFolder: data,
      scripts: about,
      needsToken,
      json,
    })
  // A killed server writes no compile cache on exit, and test runners kill their servers.
  const cancelFlush = systemClock.after(cacheFlushDelay, () => flushCompileCache?.())
  await io.stopped
  if (given.drain > 0) await drained(fake, given.drain)
  cancelFlush()
  scenarios.close()
  await conformance.close()
  await listening.close()
}

/**
 * Loads the profile, and the deliberate bug of `--mutant`. Only a mutant needs code of the suite.
 */
async function loadMutant(
  { profile: name, mutant, named }: ServeOptions,
  run: ActiveRun | undefined,
): Promise<PlayedServer> {
  const profile =
    run === undefined || named.has('profile')
      ? await loadProfile(name)
      : (await import('../contract/profile.ts')).readProfile(run.profile)
  if (mutant === undefined) return { profile, wrap: (fake) => fake }
  return (await import('./serve/mutant.ts')).createMutantServer(mutant, profile)
}

/** The run of `tolerance` that started this server, possibly through a test command. */
async function loadRun({ profile, named }: ServeOptions): Promise<ActiveRun | undefined> {
  if (!process.env['UNDERSTUDY_RUN']) return undefined
  const run = (await import('../testing/run/active-run.ts')).activeRun()
  if (named.has('profile')) run?.pin(profile)
  // The session that started this process with a channel has ended.
  process.once('disconnect', () => process.exit())
  // A server that did not start must end although its channel is open.
  process.channel?.unref()
  return run
}

type PlayedServer = Omit<MutantServer, 'says'> & Partial<MutantServer>

/**
 * The seed of ids, tokens and keys: the same at every start for a local server; random where others
 * can reach the server, because everyone who knows the seed can compute every id.
 */
export const chooseSeed = (given: string | undefined, isPrivate: boolean): string =>
  given ?? (isPrivate ? 'understudy' : randomSecret())

const randomSecret = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
