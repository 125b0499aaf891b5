import type { JsonObject } from '../../../contract/json.ts'
import { ownLimits } from '../../../contract/limits.ts'
import { textLiteral } from './expression-text.ts'
import type { Sample } from './recorded-route.ts'

/** The family with the recorded bodies, which other operations send as they are. */
export const bodiesFamily = 'recorded_bodies'

/** Bodies that operations of the profile send as they were recorded. */
export type RecordedBodies = {
  /**
   * Keeps the bodies of a route. Returns an expression for the body of the same parameters, or else
   * for the latest one; undefined if there is no space.
   */
  add(
    method: string,
    path: string,
    names: readonly string[],
    samples: readonly Sample[],
  ): string | undefined
  /** The family that keeps them; undefined without bodies. */
  family(): JsonObject | undefined
}

/** The most bodies of one operation, by its parameters, and the most characters of all bodies. */
const bodyLimits = { ofOne: 20, characters: 8 * 1024 * 1024 } as const

export function createRecordedBodies(): RecordedBodies {
  const seeds = new Map<string, JsonObject>()
  const most = ownLimits.ownSeeds - 1
  let characters = 0
  const keep = (id: string, body: unknown) => {
    const added = JSON.stringify(body ?? null).length
    if (!seeds.has(id) && seeds.size >= most) return false
    if (characters + added > bodyLimits.characters) return false
    characters += added
    seeds.set(id, { id, user_id: null, body: body ?? null })
    return true
  }
  return {
    add(method, path, names, samples) {
      const latest = samples.at(-1)
      if (latest === undefined) return undefined
      const usual = `${method} ${path}`
      if (!keep(usual, latest.json ?? latest.text)) return undefined
      const byValues = Map.groupBy(samples, ({ values }) => values.join('/'))
      const usualBody = `record('${bodiesFamily}', ${textLiteral(usual)})`
      if (names.length === 0 || byValues.size < 2) return `${usualBody}.body`
      for (const [values, group] of [...byValues].slice(-bodyLimits.ofOne)) {
        const sample = group.at(-1)
        if (sample !== undefined) keep(`${usual} ${values}`, sample.json ?? sample.text)
      }
      const parts = names.map((name) => `$params.${name}`).join(`, '/', `)
      const own = `record('${bodiesFamily}', join('', [${textLiteral(`${usual} `)}, ${parts}]))`
      return `(${own} || ${usualBody}).body`
    },
    family: () =>
      seeds.size === 0
        ? undefined
        : {
            kind: 'collection',
            path: '/api/recorded-bodies',
            only: [],
            record: { id: 'string', body: 'any' },
            seeds: [...seeds.values()],
          },
  }
}
