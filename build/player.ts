import type { InjectLine } from '../contract/scripts/lines.ts'
import { fileURLToPath } from 'node:url'
import { loadScenarios } from '../authoring/scenarios.ts'
import { limits } from '../contract/limits.ts'
import type { Asked, Player } from '../fixtures/player.ts'
import { createRandom } from '../mocks/world/random.ts'
import { estimateTokens, expandBatch } from '../mocks/platform/chat/timed-events.ts'
import { seededRandom } from '../mocks/platform/chat/run-context.ts'
import { captureGroups } from '../mocks/platform/chat/match-query.ts'
import { loadPatternEngine } from '../mocks/platform/chat/pattern-matcher.ts'
import { createFillText } from '../mocks/platform/chat/placeholders.ts'
import { runScript } from '../mocks/platform/chat/run-script.ts'
import { simulateRun } from '../mocks/platform/workflows/simulate-run.ts'
import { finalRecord } from '../mocks/platform/workflows/run-results.ts'

/** Plays the shipped scenarios and workflows as the fake does, for the transcripts of fixtures. */
export async function loadPlayer(): Promise<Player> {
  const scenarios = await loadScenarios(fileURLToPath(new URL('../scenarios', import.meta.url)))
  // The prebuilt patterns do not contain a pattern that was just added.
  await loadPatternEngine(scenarios)
  return {
    scenarios,
    play,
    run: (blueprint, inputs, startedAt) =>
      finalRecord(simulateRun(blueprint, inputs, limits.workflowRuns.timeoutSeconds), {
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
  const fill = createFillText({
    ...asked,
    history: asked.past,
    groups: match === undefined ? {} : captureGroups({ match }, query, undefined),
    now: new Date(startedAt).toISOString(),
    values,
    draw,
  })
  const context = {
    mode,
    fill,
    random: seededRandom(2 ** 32 * draw()),
    toTimestamp: (at: number) => new Date(startedAt + at).toISOString(),
    takeInjection: () => undefined,
    takeDirectedText: () => undefined,
    isRepeated: () => false,
    approvesEveryCall: false,
    toElapsed: (at: number) => Math.round(at) / 1000,
    historyTokens: asked.past.reduce(
      (sum, turn) => sum + estimateTokens(turn.query) + estimateTokens(turn.answer),
      0,
    ),
    sendsHeartbeat: false,
    sendsReplanning: false,
    fillsCallFields: false,
    sendsStepUsage: false,
    restartsAfterInjection: false,
    failsWithDone: false,
    injectScripted: (line: InjectLine) => ({
      type: 'inject' as const,
      ...(typeof line === 'string' ? { content: line } : line),
    }),
  }
  const ending = {
    suggestions: script.suggestions?.map((text) => fill(text)),
    title,
    titleFirst: false,
  }
  return [...runScript(script, context, query, ending)]
    .flatMap((item) => ('events' in item ? expandBatch(item) : [item]))
    .flatMap(({ at, event }) => ('signal' in event ? [] : [{ at, event }]))
}
