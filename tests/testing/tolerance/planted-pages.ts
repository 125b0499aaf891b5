import { networkPages } from './network-pages.ts'
import { recordPages } from './record-pages.ts'
import { shortStory } from '../../support/short-story.ts'
import { openApp } from './planted-app.ts'
import type { PlantedClient } from './planted.ts'

const plantedPages = { ...networkPages, ...recordPages }

/** The pages as clients of tolerance sessions. */
export const pageClients = Object.entries(plantedPages).map(
  ([
    name,
    {
      breaksAt,
      neverPlayed,
      parts,
      overHttp = false,
      fake = { scenarios: [shortStory] },
      visit: open,
    },
  ]) => ({
    name,
    neverPlayed,
    fake,
    overHttp,
    breaksAt: [breaksAt].flat(),
    run: async (mounted, variables = {}) =>
      void (await open(await openApp(mounted, parts), variables)),
  }),
) satisfies readonly (PlantedClient & { breaksAt: readonly string[] })[]
