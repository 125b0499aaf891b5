import { expect } from 'vitest'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FaultInput, fault } from '../../../contract/fault.ts'
import { documented, type Profile } from '../../../contract/picks.ts'
import { readProfile } from '../../../contract/profile.ts'
import type { FakeOptions } from '../../../mocks/fake-options.ts'
import { listen } from '../../../mocks/adapters/node.ts'
import { followRedirects } from '../../../mocks/fetch.ts'
import { systemClock } from '../../../mocks/world/clock.ts'
import { openRun } from '../../../testing/run/active-run.ts'
import { runVariable } from '../../../testing/run/run-document.ts'
import { composeProfile } from '../../../testing/tolerance/compose.ts'
import type { ToleranceReport } from '../../../contract/tolerance-report.ts'
import type { CommandEnd, CommandOptions } from '../../../testing/tolerance/run-command.ts'
import { variablesOf } from '../../../testing/tolerance/environments.ts'
import {
  runTolerance,
  selectVariants,
  type ToleranceOptions,
} from '../../../testing/tolerance/tolerance.ts'
import { mountInProcess, type Mounted } from '../../support/transports.ts'

/** A client of a fake, in this process; it rejects if the client breaks. */
export type PlantedClient = {
  readonly name: string
  readonly run: (mounted: Mounted, variables?: CommandOptions['environment']) => Promise<void>
  /** Tests with results of their own, in place of `run`, which share the server of a run. */
  readonly tests?: Readonly<Record<string, PlantedClient['run']>>
  /** Whether it calls its fakes over HTTP. */
  readonly overHttp?: boolean
  /** The options of its fakes. */
  readonly fake?: Partial<FakeOptions> | undefined
  /** The profile of its baseline. Default: `documented`. */
  readonly profile?: Profile | undefined
}

/** A fake for a client, and the function that closes it. */
async function mountFor(
  { fake: own, overHttp = false }: PlantedClient,
  options: Partial<FakeOptions>,
) {
  const mounted = mountInProcess({ ...own, ...options })
  const { fake } = mounted
  const followed = (request: Request) => followRedirects(request, mounted.fetch)
  if (!overHttp)
    return { mounted: { ...mounted, fetch: followed }, close: async () => fake.close() }
  const server = await listen(fake)
  const close = async () => {
    await server.close()
    fake.close()
  }
  return { mounted: { fake, baseUrl: server.url, fetch }, close }
}

/** Milliseconds after which a client counts as hanging. */
const patience = 20_000

/** Resolves to the reason why a client broke; `undefined` if it did not. */
async function breakOf(
  client: Pick<PlantedClient, 'run'>,
  mounted: Mounted,
): Promise<string | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<string>()
  const stop = systemClock.after(patience, () => resolve('it never ended'))
  const broke = client.run(mounted).then(() => undefined, String)
  try {
    return await Promise.race([broke, late])
  } finally {
    stop()
  }
}

type Session = Partial<
  Pick<ToleranceOptions, 'only' | 'faults' | 'pairs' | 'to'> & { readonly seed: string }
>

/** Runs a session of a client, without processes and servers. */
export async function sessionOf(
  client: PlantedClient,
  { seed = 'understudy', ...options }: Session = {},
): Promise<ToleranceReport> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-'))
  const fakes = new Map<string | undefined, Mounted>()
  try {
    return await runTolerance({
      only: [],
      faults: false,
      pairs: false,
      jobs: 1,
      ...options,
      profile: client.profile ?? documented,
      fixture: 'demo',
      reproduce: (ids) => ids.join(' '),
      settings: {
        command: [client.name],
        cwd: folder,
        environment: {},
        folder,
        seed,
        reporters: { vitest: 'none', playwright: 'none', node: 'none' },
        time: systemClock,
        stop: new AbortController().signal,
        async startServer(run) {
          const active = openRun(run)
          const { mounted, close } = await mountFor(client, {
            profile: readProfile(active.profile),
            faults: active.faults,
            seed,
            onCall: active.record.bind(active),
          })
          fakes.set(run, mounted)
          return {
            url: mounted.baseUrl,
            died: new Promise(() => {}),
            async close() {
              await close()
              fakes.delete(run)
            },
          }
        },
        async runCommand({ environment }): Promise<CommandEnd> {
          const mounted = fakes.get(environment[runVariable])
          if (mounted === undefined) throw new Error('The run has no fake.')
          const lines: string[] = []
          let reason: string | undefined
          for (const [id, run] of Object.entries(client.tests ?? { '': client.run })) {
            const message = await breakOf({ run: (one) => run(one, environment) }, mounted)
            reason ??= message
            const status = message === undefined ? 'passed' : 'failed'
            lines.push(JSON.stringify({ id, status, message }))
          }
          if (client.tests !== undefined)
            await writeFile(
              join(environment[runVariable] ?? '', 'results-1.ndjson'),
              lines.join('\n'),
            )
          const code = reason === undefined ? 0 : 1
          return { code, isTimeout: false, hasStarted: true, tail: reason ?? '' }
        },
      },
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const parseFault = (input: FaultInput) => fault.parse(input)

/** Whether a client breaks if its deployment has only these behaviours. */
async function breaksOn(client: PlantedClient, ids: readonly string[]): Promise<boolean> {
  const profile = client.profile ?? documented
  const { variants } = selectVariants(profile, { only: [], faults: true })
  const chosen = variants.filter(({ id }) => ids.includes(id))
  const played = composeProfile(profile, chosen)
  if (played === undefined) throw new Error(`${ids.join(' and ')} contradict each other.`)
  const { mounted, close } = await mountFor(client, {
    profile: played,
    faults: chosen.flatMap(({ faults }) => faults.map(parseFault)),
  })
  try {
    const run = (one: Mounted) => client.run(one, variablesOf(chosen))
    return (await breakOf({ run }, mounted)) !== undefined
  } finally {
    await close()
  }
}

/** The false findings of a report: its client does not break on them alone. */
export async function falseFindings(
  client: PlantedClient,
  { findings }: ToleranceReport,
): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const { behaviours } of findings) {
    const name = behaviours.join(' with ')
    if (!(await breaksOn(client, behaviours))) wrong.push(`${name}: it does not break`)
    for (const id of behaviours) {
      const rest = behaviours.filter((one) => one !== id)
      if (rest.length > 0 && (await breaksOn(client, rest))) wrong.push(`${name}: without ${id}`)
    }
  }
  return wrong
}

/** Whether an observation equals the one of a probe, which may have matchers. */
export const isEqual = (one: unknown, other: unknown): boolean => {
  try {
    expect(one).toEqual(other)
    return true
  } catch {
    return false
  }
}
