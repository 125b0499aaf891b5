import { toMilliseconds } from '../../contract/duration.ts'
import { readFileSync } from 'node:fs'
import { createDemo } from '../../cli/serve/demo.ts'
import { withConsole } from '../../cli/serve/lazy-routes.ts'
import type { Fixture } from '../../contract/fixture.ts'
import { documented } from '../../contract/picks.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { listen } from '../../mocks/adapters/node.ts'
import { createCore } from '../../mocks/core.ts'
import { createRequestHandler } from '../../mocks/request-handler.ts'
import { reportToParent, recordError } from './server-status.ts'

/** `serve --demo` in its own process. The argument is the idle time of worlds, such as `45s`. */

const generated = <T>(file: string) => JSON.parse(readFileSync(`generated/${file}`, 'utf8')) as T
const demo = createDemo({
  idle: toMilliseconds(process.argv[2] ?? '45s') ?? 45_000,
  rate: 200,
  allowOrigin: [],
  worlds: 1000,
  controlToken: undefined,
  publicUrl: undefined,
})
const core = createCore(
  {
    fixture: generated<Fixture>('fixtures/demo.json'),
    scenarios: generated<Scenario[]>('scenarios.json'),
    speed: 20,
    secret: demo.token,
    control: { token: demo.token },
    limiter: demo.limiter,
    onCrash: recordError,
  },
  createRequestHandler,
)
const { worlds } = core.parts
const noJudge = { page: async () => undefined }
const { url } = await listen(demo.wrap(withConsole(core, 'visitor', noJudge), documented))
reportToParent(url, () => {
  const all = worlds.list()
  return { worlds: all.length, streams: all.reduce((sum, world) => sum + world.openStreams, 0) }
})
