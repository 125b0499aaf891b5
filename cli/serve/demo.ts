import type { Fixture } from '../../contract/fixture.ts'
import type { Profile } from '../../contract/picks.ts'
import { createProfileCompiler } from '../../mocks/server/behaviour/compile.ts'
import type { Core } from '../../mocks/core.ts'
import type { VisitorLimiter } from '../../mocks/server/request/incoming-request.ts'
import { systemClock, type SystemClock } from '../../mocks/world/clock.ts'
import { randomToken } from '../../mocks/world/random.ts'
import { createGateway } from '../../mocks/demo/gateway.ts'
import { createVisitorLimiter } from '../../mocks/demo/limits.ts'
import { Visitors } from '../../mocks/demo/visitors.ts'
import type { Io } from '../command-line.ts'
import { durationText } from '../../contract/duration.ts'
import type { ServeOptions } from './flags.ts'
import { jsonLine } from '../json-text.ts'
import {
  addressFields,
  type Origins,
  pagesLine,
  signInLine,
  type StartedServer,
} from './messages.ts'

type DemoFlags = Pick<
  ServeOptions,
  'idle' | 'rate' | 'worlds' | 'controlToken' | 'publicUrl' | 'allowOrigin'
>

/** The data of a demo in the ready message. */
type DemoInfo = Pick<StartedServer, 'url' | 'publicUrl' | 'json'> & {
  readonly fixture: Fixture
  readonly profile: Profile
}

/** Creates the parts of a server with a world for each visitor. */
export function createDemo(given: DemoFlags, wall: SystemClock = systemClock) {
  const { idle, rate, worlds: maxVisitors, controlToken, publicUrl } = given
  const token = controlToken ?? randomToken()
  const compile = createProfileCompiler(given.allowOrigin)
  let limiter: VisitorLimiter | undefined
  // The core needs a limiter when it is created, but the real limiter needs the core's worlds.
  const laterLimiter: VisitorLimiter = {
    run: (incoming, next) => limiter?.run(incoming, next) ?? next(),
  }
  return {
    /** The token of the control API: from `--control-token`, or random and never shown. */
    token,
    /** The limiter of the visitors. Pass it to the core as the option `limiter`. */
    limiter: laterLimiter,
    /** Puts a gateway in front of a core. The gateway gives each visitor a world. */
    wrap<Served extends Pick<Core, 'handle' | 'close' | 'parts'>>(
      served: Served,
      profile: Profile,
    ): Served {
      const visitors = new Visitors(served.parts.worlds, {
        systemClock: wall,
        randomId: randomToken,
        idleMs: idle,
        requestsPerSecond: rate,
        maxVisitors,
      })
      limiter = createVisitorLimiter(visitors)
      return {
        ...served,
        handle: createGateway({
          visitors,
          handle: (call) => served.handle(call),
          token,
          presets: served.parts.presets,
          publicUrl: publicUrl === undefined ? undefined : new URL(publicUrl),
          behaviour: () => compile(profile).general,
        }),
        close() {
          visitors.close()
          served.close()
        },
      }
    },
    printReady(io: Pick<Io, 'stdout'>, shown: DemoInfo) {
      const { origins } = compile(shown.profile).general.policy.http
      // The line has no API keys, because each visitor gets different keys.
      const line = {
        ...addressFields(shown, origins),
        users: shown.fixture.showcase.users,
        demo: { idle_ms: idle, rate, worlds: maxVisitors },
      }
      io.stdout.write(shown.json ? jsonLine(line) : readyText(shown, given, origins))
    },
  }
}

function readyText(
  { fixture, url, publicUrl }: DemoInfo,
  given: DemoFlags,
  origins: Origins,
): string {
  const users = fixture.showcase.users.map(signInLine)
  const control =
    given.controlToken === undefined
      ? 'each visitor controls their own world; --control-token lets you control all'
      : `all worlds with -H 'authorization: Bearer TOKEN' (--control-token)`
  return `
Understudy runs a demo of the Agent Platform at ${publicUrl ?? url}
Each browser that opens it gets its own world.

  a world    is deleted after ${durationText(given.idle)} without a request; ${given.worlds} at a time (--idle, --worlds)
  a visitor  may send ${given.rate} requests a second (--rate), and signs in as
             ${users.join('\n             ')}
  control    ${control}
  pages      ${pagesLine(origins)}

`
}
