import { describe, expect, it } from 'vitest'
import { importTextsOver } from '../import-in-process.ts'
import { deployedProfile as deployed } from '../../profiles/deployment/deployed-profile.ts'
import { withPlanted } from '../../conformance/lives/planted-differences.ts'
import { isProving } from '../../support/proving.ts'
import { drawDifferences, type Generated, type WalkedRoute } from './differences.ts'
import {
  differencesOf,
  lifeIds,
  replayImport,
  routesIn,
  type Shown,
  shows,
  walkImport,
  walkProfile,
} from './walks.ts'

/** Walks one life cycle at the known deployment. */
async function walkKnown(life: string) {
  const { shown, har } = await walkProfile(deployed, [life])
  const routes = await routesIn(har)
  return { shown, walked: routes.map((route): WalkedRoute => ({ life, route })) }
}

const walks = new Map<string, ReturnType<typeof walkKnown>>()

/** The life cycles at the known deployment, each walked separately and only once. */
async function knownWalks(lives: readonly string[]) {
  for (const life of lives) walks.set(life, walks.get(life) ?? walkKnown(life))
  const all = await Promise.all(lives.map((life) => walks.get(life)))
  const known = all.filter((walk) => walk !== undefined)
  return {
    shown: new Map(known.flatMap(({ shown }) => [...shown])),
    walked: known.flatMap(({ walked }) => walked),
  }
}

/** A difference, with the places in its life cycle where a response shows it. */
type ShownDifference = { readonly one: Generated; readonly places: ReadonlyMap<string, string> }

/** The differences that a recording shows: for each, a separate walk finds the places. */
async function shownIn(
  recorded: Shown,
  known: Shown,
  differences: readonly Generated[],
): Promise<readonly ShownDifference[]> {
  const found: ShownDifference[] = []
  for (const one of differences) {
    const alone = await walkProfile(withPlanted(deployed, [one]), [one.life])
    const all = differencesOf(known, alone.shown, one.life)
    const places = new Map([...all].filter((place) => shows(recorded, one.life, new Map([place]))))
    if (places.size > 0) found.push({ one, places })
  }
  return found
}

/** Draws differences, records a walk with all of them, imports the recording, and walks again. */
async function measure(seed: number, lives: readonly string[], count: number) {
  const { shown: known, walked } = await knownWalks(lives)
  const differences = drawDifferences(deployed, walked, seed, count)
  const { shown: recorded, har } = await walkProfile(withPlanted(deployed, differences), lives)
  const imported = await importTextsOver('deployed-0.8', har)
  const { shown: played } = await walkImport(imported, lives)
  const all = await shownIn(recorded, known, differences)
  expect([...recorded.values(), ...played.values()].filter(({ size }) => size === 0)).toEqual([])
  const missed = all.filter(({ one, places }) => !shows(played, one.life, places))
  return { differences, all, missed, played }
}

const says = ({ one: { kind, says: text } }: ShownDifference) => `${kind}: ${text}`

describe('a recording of a deployment that differs from the known one', () => {
  it.runIf(isProving).each([1, 2, 3])(
    'an import plays nine tenths of the differences of a variant with the seed %i',
    async (seed) => {
      const { all, missed } = await measure(seed, lifeIds, 60)
      expect(all.length).toBeGreaterThanOrEqual(30)
      // The message lists the missed differences if they are more than a tenth.
      expect(missed.map(says).slice(all.length / 10)).toEqual([])
    },
    1_800_000,
  )

  it.runIf(isProving).each([
    { base: 'deployed-0.8', varied: 0, status: 0.99, shape: 0.98 },
    { base: 'deployed-0.8', varied: 60, status: 0.99, shape: 0.98 },
    { base: 'documented', varied: 60, status: 0.97, shape: 0.95 },
  ])(
    'calls of all families with $varied differences, imported over $base, get the recorded statuses and shapes',
    async ({ base, varied, status, shape }) => {
      const { walked } = await knownWalks(lifeIds)
      const differences = drawDifferences(deployed, walked, 1, varied)
      const { har } = await walkProfile(withPlanted(deployed, differences), lifeIds)
      const shares = await replayImport(await importTextsOver(base, har), har)
      expect(shares.status).toBeGreaterThan(status)
      expect(shares.shape).toBeGreaterThan(shape)
    },
    1_800_000,
  )

  it('an import reproduces an added refusal, an added field, and a missing side effect', async () => {
    const { all, missed } = await measure(2, ['life./api/admin/api-keys'], 11)
    const kinds = all.filter((one) => !missed.includes(one)).map(({ one: { kind } }) => kind)
    expect(kinds).toEqual(
      expect.arrayContaining([
        'a refusal is added',
        'a field is added',
        'a side effect is missing',
      ]),
    )
  })
})
