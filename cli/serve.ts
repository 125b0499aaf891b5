import { escapeStack } from '../contract/escape.ts'
import type { Folder } from '../mocks/adapters/folder/folder.ts'
import { listen } from '../mocks/adapters/node.ts'
import { type Core, createCore } from '../mocks/core.ts'
import type { CoreOptions } from '../mocks/fake-options.ts'
import { isLoopback } from '../traffic/journal/host-names.ts'
import { steadyClock, systemClock } from '../mocks/world/clock.ts'
import { callLine, crashText, printReady } from './serve/messages.ts'
import { type Io, UsageError, writeLines } from './command-line.ts'
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
import { withReplica, withRunCalls } from './serve/wrap-handle.ts'
import { createDefaultWorld, openDataFolder } from './serve/data-folder.ts'
import type { ActiveRun } from '../testing/run/active-run.ts'
import type { ControlMode } from './serve/console.ts'
import type { MutantServer } from './serve/mutant.ts'
import {
  loadFixture,
  loadProfile,
  shippedFixtures,
  shippedProfiles,
  watchScenarioFolder,
} from './world-data.ts'
import { serveFlags, type ServeOptions, serveOptions } from './serve/flags.ts'
import type { CreateHandler, RequestHandler } from '../mocks/request-handler.ts'
import { readInput } from './input-file.ts'

// An `import` of node:fs would evaluate all its exports.
const { existsSync, readdirSync, statSync } = process.getBuiltinModule('node:fs')
const { join } = process.getBuiltinModule('node:path')

const { flushCompileCache } = process.getBuiltinModule('node:module')

/** Milliseconds until the compile cache is written. By then, it has the code of the first calls. */
const cacheFlushDelay = 1000

/** `agent-understudy serve`: serves until Ctrl-C or SIGTERM, or until the `--exec` command ends. */
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
      return await runServer(given, folder, io)
    } finally {
      folder?.close()
    }
  },
)

/** Runs the server. Resolves to the exit code when it has stopped. */
async function runServer(given: ServeOptions, folder: Folder | undefined, io: Io): Promise<number> {
  const { port, host, publicUrl, replica } = given
  // Reading `stopped` installs the signal handlers, so that a signal during the start also ends the
  // server properly.
  void io.stopped
  const run = await loadRun(given)
  const mutant = await loadMutant(given, run)
  // Loaded before the scripts, because it creates the folder of `--model-record`, which
  // `--scenarios` may also name.
  const model = await loadModel(given, io)
  const [fixture, scenarios] = await Promise.all([
    loadFixture(given.fixture, io.stderr),
    watchScenarioFolder(given.scenarios, io, given.quiet),
  ])
  const isLocal =
    isLoopback(host) && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname))
  const demo = given.demo ? (await import('./serve/demo.ts')).createDemo(given) : undefined
  // In a demo, an API key gives access to a visitor's world, so it must be impossible to guess.
  const isPrivate = isLocal && demo === undefined
  // Only requests call this function, and by then `playedFake` exists.
  const fetch = (request: Request) => playedFake.fetch(request)
  const conformance = createServedConformance({ fetch, publicUrl })
  const onCrash = (error: unknown) => io.stderr.write(`${escapeStack(error)}\n`)
  const fake = createCore(
    {
      ...chooseSeedAndSecret(given, run?.seed, folder, isPrivate),
      fixture,
      fixtures: shippedFixtures,
      scenarios,
      profile: mutant.profile,
      profiles: shippedProfiles,
      speed: given.speed,
      control: {
        token: demo?.token ?? given.controlToken,
        publicUrl,
        origins: given.controlOrigin,
      },
      allowOrigins: given.allowOrigin,
      controlRoutes: {
        ...conformance.routes,
        ...profileRoutes,
        ...lazyMoveRoutes,
        ...createMcpRoutes({ fetch, fixture, scripts: () => scenarios.current, onCrash }),
        ...createMetricsRoutes(() => fake.parts.meter, {
          memoryBytes: () => process.memoryUsage.rss(),
          storageBytes: folder && (() => folderBytes(folder.path)),
        }),
      },
      maxWorlds: given.worlds,
      maxStreams: given.streams,
      limiter: demo?.limiter,
      model: model?.model,
      systemClock: steadyClock(systemClock),
      replica,
      ...(folder && { storage: folder }),
      explain: isLocal,
      faults: run?.faults,
      onCall: callListener(given.verbose, run, io),
      onCrash: (error, place) => io.stderr.write(`${crashText(error, place)}\n`),
    },
    createLazyHandler,
  )
  const playedFake = mutant.wrap(fake)
  if (demo === undefined) await createDefaultWorld(fake, folder, given, fixture, io)
  if (mutant.says !== undefined && !given.quiet)
    writeLines(io.stderr, `Deliberate bug: ${mutant.says}`)
  const reported = run === undefined ? playedFake : withRunCalls(playedFake, run)
  const shown = withConsole(reported, consoleMode(given, isLocal), conformance, publicUrl)
  const gated = demo === undefined ? shown : demo.wrap(shown, mutant.profile)
  const listening = await listen(replica === undefined ? gated : withReplica(gated, replica), {
    port,
    host,
    // Keeps idle connections open, because a load balancer reuses them: see
    // tools/deploy/haproxy.cfg.
    ...(replica !== undefined && { limits: { idleSeconds: 60 } }),
  }).catch((error: unknown) => {
    throw listenError(error, host, port)
  })
  const { url } = listening
  const { json, data, exec, controlToken } = given
  const needsToken = controlToken !== undefined
  // `--quiet` keeps the line of `--json`. With `--exec`, standard output belongs to the command.
  const output = (given.quiet || exec !== undefined) && !json ? { stdout: { write() {} } } : io
  const started = { url, publicUrl, json }
  if (demo) demo.printReady(output, { ...started, fixture, profile: mutant.profile })
  else {
    const scripts = scenarios.about
    printReady(output, { ...started, fake, isLocal, dataFolder: data, scripts, needsToken })
  }
  void model?.reportProblem()
  // The cache is written early, because test runners kill their servers, and a killed server writes
  // none.
  const cancelFlush = systemClock.after(cacheFlushDelay, () => flushCompileCache?.())
  try {
    return await waitForEnd(given, url, io)
  } finally {
    if (given.drain > 0) await waitForStreamsToEnd(fake, given.drain)
    cancelFlush()
    model?.close()
    scenarios.close()
    await conformance.close()
    await listening.close()
  }
}

