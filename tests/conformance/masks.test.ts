import { expect, test } from 'vitest'
import { toAnnotations } from '../../conformance/reporters/annotations.ts'
import { toHtml, toMarkdown, toTerminal } from '../../conformance/reporters/documents.ts'
import { toJson } from '../../conformance/reporters/json.ts'
import { toJunit } from '../../conformance/reporters/junit.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import { canary, leaksIn } from '../support/gossip.ts'

const target = {
  baseUrl: 'http://target.test',
  email: 'demo@example.com',
  password: `pa"ss'w\\rd ${canary}`,
  otherEmail: 'other@example.com',
  otherPassword: `other-${canary}`,
  apiKey: `svc_given-${canary}`,
  expiredToken: `old.${canary}.token`,
}

/** A server that echoes everything it received and sent so far to everyone. */
function indiscreet(keyPrefix: string) {
  let made = 0
  const secret = (kind: string) => `${kind}-${(made += 1)}-${canary}-0123456789-0123456789`
  const secrets: string[] = []
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const asked = await request.text()
    const headers = { 'x-echo': encodeURIComponent(request.headers.get('authorization') ?? '') }
    const gossip = { asked, secrets: [...secrets], query: searchParams.get('token') }
    const reply = (body: object, status = 200) =>
      Response.json({ ...body, ...gossip }, { status, headers })
    if (pathname === '/api/auth/login') {
      const tokens = { access_token: `a.${secret('access')}.b`, refresh_token: secret('refresh') }
      secrets.push(...Object.values(tokens))
      return reply(tokens)
    }
    if (pathname === '/api/me/api-keys' && request.method === 'POST') {
      const value = keyPrefix + secret('key')
      secrets.push(value)
      return reply({ id: `id-${made}`, key_prefix: value.slice(0, 8), plain: value })
    }
    if (request.method === 'GET') return reply({ items: [{ id: 'one', name: secrets.join() }] })
    if (pathname === '/api/react') {
      const data = JSON.stringify(gossip)
      const type = { 'content-type': 'text/event-stream', ...headers }
      return new Response(`event: answer\ndata: ${data}\n\n`, { headers: type })
    }
    return reply({ error: secrets.join() }, 418)
  }
}

test.each(['svc_', 'other_'])(
  'no report contains a secret if API keys start with %s',
  async (prefix) => {
    const report = await runConformance({
      target,
      plan: 'full',
      fetch: indiscreet(prefix),
      sleep: async () => {},
      grace: 0,
    })
    expect(report.summary.fail).toBeGreaterThan(20)
    const evidence = report.results.flatMap((result) => result.evidence)
    const texts = JSON.stringify(evidence)
    for (const label of ['<PASSWORD>', '<ACCESS_TOKEN>', '<API_KEY>'])
      expect(texts).toContain(label)
    const reporters = [toJson, toJunit, toTerminal, toMarkdown, toHtml, toAnnotations]
    for (const text of reporters.map((reporter) => reporter(report))) {
      expect(leaksIn(text)).toEqual([])
    }
  },
)

test('a secret at the end of a truncated body leaves no part of itself in the report', async () => {
  const value = `svc_${'k'.repeat(40)}${canary}`
  const report = await runConformance({
    target: { baseUrl: 'http://target.test', apiKey: value },
    plan: 'smoke',
    only: ['lists.answer-200'],
    fetch: async () => new Response('x'.repeat(560) + value, { status: 500 }),
    sleep: async () => {},
  })
  const [evidence] = report.results[0]?.evidence ?? []
  expect(evidence?.body).toContain('xxx<API_KEY>')
  expect(toJson(report)).not.toContain('kkkk')
})
