import { LearnedSecrets } from '../../secrets/learned-secrets.ts'
import { createPseudonyms } from '../../secrets/pseudonyms.ts'
import { copyExchange, type RecordedExchange } from '../../contract/exchange.ts'
import type { JsonObject } from '../../contract/json.ts'
import { AllowedOrigins } from './allowed-origins.ts'
import type { Collected, Collector, Unused, Use } from './collector.ts'
import { KnownHosts } from './known-hosts.ts'
import { createProfileCollector } from './profile/profile-collector.ts'
import type { BaseProfile, ImportedProfile } from './profile/imported-profile.ts'
import { hasAnswer, reasonNotToRead, reasonUnused } from './reasons.ts'
import type { Knowledge } from './records/record-store.ts'
import { createRecordCollector } from './records/record-collector.ts'
import type { ImportedRecords } from './records/to-fixture.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { TurnCollector } from './turns/turn-collector.ts'

export type ImportOptions = {
  /** The profiles to choose the base from. */
  readonly bases: readonly BaseProfile[]
  /** Reads the picks: where the deployment differs at the points that the contract leaves open. */
  readonly picks?: Collector<JsonObject> | undefined
  /** What an earlier import of an older recording knew. */
  readonly before?: ((known: Knowledge) => void) | undefined
  /** What an earlier import of a newer recording knew. */
  readonly after?: ((known: Knowledge) => void) | undefined
}

/** What an entry of a recording was used for, or why it was not. */
export type EntryReport = ImportedEntry & {
  readonly uses: readonly Pick<Use, 'as' | 'what'>[]
  /** Only for an entry that was not used. */
  readonly reason?: string
}

/** Everything that recordings gave. No part has a credential of the recordings. */
export type Imported = {
  readonly records: ImportedRecords
  readonly scenarios: readonly Scenario[]
  readonly profile: ImportedProfile
  readonly picks: JsonObject
  readonly entries: readonly EntryReport[]
  /** The times of the first and the last exchange, in milliseconds since 1970. */
  readonly recorded: { readonly from: number; readonly to: number }
}

/**
 * Reads recordings, and makes of them the parts of a folder that `serve --from` plays. Needs memory
 * for what it learned, not for the recordings. Throws `HarError`.
 */
export async function importRecordings(
  recordings: readonly Recording[],
  { bases, picks, before, after }: ImportOptions,
): Promise<Imported> {
  const collectedPicks: { value: JsonObject } = { value: {} }
  const records = createRecordCollector({ before, after })
  const turns = new TurnCollector()
  const profile = createProfileCollector({ bases, picks: () => collectedPicks.value })
  const collectors: readonly Collector<unknown>[] = [
    records,
    turns,
    profile,
    ...(picks === undefined ? [] : [picks]),
  ]
  const hosts = new KnownHosts()
  const key = crypto.getRandomValues(new Uint8Array(32))
  const secrets = new LearnedSecrets(createPseudonyms(key))
  const origins = new AllowedOrigins()
  const entries: ImportedEntry[] = []
  const reasons = new Map<number, string>()
  /** Entries without a whole body, which can't show how an operation answers. */
  const lost = new Set<number>()
  const recorded = { from: Number.POSITIVE_INFINITY, to: 0 }
  for (const { name, exchanges } of recordings)
    for await (const exchange of exchanges) {
      const index = entries.push(entryOf(name, exchange)) - 1
      recorded.from = Math.min(recorded.from, exchange.startedAt)
      recorded.to = Math.max(recorded.to, exchange.startedAt)
      const reason = reasonNotToRead(exchange)
      reasons.set(index, reason ?? `another API: ${exchange.request.url.host}`)
      if (reason !== undefined) continue
      for (const known of hosts.add(copyExchange(exchange, { index }))) {
        secrets.learn(known)
        for (const content of [known.request.content, known.content])
          if (typeof content === 'string') secrets.learnForms(content)
        origins.learn(known)
        reasons.set(known.index, reasonUnused(known))
        for (const collector of collectors) collector.add(known)
        if (!hasAnswer(known)) lost.add(known.index)
      }
    }
  const read = picks?.finish()
  collectedPicks.value = read?.result ?? {}
  const [known, told, played] = [records.finish(), turns.finish(), profile.finish()]
  // A turn is only used as a script, although the base profile has its operation.
  for (const { entry } of told.unused) lost.add(entry)
  const operations = { ...played, uses: played.uses.filter(({ entry }) => !lost.has(entry)) }
  const all: readonly Collected<unknown>[] = [
    operations,
    known,
    ...(read === undefined ? [] : [read]),
    told,
  ]
  return {
    records: secrets.cleanIn(known.result),
    scenarios: secrets.cleanIn(told.result),
    profile: secrets.cleanIn({
      ...played.result,
      document: origins.addTo(played.result.document),
    }),
    picks: secrets.cleanIn(collectedPicks.value),
    entries: secrets.cleanIn(
      reportEntries(
        entries,
        reasons,
        all.flatMap(({ uses }) => uses),
        all.flatMap(({ unused }) => unused),
      ),
    ),
    recorded,
  }
}

function reportEntries(
  entries: readonly ImportedEntry[],
  reasons: ReadonlyMap<number, string>,
  uses: readonly Use[],
  unused: readonly Unused[],
): readonly EntryReport[] {
  const usesOf = Map.groupBy(uses, ({ entry }) => entry)
  const better = new Map(unused.map(({ entry, reason }) => [entry, reason]))
  return entries.map((entry, at) => {
    const own = usesOf.get(at)?.map(({ as, what }) => ({ as, what })) ?? []
    const reason = better.get(at) ?? reasons.get(at) ?? 'it was not read'
    return { ...entry, uses: own, ...(own.length === 0 && { reason }) }
  })
}

/** A recording to import. */
export type Recording = {
  /** The name of its file, for the report. */
  readonly name: string
  readonly exchanges: AsyncIterable<RecordedExchange>
}

/** An entry of a recording, for the report. */
type ImportedEntry = {
  readonly recording: string
  /** Its number in the file, from 0. */
  readonly entry: number
  readonly method: string
  /** Without the query, which may have secrets. */
  readonly path: string
  readonly status: number
}

const entryOf = (
  recording: string,
  { index, request: { method, url }, status }: RecordedExchange,
): ImportedEntry => ({ recording, entry: index, method, path: url.pathname, status })
