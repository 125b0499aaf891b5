import { conformanceTests } from '../../../conformance/runner/vitest.ts'
import { gossip, secrets } from '../../support/gossip.ts'

/** Runs in a separate Vitest: most of its tests fail, and none may print a secret. */
conformanceTests({
  target: {
    baseUrl: 'http://target.test',
    email: 'me@example.com',
    password: secrets.password,
    otherEmail: 'you@example.com',
    otherPassword: secrets['other-password'],
    apiKey: secrets['api-key'],
    expiredToken: secrets['expired-token'],
  },
  plan: 'full',
  grace: 0,
  fetch: gossip(),
  sleep: async () => {},
})
