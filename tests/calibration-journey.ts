import type { Fetch } from '../conformance/http/transport.ts'
import { clientJourney } from './passive-journey.ts'

/** What clients and scripts of two users do in an hour. */
export async function calibrationJourney(fetch: Fetch): Promise<void> {
  await clientJourney(fetch)
}
