import { toYaml } from '../../../../contract/authoring/yaml.ts'
import type { Speed } from '../../../../contract/duration.ts'
import type { JournalFrames, JournalRecord } from '../../../../contract/control/journal.ts'
import { createExchange } from '../../../../contract/exchange.ts'
import { TurnCollector } from '../../../../traffic/import/turns/turn-collector.ts'

/**
 * Returns the script, as YAML, that plays a turn of the journal again. The world's `speed` has
 * shortened the pauses, so they are multiplied by it. Throws an `Error` for a turn without events.
 */
export function scriptOfTurn(call: JournalRecord, { frames }: JournalFrames, speed: Speed): string {
  const factor = speed === 'max' ? 1 : speed
  const timed = frames.map((frame) => ({ ...frame, t: frame.t * factor }))
  const turns = new TurnCollector()
  turns.add(
    createExchange({
      method: call.method,
      url: new URL(call.path, 'http://world'),
      requestHeaders: Object.entries(call.request.headers),
      requestContent: call.request.body?.text,
      status: 200,
      responseHeaders: [['content-type', 'text/event-stream']],
      content: timed.map(({ text }) => text).join(''),
      frames: timed,
      startedAt: Date.parse(call.time),
      ms: timed.at(-1)?.t ?? 0,
    }),
  )
  const { result, unused } = turns.finish()
  const [script] = result
  if (script === undefined)
    throw new Error(
      unused[0]?.reason ?? `Call ${call.number} has no question, which a script needs to match.`,
    )
  return toYaml(script)
}

export { parseYaml } from '../../../../contract/authoring/yaml.ts'
