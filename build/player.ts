import { fileURLToPath } from 'node:url'
import { loadScenarios } from '../authoring/scenarios.ts'
import { limits } from '../contract/limits.ts'
import type { Asked, Player } from '../fixtures/player.ts'
import { filling } from '../mocks/turns/filling.ts'
import { tell } from '../mocks/turns/tell.ts'
import { enact } from '../mocks/workflows/enact.ts'
import { recordOf } from '../mocks/workflows/results.ts'

/** The scenarios of the repository, and the fake's own way of telling them. */
export const loadPlayer = async (): Promise<Player> => ({
  scenarios: await loadScenarios(fileURLToPath(new URL('../scenarios', import.meta.url))),
  play,
  run: (blueprint, inputs, startedAt) =>
    recordOf(enact(blueprint, inputs, limits.workflowRuns.timeoutSeconds), {
      startedAt,
      speed: 1,
    }),
})

const play = ({ query, mode, script, title, agent, user }: Asked, startedAt: number) => {
  const telling = {
    mode,
    fill: filling({ query, agent: agent ?? 'the assistant', user }),
    moment: (at: number) => new Date(startedAt + at).toISOString(),
    seconds: (ms: number) => Math.round(ms) / 1000,
    injected: () => undefined,
    prompted: () => undefined,
    asksAlways: false,
    sendsHeartbeat: false,
  }
  const ending = { suggestions: script.suggestions, title, titleFirst: false }
  return [...tell(script, telling, query, ending)].flatMap(({ at, event }) =>
    'cue' in event ? [] : [{ at, event }],
  )
}
