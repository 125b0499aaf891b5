import type { RecordedExchange } from '../../contract/exchange.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'

const choice = 'http.cors-origins'
const mostOrigins = 50

/** The origins of pages to which the deployment granted access. */
export class AllowedOrigins {
  readonly #origins = new Set<string>()

  learn({ request, headers }: RecordedExchange): void {
    const { origin } = request.headers
    const isGranted = headers.get('access-control-allow-origin') === origin
    if (origin !== undefined && isGranted && this.#origins.size < mostOrigins)
      this.#origins.add(origin)
  }

  /** Documents of a profile, in which a list of origins also has the recorded ones. */
  addTo(files: Readonly<Record<string, JsonObject>>): Readonly<Record<string, JsonObject>> {
    return Object.fromEntries(
      Object.entries(files).map(([name, document]) => [name, this.#addToOne(document)]),
    )
  }

  #addToOne(document: JsonObject): JsonObject {
    const { picks } = document
    const pick = isObject(picks) ? picks[choice] : undefined
    const listed = isObject(pick) ? pick['listed'] : undefined
    if (!isObject(picks) || !Array.isArray(listed)) return document
    const all = new Set<unknown>([...listed, ...this.#origins])
    return { ...document, picks: { ...picks, [choice]: { listed: [...all] } } }
  }
}
