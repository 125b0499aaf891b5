import { isObject, type JsonObject } from '../../contract/json.ts'
import { foreignResponsePart, type ResponsePart } from '../../contract/profile/response-parts.ts'
import { toProfileDocument } from '../../contract/profile.ts'
import { ControlError } from '../control/control-error.ts'
import type { PresetLoader } from '../control/presets.ts'

/**
 * The checks of what a visitor sends to their world. Other people can follow a link into that world, on
 * the origin of the page. So a visitor brings data and picks: no operations, answers, headers or scripts.
 */
const checks = {
  /** `PUT choices`: a name, or a whole profile. */
  profile: async (document: JsonObject, presets: PresetLoader) => {
    await refuseForeignParts(document, presets)
    return document
  },
  /** `PATCH choices`. */
  picks: async (document: JsonObject) => {
    refuseResponsePart(foreignResponsePart({ picks: document['picks'] }))
    return document
  },
  /** `PUT snapshot`. It has a profile, scripts, and the scripts of running turns. */
  snapshot: async (document: JsonObject, presets: PresetLoader) => {
    const { scenarios, profile } = document
    if (!Array.isArray(scenarios) || scenarios.length > 0)
      throw refusal('Visitors can only restore snapshots without scripts: `"scenarios": []`.')
    await refuseForeignParts(profile, presets)
    return withoutTurnScripts(document)
  },
}

export type BroughtKind = keyof typeof checks

/**
 * Checks what a visitor brings with a request body, and returns the body to handle. Throws a
 * `ControlError` 403. `presets` has the profiles that this server offers.
 */
export const checkBrought = async (
  kind: BroughtKind,
  document: unknown,
  presets: PresetLoader,
): Promise<unknown> => (isObject(document) ? checks[kind](document, presets) : document)

const refusal = (message: string) => new ControlError(403, message)

/** Refuses the parts of a profile that write responses, unless a profile of this server has them. */
async function refuseForeignParts(profile: unknown, presets: PresetLoader): Promise<void> {
  if (!isObject(profile)) return
  const offered = await offeredProfile(profile['name'], presets)
  refuseResponsePart(foreignResponsePart(profile, offered))
}

function refuseResponsePart(part: ResponsePart | undefined): void {
  if (part === undefined) return
  throw refusal(
    `Visitors can only bring picks that set no headers: leave out ${part}, or choose a profile of this server by its name.`,
  )
}

/** The profile of this server from which a document began. */
async function offeredProfile(
  name: unknown,
  presets: PresetLoader,
): Promise<JsonObject | undefined> {
  const preset = String(name).replace(/, changed$/, '')
  if (!presets.profileNames.includes(preset)) return undefined
  return toProfileDocument(await presets.profile(preset))
}

/** A restored turn of a visitor ends with its last event, because the rest of it is a script. */
function withoutTurnScripts(snapshot: JsonObject): JsonObject {
  const { tables } = snapshot
  if (!isObject(tables) || !isObject(tables['turns'])) return snapshot
  const turns = Object.entries(tables['turns']).map(([id, turn]) => [
    id,
    isObject(turn) ? { ...turn, playing: undefined } : turn,
  ])
  return { ...snapshot, tables: { ...tables, turns: Object.fromEntries(turns) } }
}
