import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runConformance } from '../../conformance/runner/runner.ts'
import { type OperationId, operationIds, operations } from '../../contract/operations.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import { findOperation } from '../../contract/operations/operation-index.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'

const documentedOperations = operationIds.map((id) => [id, operations[id] as Operation] as const)

/** Operations that tests call over every transport, by their method and path in the sources. */
function testedOperations(): ReadonlySet<OperationId> {
  const sources = globSync('tests/**/*.test.ts', { exclude: ['tests/toolchains/**'] })
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => text.includes('describeTransports('))
    .map(spelledOut)
    .join('\n')
  const isCalled = ({ method, path }: Operation) => {
    const called = path
      .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/\{\w+\}/g, String.raw`(?:\$\{[^}]+\}|[\w%.-]+)`)
    return new RegExp(`${method} ${called}[?'"\`]`).test(sources)
  }
  return new Set(documentedOperations.filter(([, row]) => isCalled(row)).map(([id]) => id))
}

/** A source with its path constants inlined. */
function spelledOut(source: string): string {
  const paths = source.matchAll(/const (\w+) = ['`]([^'`\n]*\/[^`\n]*)['`]/g)
  return [...paths].reduce(
    (text, [, name, path = '']) => text.replaceAll(`\${${name}}`, () => path),
    source,
  )
}

/** Operations that a full conformance run calls. */
async function checkedOperations(): Promise<ReadonlySet<OperationId>> {
  const { fake, systemClock } = virtualFake()
  const asked = new Set<OperationId>()
  await runConformance({
    target,
    plan: 'full',
    now: systemClock.now,
    sleep: systemClock.sleep,
    tag: 'table',
    fetch(request) {
      const { pathname } = new URL(request.url)
      const id = findOperation(request.method, pathname)
      if (id !== undefined) asked.add(id)
      return fake.fetch(request)
    },
  })
  return asked
}

/** The operations of the specification: by method and path, or as a resource family (clause 4). */
const specified = [
  'GET /api/me/api-keys',
  'POST /api/me/api-keys',
  'PATCH /api/me/api-keys/{key_id}/active',
  'POST /api/react',
  'POST /api/dag',
  'POST /api/auto',
  'POST /api/chat/inject',
  'POST /api/chat/resume',
  'POST /api/conversations',
  'GET /api/conversations',
  'PATCH /api/conversations/{conversation_id}',
  'GET /api/knowledge-bases',
  'POST /api/knowledge-bases/{id}/retrieve',
  'GET /api/agents',
  'GET /api/agents/{agent_id}',
  'POST /api/auth/login',
  'POST /api/auth/refresh',
  'GET /api/auth/verify',
]
const named = [
  /^DELETE \/api\/me\/api-keys\/{\w+}$/,
  /^POST \/api\/connectors\/{\w+}\/toggle$/,
  /^(GET|POST) \/api\/connectors$/,
  /^(GET|PUT|DELETE) \/api\/connectors\/{\w+}$/,
  /^POST \/api\/knowledge-bases\/{\w+}\/toggle$/,
  /^PUT \/api\/mcp-servers\/{\w+}\/my-credentials$/,
  /^(GET|POST) \/api\/channels$/,
  /^(GET|PATCH|DELETE) \/api\/channels\/{\w+}$/,
  /^POST \/api\/channels\/{\w+}\/callback$/,
  /^POST \/api\/confirmations\/{\w+}\/respond$/,
  /^POST \/api\/workflows\/{\w+}\/batch-run$/,
  /^DELETE \/api\/workflows\/{\w+}\/runs\/{\w+}$/,
  /^GET \/api\/admin\/(users|stats)$/,
]

const isNamed = (title: string) => specified.includes(title) || named.some((one) => one.test(title))

const titleOf = ({ method, path }: Operation) => `${method} ${path}`
const tested = testedOperations()
const checked = await checkedOperations()

function operationsMarkdown(): string {
  const families = Map.groupBy(documentedOperations, ([id]) => id.split('.')[0] ?? id)
  const row = ([id, endpoint]: (typeof documentedOperations)[number]) => {
    const section = endpoint.clause ?? ''
    const isChecked = checked.has(id) || section === '' ? mark(checked.has(id)) : 'not specified'
    const cells = [`\`${titleOf(endpoint)}\``, section, mark(tested.has(id)), isChecked]
    return `| ${cells.join(' | ')} |`
  }
  const sections = [...families].map(
    ([family, rows]) => `## ${family}\n\n${header}\n${rows.map(row).join('\n')}\n`,
  )
  return `${intro(documentedOperations.length)}\n${sections.join('\n')}`
}

const mark = (holds: boolean) => (holds ? 'yes' : '')

const header = `| Operation | Specification | Tested | Checked |
|---|---|---|---|`

const intro = (count: number) => `# Operations

The ${count} operations that the fake plays. Every one is in the OpenAPI document (\`agent-understudy openapi\`), and its answers are held against it.

- **Specification**: the section that names it; empty where only deployments do.
- **Tested**: over every transport, in \`tests/\`.
- **Checked**: by the conformance suite, plan \`full\`; \`not specified\` if the specification names only its family, without method, path or shape.

Written by \`npx vitest run tests/contract/operations.test.ts -u\`, and compared by the same test.
`

describe('the list of operations', () => {
  it('docs/operations.md equals the list of operations', async () => {
    await expect(operationsMarkdown()).toMatchFileSnapshot('../../docs/operations.md')
  })

  it('the list of operations contains all operations of the specification', () => {
    const played = documentedOperations.map(([, endpoint]) => titleOf(endpoint))
    expect(specified.filter((title) => !played.includes(title))).toEqual([])
    expect(named.filter((family) => !played.some((title) => family.test(title)))).toEqual([])
  })

  it('each specified operation is called by a test over every transport', () => {
    const silent = documentedOperations.filter(
      ([id, { clause }]) => clause !== undefined && !tested.has(id),
    )
    expect(silent.map(([, endpoint]) => titleOf(endpoint))).toEqual([])
  })

  it('each operation that the specification describes is called by the conformance suite', () => {
    const unchecked = documentedOperations.filter(
      ([id, endpoint]) => isNamed(titleOf(endpoint)) && !checked.has(id),
    )
    expect(unchecked.map(([id]) => id)).toEqual([])
  })
})
