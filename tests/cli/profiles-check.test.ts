import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../cli/run-command.ts'
import { UsageError } from '../../cli/command-line.ts'
import { isProving } from '../support/proving.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'check-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs a command of `profiles`; `staging.yaml` stands for the path of the file in the output. */
async function run(...argv: readonly string[]) {
  let text = ''
  const io = { write: (part: string) => (text += part) }
  const stopped = new Promise<void>(() => {})
  const exit = await runCommand(['profiles', ...argv], { stdout: io, stderr: io, stopped })
  return { exit, text: text.replaceAll(`${folder}/`, '') }
}

async function check(yaml: string, ...flags: readonly string[]) {
  const file = join(folder, 'staging.yaml')
  await writeFile(file, yaml)
  return run('check', file, ...flags)
}

const family = `
  skills:
    kind: collection
    path: /api/skills
    record: { id: string:uuid, name: string, level: integer >=1 default 1 }
    seeds: [{ name: Summarize, level: 2 }]
  run_skill:
    kind: action
    method: POST
    path: /api/skills/{skill_id}/run
    on: skills
    body: { text: string }
    answer: '{ level: level, said: $body.text }'
    shape: { 200: { level: integer, said: string } }
  preferences:
    kind: document
    path: /api/me/preferences
    record: { theme: 'string{light|dark}' }
    value: { theme: light }
`

