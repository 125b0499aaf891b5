import { randomBytes } from 'node:crypto'
import { durationForm, toMilliseconds } from '../../contract/duration.ts'
import { escapeJson, escapeLine } from '../../contract/escape.ts'
import type { Fixture } from '../../contract/fixture.ts'
import type { Profile } from '../../contract/picks.ts'
import { compileProfile } from '../../mocks/server/behaviour/compile.ts'
import type { Core } from '../../mocks/core.ts'
import type { VisitorLimiter } from '../../mocks/server/request/incoming-request.ts'
import { systemClock, type SystemClock } from '../../mocks/world/clock.ts'
import { createGateway } from '../../mocks/demo/gateway.ts'
import { createVisitorLimiter } from '../../mocks/demo/limits.ts'
import { Visitors } from '../../mocks/demo/visitors.ts'
import { type Io, UsageError } from '../command-line.ts'
import type { ServeFlags } from './flags.ts'

/** What of the flags a demo is opened with. */
type DemoFlags = Pick<ServeFlags, 'idle' | 'rate' | 'worlds' | 'controlToken' | 'publicUrl'>

/** What a demo says of itself once it is ready. */
type DemoInfo = {
  readonly fixture: Fixture
  readonly url: string
  readonly publicUrl: string | undefined
  readonly json: boolean
}

/** A server with a world for each visitor. */
export type Demo = {
  /** For the core that is served. */
  readonly host: VisitorLimiter
  /** The token of the control API; one that nobody knows, unless it was given. */
  readonly token: string
  /** Puts the door in front of the core. */
  wrap<Served extends Pick<Core, 'handle' | 'close' | 'parts'>>(
    served: Served,
    profile: Profile,
  ): Served
  printReady(io: Io, shown: DemoInfo): void
}

const day = 24 * 3_600_000

/** Makes ready for visitors. Throws `UsageError` for a time that is none. */
export function createDemo(given: DemoFlags, wall: SystemClock = systemClock): Demo {
  const { rate, worlds: most, controlToken, publicUrl } = given
  const idle = parseIdle(given.idle)
  const token = controlToken ?? randomToken()
  let host: VisitorLimiter | undefined
  return {
    token,
    // A core is made with it, and visitors come to the worlds of that core.
    host: { run: (...asked) => host?.run(...asked) ?? asked[3]() },
    wrap(served, profile) {
      const visitors = new Visitors(served.parts.worlds, {
        systemClock: wall,
        randomId: randomToken,
        idleMs: idle,
        requestsPerSecond: rate,
        maxVisitors: most,
      })
      host = createVisitorLimiter(visitors)
      return {
        ...served,
        handle: createGateway({
          visitors,
          handle: (call) => served.handle(call),
          token,
          publicUrl: publicUrl === undefined ? undefined : new URL(publicUrl),
          behaviour: () => compileProfile(profile).general,
        }),
        close() {
          visitors.close()
          served.close()
        },
      }
    },
    printReady(io, shown) {
      const said = shown.json
        ? escapeJson(JSON.stringify(readyJson(shown, given, idle)))
        : readyText(shown, given)
      io.stdout.write(`${said}\n`)
    },
  }
}

/** 128 random bits, in characters that a cookie and a URL may have. */
const randomToken = () => randomBytes(16).toString('base64url')

function parseIdle(text: string): number {
  const idle = toMilliseconds(text)
  if (idle !== undefined && idle >= 1000 && idle <= 7 * day) return idle
  throw new UsageError(
    `--idle takes a time from 1s to 7d, such as 30m, not \`${text}\`: ${durationForm}.`,
  )
}

/** The one line that programs wait for; keys are of visitors, so there are none in it. */
function readyJson(
  { fixture, url, publicUrl }: DemoInfo,
  { rate, worlds }: DemoFlags,
  idle: number,
) {
  return {
    url: publicUrl ?? url,
    control: `${publicUrl ?? url}/__control`,
    ...(publicUrl !== undefined && { listening: url }),
    users: fixture.showcase.users,
    demo: { idle_ms: idle, rate, worlds },
  }
}

function readyText({ fixture, url, publicUrl }: DemoInfo, given: DemoFlags): string {
  const users = fixture.showcase.users.map(({ email, password }) =>
    escapeLine(`${email} / ${password}`),
  )
  const control =
    given.controlToken === undefined
      ? 'each visitor steers their own world; --control-token opens all of it to you'
      : `all of it with -H 'authorization: Bearer TOKEN' (--control-token)`
  return `
Understudy plays the Agent Platform to visitors at ${publicUrl ?? url}
Each browser that opens it gets a world of its own.

  a world    ends when nothing is done in it for ${given.idle}; ${given.worlds} at a time (--idle, --worlds)
  a visitor  makes ${given.rate} calls a second (--rate), and signs in as
             ${users.join('\n             ')}
  control    ${control}
`
}
