import { fileURLToPath } from 'node:url'
import { loadScenarios } from '../authoring/scenarios.ts'
import { limits } from '../contract/limits.ts'
import type { Asked, Player } from '../fixtures/player.ts'
import { createRandom } from '../mocks/world/random.ts'
import { beatsOf } from '../mocks/turns/beats.ts'
import { fractionsFrom } from '../mocks/turns/chance.ts'
import { groupsOf } from '../mocks/turns/match-query.ts'
import { loadEngineFor } from '../mocks/turns/pattern-matcher.ts'
import { filling } from '../mocks/turns/places.ts'
import { tell } from '../mocks/turns/tell.ts'
import { enact } from '../mocks/workflows/enact.ts'
import { recordOf } from '../mocks/workflows/results.ts'

/** The scenarios of the repository, and the fake's own way of telling them. */
export async function loadPlayer(): Promise<Player> {
  const scenarios = await loadScenarios(fileURLToPath(new URL('../scenarios', import.meta.url)))
  // A pattern that is new is not among those of the last build.
  await loadEngineFor(scenarios)
  return {
    scenarios,
    play,
    run: (blueprint, inputs, startedAt) =>
      recordOf(enact(blueprint, inputs, limits.workflowRuns.timeoutSeconds), {
        startedAt,
        speed: 1,
      }),
  }
}

const play = ({ mode, script, title, ...asked }: Asked, startedAt: number) => {
  const { query } = asked
  const random = createRandom('fixture')
  const draw = () => random.fraction('value', query)
  const { match, values } = script
  const fill = filling({
    ...asked,
    groups: match === undefined ? {} : groupsOf({ match }, query, undefined),
    now: new Date(startedAt).toISOString(),
    values,
    draw,
  })
  const telling = {
    mode,
    fill,
    chance: fractionsFrom(2 ** 32 * draw()),
    moment: (at: number) => new Date(startedAt + at).toISOString(),
    seconds: (ms: number) => Math.round(ms) / 1000,
    injected: () => undefined,
    prompted: () => undefined,
    asksAlways: false,
    sendsHeartbeat: false,
  }
  const ending = {
    suggestions: script.suggestions?.map((text) => fill(text)),
    title,
    titleFirst: false,
  }
  return [...tell(script, telling, query, ending)]
    .flatMap((told) => ('said' in told ? beatsOf(told) : [told]))
    .flatMap(({ at, event }) => ('cue' in event ? [] : [{ at, event }]))
}