describe('`profiles check`', () => {
  it('`profiles check` calls each operation of a profile once, and prints its status and body', async () => {
    const { exit, text } = await check(`
answers:
  GET /api/agents: { body: 'items[:1].name', shape: { 200: [string] } }
  GET /api/agents/{agent_id}: { record: '{ label: name }' }
  POST /api/conversations: { record: '{ label: title }', accepts: { body: { label: title } }, status: 202 }
  POST /api/react: { headers: { x-plan: free } }
operations:${family}`)
    const lines = text.split('\n').map((line) => line.replaceAll(/ {2,}/g, '  '))
    expect(lines).toContain('GET /api/agents  200  ["Contract Reader"]')
    expect(lines).toContain('POST /api/skills/{skill_id}/run  200  {"level":1,"said":"text"}')
    expect(lines.map((line) => line.replace(/ {2}(\d+) .*/, ' $1'))).toEqual([
      'GET /api/agents 200',
      'GET /api/agents/{agent_id} 200',
      'POST /api/conversations 202',
      'POST /api/react 200',
      'GET /api/skills 200',
      'GET /api/me/preferences 200',
      'POST /api/skills 201',
      'GET /api/skills/{skills_id} 200',
      'PATCH /api/skills/{skills_id} 200',
      'PUT /api/me/preferences 200',
      'POST /api/skills/{skill_id}/run 200',
      'DELETE /api/skills/{skills_id} 204',
      '',
      '12 operations played, nothing wrong.',
      '',
    ])
    expect(exit).toBe(0)
  })

  it('`profiles check` uploads and downloads a file, and reads the beginning of a stream', async () => {
    const { exit, text } = await check(`
operations:
  papers: { kind: files, path: /api/papers, fields: { topic: string } }
  watch: { kind: stream, path: /api/watch, script: [{ answer: Hello }] }`)
    expect(text).toMatch(/^POST \/api\/papers +201 .*"success":true/m)
    expect(text).toMatch(/^GET \/api\/papers\/\{papers_id\} +200 {2}text$/m)
    expect(text).toMatch(/^\w+ \/api\/watch +200 {2}.*event: /m)
    expect(text).toContain('5 operations played, nothing wrong.')
    expect(exit).toBe(0)
  })

  it('`profiles check` sends a sample of the first `oneOf` alternative that has one, and an unused key for a new record', async () => {
    const { exit, text } = await check(`operations:
  things:
    kind: collection
    path: /api/things
    key: slug
    record:
      slug: string
      size: { oneOf: ['string ~^b\\b$', { width: integer >=3 }, integer] }
    only: [create, read, list]
    seeds: [{ slug: first, size: 5 }]
  measure: { kind: action, method: POST, path: /api/measure, body: { size: { oneOf: ['string ~^b\\b$', integer >=7] } }, answer: $body.size }
  named: { kind: action, method: POST, path: '/api/things/{things_id}/named', on: things, answer: slug }
`)
    expect(text).toContain('201  {"success":true,"data":{"slug":"text","size":5}}')
    expect(text).toMatch(/\/api\/measure +200 {2}7/)
    expect(text).toMatch(/named +200 {2}"(text|first)"/)
    expect([exit, text]).toEqual([0, expect.stringContaining('5 operations played, nothing wrong')])
  })

  it('`profiles check` prints the same output in each run', async () => {
    const yaml = "answers: { GET /api/agents: { body: '{ at: $now, all: items }' } }"
    expect(await check(yaml)).toEqual(await check(yaml))
  })

  it('`profiles check` lists the operations that it could not call, with the reason', async () => {
    const { exit, text } = await check(`
answers: { 'GET /api/confirmations/{id}': { body: '@' } }
operations:
  notes: { kind: collection, path: /api/notes, record: { id: string, name: string }, only: [read] }`)
    expect([exit, text]).toEqual([
      4,
      `not tried: GET /api/confirmations/{id}: its path needs a record that the fixture does not have
not tried: GET /api/notes/{notes_id}: its path needs a record: add one to \`seeds\`

0 operations played, nothing wrong.
Nothing was played: see the reasons above.
`,
    ])
  })

  it.each([
    [
      'picks: { lists.envelope: { at: { GET /api/agents: array } } }\nanswers: { GET /api/agents: { body: items } }',
      '1:34',
      'no effect here',
    ],
    [
      "picks: { conversations.create-status: '201' }\nanswers: { POST /api/conversations: { status: 202 } }",
      '1:10',
      'own `status`',
    ],
    ["answers: { GET /api/agents: { body: 'items |' } }", '1:37', "can't be read"],
    ["answers: { GET /api/agents: { body: 'itms' } }", '1:37', 'gives null'],
    ["answers: { GET /api/workflows: { record: 'nme' } }", '1:42', 'gives null'],
    [
      "answers: { GET /api/agents: { body: 'join(`1`, items)' } }",
      '1:37',
      'Correct the expression',
    ],
    [
      'answers: { POST /api/conversations: { accepts: { body: { label: titel } } } }',
      '1:65',
      'Did you mean `title`?',
    ],
    ["answers: { 'DELETE /api/channels/{channel_id}': { record: '@' } }", '1:51', 'no body'],
    [
      'answers: { GET /api/agents: { body: items, shape: { 200: [string] } } }',
      '1:58',
      '`[0]` of the body must be string',
    ],
    [
      'answers: { GET /api/agents: { body: items, shape: { 201: any } } }',
      '1:44',
      'responds with 200',
    ],
    [
      "operations: { a: { kind: action, method: GET, path: '/api/agents/{x}' } }",
      '1:53',
      'Describe it under `answers`',
    ],
    [
      'operations: { a: { kind: action, method: GET, path: /api/agents/stats, set: a } }',
      '1:72',
      '"set" is unknown',
    ],
    [
      `operations:${family}  again: { kind: document, path: /api/skills, record: any, value: 1 }`,
      '20:34',
      'also an operation of `skills`',
    ],
    [
      `operations:${family}  b: { kind: action, method: POST, path: '/api/skills/{id}' }`,
      '20:42',
      'same names for the parameters',
    ],
    [
      `operations:${family}  b: { kind: action, method: POST, path: /api/run, on: skills }`,
      '20:42',
      '`on` needs a parameter',
    ],
    [
      'operations: { a: { kind: collection, path: /api/a, record: { id: any, name: string }, seeds: [{ name: 5 }] } }',
      '1:103',
      'of this seed must be string',
    ],
    [
      "operations: { a: { kind: document, path: /api/a, record: 'string ~^(a+)\\1$', value: aa } }",
      '1:58',
      'pattern',
    ],
    [
      'operations: { a: { kind: document, path: /api/a, record: integer, value: aa } }',
      '1:58',
      'must be integer',
    ],
    [
      'answers: { POST /api/orgs: { accepts: { extra: { body: { slug?: string } } }, keeps: [slog] } }',
      '1:87',
      'Declare it under `accepts.extra.body`',
    ],
    ['answers: { GET /api/orgs: { shares: "`[]`" } }', '1:29', 'Remove it'],
    ["answers: { POST /api/orgs: { accepts: { from: '{ a' } } }", '1:47', "can't be read"],
    [
      'operations: { a: { kind: collection, path: /api/a, record: { id: any }, also: { create: [{ in: b }] } } }',
      '1:96',
      'Unknown collection or kind of records `b`',
    ],
    ['answers: { GET /api/agent: {} }', '1:12', 'Unknown operation'],
    ['answers: "', '1:11', 'not closed'],
  ])(
    '`profiles check` reports a mistake at its line, with a fix, and exits with 1: %s',
    async (yaml, at, says) => {
      const { exit, text } = await check(yaml)
      const found = text.split('\n').filter((line) => line.startsWith(`staging.yaml:${at}: `))
      expect(text).toContain(`staging.yaml:${at}: `)
      expect(found.join('\n')).toContain(says)
      expect(exit).toBe(1)
    },
  )

  it('`profiles check` reports each wrong entry, but not the entries that only refer to a wrong entry', async () => {
    const { exit, text } = await check(`name: wrong
picks: { lists.default-size: nope, records.timestamps: naive }
answers:
  GET /api/agents: { recrd: '@' }
operations:
  notes: { kind: collection, path: /api/notes, record: { id: string }, toggel: { n: n } }
  run_note: { kind: action, method: GET, path: '/api/notes/{id}/run', on: notes, answer: '@' }
`)
    const places = text.split('\n').flatMap((line) => /^staging\.yaml:(\d+):/.exec(line)?.[1] ?? [])
    expect([exit, places]).toEqual([1, ['2', '4', '6']])
  })

  it('`profiles check --json` prints operations and problems as lines of JSON', async () => {
    const { exit, text } = await check(
      "answers: { GET /api/agents: { body: 'items[:1].name', shape: { 200: [integer] } } }",
      '--json',
    )
    expect(exit).toBe(1)
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { operation: 'GET /api/agents', status: 200, body: ['Contract Reader'] },
      { place: 'staging.yaml:1:69', says: expect.stringContaining('must be integer') },
    ])
  })

  it('`profiles check` needs a path that exists', async () => {
    await expect(run('check')).rejects.toThrow(UsageError)
    await expect(run('check', join(folder, 'none.yaml'))).rejects.toThrow(UsageError)
  })

  it.runIf(isProving)('`profiles check` accepts a shipped profile', async () => {
    expect(await run('check', 'deployed-0.8')).toMatchObject({ exit: 0 })
  })
})
