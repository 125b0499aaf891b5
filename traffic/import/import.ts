import { LearnedSecrets } from '../../secrets/learned-secrets.ts'
import { createPseudonyms } from '../../secrets/pseudonyms.ts'
import { copyExchange, isEventStream, type RecordedExchange } from '../../contract/exchange.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'
import type { CollectorResult, Collector, UnusedEntry, EntryUse } from './collector.ts'
import { createProfileCollector } from './profile/profile-collector.ts'
import type { BaseProfile, ImportedProfile } from './profile/choose-base.ts'
import { addPicks } from './profile/pick-places.ts'
import { createRecordCollector, type EarlierRecords } from './records/record-collector.ts'
import type { ImportedRecords } from './records/to-fixture.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { TurnCollector } from './turns/turn-collector.ts'
import { type ProfileDocument, readProfile } from '../../contract/profile.ts'

type ImportOptions = {
  /** The profiles to choose the base from. */
  readonly bases: readonly BaseProfile[]
  /** Reads the picks of the deployment, for choices that the contract leaves open. */
  readonly picks?: Collector<JsonObject> | undefined
  /** Gets each exchange with the platform that the import reads, with its credentials. */
  readonly onRead?: ((exchange: RecordedExchange) => void) | undefined
  /** The records and the profile's families of an earlier import into the same folder. */
  readonly earlier?: (EarlierRecords & { readonly operations: JsonObject }) | undefined
}

/** What a recorded entry was used for, or the reason why it was not used. */
export type EntryReport = ImportedEntry & {
  readonly uses: readonly Pick<EntryUse, 'as' | 'what'>[]
  /** Why the entry was not used; absent for a used entry. */
  readonly reason?: string
}

/** The result of an import. It contains no credential of the recordings. */
export type Imported = {
  readonly records: ImportedRecords
  readonly scenarios: readonly Scenario[]
  readonly profile: ImportedProfile
  readonly picks: JsonObject
  readonly entries: readonly EntryReport[]
  /** The times of the first and the last exchange, in milliseconds since 1970. */
  readonly recorded: { readonly from: number; readonly to: number }
  /** Copies plain data without the credentials of the recordings. */
  readonly withoutSecrets: <Value>(value: Value) => Value
}

/**
 * Reads recordings, and converts them to the parts of a folder for `serve --from`. Memory grows
 * with the results, not with the length of the recordings. Throws `HarError`.
 */
export async function importRecordings(
  recordings: readonly Recording[],
  { bases, picks, onRead, earlier }: ImportOptions,
): Promise<Imported> {
  const records = createRecordCollector(earlier)
  const turns = new TurnCollector()
  const profile = createProfileCollector({ bases, earlier: earlier?.operations })
  const collectors = [records, turns, profile, ...(picks === undefined ? [] : [picks])]
  const hosts = new KnownHosts()
  const key = crypto.getRandomValues(new Uint8Array(32))
  const secrets = new LearnedSecrets(createPseudonyms(key))
  const origins = new AllowedOrigins()
  const entries: ImportedEntry[] = []
  const reasons = new Map<number, string>()
  /**
   * The numbers of entries without a complete body. Such entries can't show the form of a response.
   */
  const lost = new Set<number>()
  const recorded = { from: Number.POSITIVE_INFINITY, to: 0 }
  for (const { name, exchanges } of recordings)
    for await (const exchange of exchanges) {
      const index = entries.push(toImportedEntry(name, exchange)) - 1
      recorded.from = Math.min(recorded.from, exchange.startedAt)
      recorded.to = Math.max(recorded.to, exchange.startedAt)
      // The report contains the paths of all exchanges, even of those that are not read.
      secrets.learnPath(exchange.request.url.pathname)
      const reason = reasonNotToRead(exchange)
      reasons.set(index, reason ?? `another API: ${exchange.request.url.host}`)
      if (reason !== undefined) continue
      for (const found of hosts.add(copyExchange(exchange, { index }))) {
        onRead?.(found)
        const known = secrets.learn(found)
        for (const content of [known.request.content, known.content])
          if (typeof content === 'string') secrets.learnForms(content)
        origins.learn(known)
        reasons.set(known.index, reasonUnused(known))
        for (const collector of collectors) collector.add(known)
        if (!hasReadableBody(known)) lost.add(known.index)
      }
    }
  const read = picks?.finish()
  const recordParts = records.finish()
  const scriptParts = turns.finish()
  const profileParts = profile.finish(read?.result)
  // A turn only becomes a script, even if the base profile has an operation for it.
  for (const { entry } of scriptParts.unused) lost.add(entry)
  const operations = {
    ...profileParts,
    uses: profileParts.uses.filter(({ entry }) => !lost.has(entry)),
  }
  const all: readonly CollectorResult<unknown>[] = [
    operations,
    recordParts,
    ...(read === undefined ? [] : [read]),
    scriptParts,
  ]
  const document = origins.addTo(profileParts.result.document)
  // Throws if `serve` would refuse the profile.
  readProfile(document)
  return {
    records: secrets.cleanIn(recordParts.result),
    scenarios: secrets.cleanIn(scriptParts.result),
    profile: secrets.cleanIn({ ...profileParts.result, document }),
    picks: secrets.cleanIn(addPicks({}, read?.result ?? {})),
    entries: secrets.cleanIn(
      reportEntries(
        entries,
        reasons,
        all.flatMap(({ uses }) => uses),
        all.flatMap(({ unused }) => unused),
      ),
    ),
    recorded,
    withoutSecrets: (value) => secrets.cleanIn(value),
  }
}

