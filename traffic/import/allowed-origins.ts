import type { RecordedExchange } from '../../contract/exchange.ts'
import { isObject } from '../../contract/json.ts'
import type { ProfileDocument } from '../../contract/profile.ts'

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

  /** A profile in which a list of origins also has the recorded ones. */
  addTo(profile: ProfileDocument): ProfileDocument {
    const { picks } = profile
    const pick = picks[choice]
    const listed = isObject(pick) ? pick['listed'] : undefined
    if (!Array.isArray(listed)) return profile
    const all = new Set<unknown>([...listed, ...this.#origins])
    return { ...profile, picks: { ...picks, [choice]: { listed: [...all] } } }
  }
}