/** Loads the model of `--model`. */
async function loadModel(given: ServeOptions, io: Io) {
  if (given.model === undefined) return undefined
  const { createServedModel } = await import('./serve/model.ts')
  return createServedModel(given.model, given, systemClock, io)
}

/** Creates a listener that records calls for a `tolerance` run, and prints them if `verbose`. */
function callListener(verbose: boolean, run: ActiveRun | undefined, io: Io): CoreOptions['onCall'] {
  if (!verbose && run === undefined) return undefined
  return (call, details) => {
    run?.record(call, details)
    if (verbose) io.stderr.write(`${callLine(call)}\n`)
  }
}

function consoleMode({ demo, controlToken }: ServeOptions, isLocal: boolean): ControlMode {
  if (demo) return 'visitor'
  if (controlToken !== undefined) return 'needs-token'
  return isLocal ? 'open' : 'off'
}

/** Waits for a signal, or for the end of the command of `--exec`. Resolves to the exit code. */
async function waitForEnd({ exec, quiet }: ServeOptions, url: string, io: Io): Promise<number> {
  if (exec === undefined) {
    await io.stopped
    return 0
  }
  const { runCommandBesideServer } = await import('./serve/exec.ts')
  if (!quiet) writeLines(io.stderr, `Understudy serves ${url} for: ${exec}`)
  return runCommandBesideServer(exec, url, io.stopped)
}

/**
 * Loads the profile, and the deliberate bug of `--mutant`. Only a mutant needs code of the suite.
 */
async function loadMutant(
  { profile: name, mutant, named }: ServeOptions,
  run: ActiveRun | undefined,
): Promise<Omit<MutantServer, 'says'> & Partial<MutantServer>> {
  const profile =
    run === undefined || named.has('profile')
      ? await loadProfile(name)
      : (await import('../contract/profile.ts')).readProfile(run.profile)
  if (mutant === undefined) return { profile, wrap: (fake) => fake }
  return (await import('./serve/mutant.ts')).createMutantServer(mutant, profile)
}

/** Loads the `tolerance` run that started this server, directly or through the test command. */
async function loadRun({ profile, named }: ServeOptions): Promise<ActiveRun | undefined> {
  if (!process.env['UNDERSTUDY_RUN']) return undefined
  const run = (await import('../testing/run/active-run.ts')).activeRun()
  if (named.has('profile')) run?.pin(profile)
  // The channel closes when the session that started this process has ended.
  process.once('disconnect', () => process.exit())
  // The open channel must not keep a server alive that failed to start.
  process.channel?.unref()
  return run
}