function reportEntries(
  entries: readonly ImportedEntry[],
  reasons: ReadonlyMap<number, string>,
  uses: readonly EntryUse[],
  unused: readonly UnusedEntry[],
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
type Recording = {
  /** The name of the recording's file, for the report. */
  readonly name: string
  readonly exchanges: AsyncIterable<RecordedExchange>
}

/** An entry of a recording, for the report. */
type ImportedEntry = {
  readonly recording: string
  /** The number of the entry in the file, from 0. */
  readonly entry: number
  readonly method: string
  /** The path without the query, which may contain secrets. */
  readonly path: string
  readonly status: number
}

const toImportedEntry = (
  recording: string,
  { index, request: { method, url }, status }: RecordedExchange,
): ImportedEntry => ({ recording, entry: index, method, path: url.pathname, status })

/** Why no collector can use an exchange; `undefined` if a collector may use it. */
function reasonNotToRead({ request, status }: RecordedExchange): string | undefined {
  if (status === 0) return 'the client left before the response'
  return /^\/api(\/|$)/.test(request.path) ? undefined : 'not a call of the API'
}

/** Whether the recording has the complete body of a response, with valid JSON. */
const hasReadableBody = (exchange: RecordedExchange): boolean =>
  exchange.content !== undefined && !isBrokenJson(exchange)

const isBrokenJson = ({ content, mimeType, json }: RecordedExchange): boolean =>
  typeof content === 'string' && content !== '' && /json/i.test(mimeType) && json === undefined

/** The reason why an exchange is unused, if no collector has a better reason. */
function reasonUnused(exchange: RecordedExchange): string {
  const { request, status, content, mimeType } = exchange
  if (request.method === 'OPTIONS') return 'a preflight request, which an import ignores'
  if (content === undefined)
    return isEventStream(exchange)
      ? 'the recording lacks the body of the stream: browsers do not keep it'
      : 'the recording lacks the body of the response'
  if (isBrokenJson(exchange)) return 'the body of the response is not complete JSON'
  if (status === 304) return 'the response was not modified, so it has no body'
  if (status >= 300 && status < 400) return 'a redirect'
  if (status >= 400) return `an error (${status}), which an import ignores`
  if (content === '') return 'the response is empty, and the request changes no known record'
  if (typeof content !== 'string') return 'the body of the response is binary'
  return /json/i.test(mimeType)
    ? 'its JSON has no records, and its operation cannot be played'
    : `the response is ${mimeType.split(';')[0] || 'of no known type'}, which is not imported`
}

/** The maximum number and characters of waiting exchanges, for each host that is not yet known. */
const maxWaiting = { exchanges: 300, characters: 16 * 1024 * 1024 }

type WaitingExchanges = { readonly exchanges: RecordedExchange[]; characters: number }

/**
 * Selects the exchanges with the platform by their hosts. A host belongs to the platform if it
 * answered an operation of the contract. Until then, the exchanges with the host wait.
 */
class KnownHosts {
  readonly #known = new Set<string>()
  readonly #waiting = new Map<string, WaitingExchanges>()

  /** Adds an exchange. Returns the exchanges whose host is now known to belong to the platform. */
  add(exchange: RecordedExchange): readonly RecordedExchange[] {
    const { host } = exchange.request.url
    if (this.#known.has(host)) return [exchange]
    const waiting = this.#waiting.get(host) ?? { exchanges: [], characters: 0 }
    this.#waiting.set(host, waiting)
    waiting.characters += exchange.content?.length ?? 0
    waiting.exchanges.push(exchange)
    if (isPlatformExchange(exchange)) {
      this.#known.add(host)
      this.#waiting.delete(host)
      return waiting.exchanges
    }
    while (
      waiting.exchanges.length > maxWaiting.exchanges ||
      waiting.characters > maxWaiting.characters
    )
      waiting.characters -= waiting.exchanges.shift()?.content?.length ?? 0
    return []
  }
}

/** Whether the exchange is a response of the contract, with JSON or events. */
const isPlatformExchange = ({ status, mimeType, operation }: RecordedExchange): boolean =>
  status >= 200 && status < 500 && /json|event-stream/i.test(mimeType) && operation !== undefined

const originsChoice = 'http.cors-origins'
const maxOrigins = 50

/** The origins of pages that the deployment allows. */
class AllowedOrigins {
  readonly #origins = new Set<string>()

  learn({ request, headers }: RecordedExchange): void {
    const { origin } = request.headers
    const isGranted = headers.get('access-control-allow-origin') === origin
    if (origin !== undefined && isGranted && this.#origins.size < maxOrigins)
      this.#origins.add(origin)
  }

  /** Adds the recorded origins to the list of origins in a profile, if it has such a list. */
  addTo(profile: ProfileDocument): ProfileDocument {
    const { picks } = profile
    const pick = picks[originsChoice]
    const listed = isObject(pick) ? pick['listed'] : undefined
    if (!Array.isArray(listed)) return profile
    const all = new Set<unknown>([...listed, ...this.#origins])
    return { ...profile, picks: { ...picks, [originsChoice]: { listed: [...all] } } }
  }
}
