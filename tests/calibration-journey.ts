import type { Fetch } from '../conformance/http/transport.ts'
import { accountJourney } from './account-journey.ts'
import { createJourneyClient } from './journey-client.ts'
import { clientJourney } from './passive-journey.ts'

/** What clients and scripts of several users do in some hours. */
export async function calibrationJourney(
  fetch: Fetch,
  sleep: (ms: number) => Promise<void>,
): Promise<void> {
  await clientJourney(fetch)
  await accountJourney(createJourneyClient(fetch), sleep)
}
