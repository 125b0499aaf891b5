import { expect, test } from 'vitest'
import { createExchange } from '../../contract/exchange.ts'
import { LearnedSecrets } from '../../secrets/learned-secrets.ts'
import { createPseudonyms } from '../../secrets/pseudonyms.ts'

test.each([
  ['an apostrophe', "O'Brien-2024-secret", encodeURIComponent],
  ['a quote', 'a"bcdefgh', String],
  ['spaces', 'correct horse battery', String],
  ['20 KB', `${'x'.repeat(20_000)}-end-7`, String],
])('an import learns the whole password in a form: %s', (_, password, written) => {
  const secrets = new LearnedSecrets(createPseudonyms(new Uint8Array(32)))
  secrets.learn(
    createExchange({
      index: 0,
      startedAt: Date.UTC(2026, 0),
      ms: 5,
      method: 'POST',
      url: new URL('https://platform.example/api/auth/token'),
      requestHeaders: [['content-type', 'application/x-www-form-urlencoded']],
      requestContent: `grant_type=password&password=${written(password)}&x=1\n`,
      status: 200,
      responseHeaders: [],
      content: '',
    }),
  )
  const replaced = secrets.replaceIn(`It was ${password}.`)
  expect(replaced).toMatch(/^It was .*\.$/)
  expect(replaced).not.toContain(password.slice(0, 8))
  expect(replaced).not.toContain(password.slice(-6))
})

test.each(['qa-admin', '2026-11', 'agent-7'])(
  'an import replaces the password %s only at its place, because names and dates contain it',
  (password) => {
    const secrets = new LearnedSecrets(createPseudonyms(new Uint8Array(32)))
    const learned = secrets.learn(
      createExchange({
        index: 0,
        startedAt: Date.UTC(2026, 0),
        ms: 5,
        method: 'POST',
        url: new URL('https://platform.example/api/auth/login'),
        requestHeaders: [['content-type', 'application/json']],
        requestContent: JSON.stringify({ password }),
        status: 200,
        responseHeaders: [],
        content: '',
      }),
    )
    expect(learned.request.content).not.toContain(password)
    const text = `${password}@firm.example of ${password}-01T10:00:00Z`
    expect(secrets.replaceIn(text)).toBe(text)
  },
)
