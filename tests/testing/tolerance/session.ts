import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documented, type Profile } from '../../../contract/picks.ts'
import { readProfile } from '../../../contract/profile.ts'
import { listen } from '../../../mocks/adapters/node.ts'
import { createFake } from '../../../mocks/fake.ts'
import { systemClock } from '../../../mocks/world/clock.ts'
import { openRun } from '../../../testing/run/active-run.ts'
import type { RunServer } from '../../../testing/tolerance/execute.ts'
import { runTolerance, type ToleranceOptions } from '../../../testing/tolerance/tolerance.ts'
import { shippedFixture } from '../../support/virtual-fake.ts'

/** Plays the run of a folder in this process, which starts faster than a server of its own. */
async function startInProcess(folder: string): Promise<RunServer> {
  const run = openRun(folder)
  const fake = createFake({
    fixture: await shippedFixture('demo'),
    profile: readProfile(run.profile),
    faults: run.faults,
    seed: run.seed,
    speed: Number.POSITIVE_INFINITY,
    onCall: run.record.bind(run),
  })
  const { url, close } = await listen(fake)
  return {
    url,
    died: new Promise(() => {}),
    async close() {
      await close()
      fake.close()
    },
  }
}

type Session = Partial<Omit<ToleranceOptions, 'settings'>> &
  Partial<Pick<ToleranceOptions['settings'], 'results' | 'stop' | 'startServer' | 'time'>> & {
    readonly profile?: Profile
  }

/** Runs a session of a command in a folder that is deleted afterwards. */
export async function toleranceOf(command: readonly string[], session: Session = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-'))
  const { results, stop, startServer = startInProcess, time = systemClock, ...options } = session
  try {
    return await runTolerance({
      profile: documented,
      only: [],
      faults: false,
      pairs: false,
      jobs: 1,
      fixture: 'demo',
      reproduce: (ids) => ids.join(' '),
      ...options,
      settings: {
        command,
        cwd: folder,
        environment: process.env,
        folder,
        seed: 'understudy',
        startServer,
        reporters: { vitest: 'none', playwright: 'none', node: 'none' },
        results,
        time,
        stop: stop ?? new AbortController().signal,
      },
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A client as a shell script: `$A` has the headers of a signed-in user, `$U` the address. */
export const shellClient = (script: string): readonly string[] => [
  'sh',
  '-ec',
  `U=$UNDERSTUDY_URL
J='content-type: application/json'
T=$(curl -s "$U/api/auth/login" -H "$J" -d '{"email":"demo@example.com","password":"demo-password"}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
A="authorization: Bearer $T"
${script}`,
]