/**
 * Chooses the seed of ids, tokens and keys. A local server has the same seed at every start. If
 * others can reach the server, the seed is random, because a known seed reveals every id and key.
 */
export const chooseSeed = (given: string | undefined, isPrivate: boolean): string =>
  given ?? (isPrivate ? 'understudy' : randomSecret())

/** Chooses the seed and the secret of keys and tokens. Throws `UsageError`. */
function chooseSeedAndSecret(
  { seed: givenSeed, secretFile, replica }: ServeOptions,
  seedOfRun: string | undefined,
  folder: Folder | undefined,
  isPrivate: boolean,
): { seed: string; secret: string } {
  if (replica !== undefined && !isPrivate && secretFile === undefined)
    throw new UsageError(
      '--replica needs --secret-file where others can reach the server: a world that moves to another replica keeps its keys and tokens only if all replicas have the same secret.',
    )
  const seed = chooseSeed(givenSeed ?? seedOfRun, isPrivate)
  if (secretFile !== undefined) return { seed, secret: readSecretFile(secretFile) }
  const knownSecret = isPrivate ? seed : undefined
  return {
    seed,
    secret: folder?.secret(knownSecret, randomSecret) ?? knownSecret ?? randomSecret(),
  }
}

const randomSecret = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')

/** Adds the flags that play the folder of an import. Throws `UsageError` if it has no fixture. */
function withFolder(flags: ServeOptions, folder: string): ServeOptions {
  const path = (name: string) => join(folder, name)
  const existing = (name: string) => (existsSync(path(name)) ? path(name) : undefined)
  if (existing('fixture.yaml') === undefined)
    throw new UsageError(
      `--from ${folder} has no fixture.yaml: write it with agent-understudy import FILE.har --out ${folder}, or init demo ${folder}.`,
    )
  return {
    ...flags,
    fixture: path('fixture.yaml'),
    scenarios: existing('scenarios'),
    profile: existing('profile') ?? flags.profile,
  }
}

/**
 * Creates a request handler whose code is loaded with the first request. The code creates the
 * schemas of all operations, so loading it later halves the time until a server listens.
 */
const createLazyHandler: CreateHandler = (parts) => {
  let handler: RequestHandler | undefined
  async function load(): Promise<RequestHandler> {
    const { createRequestHandler } = await import('../mocks/request-handler.ts')
    if (handler !== undefined) return handler
    handler = createRequestHandler(parts)
    for (const world of parts.worlds.list()) handler.continueWork(world)
    return handler
  }
  return {
    handle: async (request) => (handler ?? (await load())).handle(request),
    // Before the handler is loaded, this does nothing: `load` continues all worlds.
    continueWork: (world) => handler?.continueWork(world),
    readFixture: async (document) => (handler ?? (await load())).readFixture(document),
  }
}

/** The minimum length of a secret. An attacker who guesses the secret can compute every key. */
const minSecretLength = 16

/** Milliseconds between two counts of the open streams. */
const drainInterval = 50

/** Reads the file of `--secret-file`. Throws `UsageError`. */
function readSecretFile(file: string): string {
  const text = readInput('secret-file', file).trim()
  if (text.length >= minSecretLength) return text
  throw new UsageError(
    `--secret-file: ${file} needs at least ${minSecretLength} characters, such as the output of \`openssl rand -hex 32\`.`,
  )
}

/** Counts the bytes of all files in a folder: 0 for a missing folder, or a file just deleted. */
function folderBytes(path: string): number {
  let sum = 0
  if (!existsSync(path)) return sum
  for (const file of readdirSync(path, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      sum += statSync(`${file.parentPath}/${file.name}`, { throwIfNoEntry: false })?.size ?? 0
  return sum
}

/** Waits until no stream is open, at most `ms`. The server still handles requests until then. */
async function waitForStreamsToEnd({ parts: { worlds }, drain }: Core, ms: number): Promise<void> {
  drain()
  const end = performance.now() + ms
  const isBusy = () => worlds.list().some(({ openStreams }) => openStreams > 0)
  while (isBusy() && performance.now() < end)
    await new Promise<void>((resolve) => systemClock.after(drainInterval, resolve))
}
