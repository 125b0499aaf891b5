import { checks } from '../session/check.ts'
import { valueAt, describeShape } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { checkEach, assert } from '../session/assertions.ts'
import { sendAsUser } from '../setup/credentials.ts'
import { lists, requireList } from '../setup/lists.ts'

const readAgents = (session: TestSession, query: string, headers: Record<string, string> = {}) =>
  sendAsUser(session, { method: 'GET', path: lists.agents + query, headers })

const smoke = { plan: 'smoke' } as const

/** Checks that no header or parameter selects an API version (specification, 9). */
export const versioningChecks = checks(smoke, {
  'versioning.headers-select-nothing': {
    rule: 'versioning.no-selector',
    needs: ['user'],
    run: async (session) => {
      const plain = await requireList(session, 'agents')
      await checkEach(['Accept-Version', 'X-API-Version', 'Api-Version'], async (header) => {
        const exchange = await readAgents(session, '', { [header]: '99' })
        assert.status(exchange, plain.status)
        if (describeShape(exchange.json) === describeShape(plain.json)) return
        // Compares with a new response, because the list may have changed since the first one.
        const { json } = await readAgents(session, '')
        assert.equal(
          describeShape(exchange.json),
          describeShape(json),
          exchange,
          'a body of the shape',
        )
      })
    },
  },
  'versioning.parameters': {
    level: 'observe',
    rule: 'versioning.no-selector',
    needs: ['user'],
    run: async (session) =>
      checkEach(['?version=99', '?api_version=99'], async (query) => {
        const { status } = await readAgents(session, query)
        return { query, status }
      }),
  },
  'versioning.published-version': {
    level: 'observe',
    rule: 'versioning.published',
    detects: ['versioning.published'],
    run: async (session) => {
      const description = await session.send({ method: 'GET', path: '/openapi.json' })
      const version = await session.send({ method: 'GET', path: '/api/version' })
      return {
        described: valueAt(description.json, ['info', 'version']) ?? null,
        answered:
          valueAt(version.json, ['version']) ?? valueAt(version.json, ['data', 'version']) ?? null,
      }
    },
  },
})
