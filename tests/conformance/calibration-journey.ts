import type { Fetch } from '../../conformance/http/transport.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { accountJourney } from './account-journey.ts'
import { conversationJourney } from './conversation-journey.ts'
import { createJourneyClient } from './journey-client.ts'
import { clientJourney } from './passive-journey.ts'

/** A turn that fails, as no shipped script does. */
export const failingScenario: Scenario = {
  name: 'model-down',
  match: { endpoint: 'react', query: 'ask the model that is down' },
  script: [{ fail: { error: 'TimeoutError', message: 'The model is down.' } }],
}

/** What clients and scripts of several users do in some hours. */
export async function calibrationJourney(
  fetch: Fetch,
  sleep: (ms: number) => Promise<void>,
): Promise<void> {
  await clientJourney(fetch)
  await accountJourney(createJourneyClient(fetch), sleep)
  await conversationJourney(fetch)
}
