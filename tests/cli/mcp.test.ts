import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ControlOperation } from '../../contract/control/operation.ts'
import { controlOperations } from '../../contract/control/operations.ts'
import { type Assistant, connectCommand, connectServer } from './mcp-client.ts'
import { boundedText } from '../../cli/mcp/tool.ts'
import { isProving } from '../support/proving.ts'
import { upstreamOf } from '../support/raw-upstream.ts'
import { type Ready, start, temporaryFolder } from '../support/start-serve.ts'
import { shellClient } from '../testing/tolerance/session.ts'

const wrong = 'name: umbrella\nmatch: { query: [umbrella] }\nscript:\n  - anser: Take one.\n'
const right = wrong.replace('anser', 'answer')

const { folder, file } = temporaryFolder()

/** Acts as an assistant: reads the contract, writes a scenario, and proves it by a turn. */
async function provesScenario({ use, refusal }: Assistant): Promise<void> {
  expect(await use('list_operations', { search: '/api/react' })).toBe(
    'POST /api/react (chat.react): Start a turn in ReAct mode, as a stream',
  )
  expect(await use('read_operation', { operation: 'chat.react' })).toContain('"conversation_id"')
  expect(await refusal('check_scenario', { file: 'umbrella.yaml', text: wrong })).toContain(
    'umbrella.yaml:4:5: the key "anser" is unknown; did you mean "answer"?',
  )
  expect(await refusal('write_scenario', { file: 'umbrella.yaml', text: wrong })).toContain('4:5')
  expect(await use('check_scenario', { text: right })).toContain('Nothing is wrong')
  await use('write_scenario', { file: 'umbrella.yaml', text: right })
  const played = await use('play_turn', { query: 'Do I need an umbrella?' })
  expect(played).toContain('scenario umbrella')
  expect(played).toContain('Answer: Take one.')
  await use('add_fault', {
    fault: { match: { endpoint: 'chat.react' }, effect: { error: { code: 'internal_error' } } },
  })
  expect(await use('play_turn', { query: 'umbrella' })).toContain('responded with 500')
  const journal = await use('read_journal', { status: '5xx' })
  expect(journal).toContain('fault `fault-1` replaced the response')
  const [number] = /^\d+/.exec(journal) ?? []
  expect(await use('read_request', { number: Number(number) })).toContain('"explanation": "500:')
  await use('remove_faults')
  expect(await use('play_turn', { query: 'umbrella' })).toContain('Answer: Take one.')
}

it('the MCP server refuses a line that is not a JSON-RPC message, and still answers the next line', async () => {
  const server = spawn(process.execPath, ['dist/cli/understudy.js', 'mcp'])
  onTestFinished(() => void server.kill())
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
  const next = async () => JSON.parse(String((await lines.next()).value)) as unknown
  server.stdin.write('{"jsonrpc": "2.0", "id": 1,\n')
  expect(await next()).toMatchObject({ id: null, error: { code: -32_700 } })
  server.stdin.write('{"id": 1}\n')
  expect(await next()).toMatchObject({ id: null, error: { code: -32_600 } })
  server.stdin.write('{"jsonrpc": "2.0", "id": 2, "method": "ping"}\n')
  expect(await next()).toMatchObject({ id: 2, result: {} })
})

describe('an assistant that starts `agent-understudy mcp`', () => {
  let scripts: string
  let assistant: Assistant
  beforeAll(async () => {
    scripts = join(folder.path, 'scripts')
    assistant = await connectCommand('--scenarios', scripts)
  })
  afterAll(() => assistant.close())

  it('an assistant over stdio writes a scenario into the folder, plays it, and reads the explanation of a refusal', async () => {
    await provesScenario(assistant)
    expect(readFileSync(join(scripts, 'umbrella.yaml'), 'utf8')).toMatch(
      /^# yaml-language-server: .*\/schemas\/scenario\.json\nname: umbrella/,
    )
    expect(
      await assistant.refusal('write_scenario', { file: 'umbrella.yaml', text: right }),
    ).toContain('exists. Choose another name, or pass `replace: true`.')
  })

  it('an assistant cannot write or read a file through a link that leads out of the script folder', async () => {
    const { refusal, use } = assistant
    const outside = join(folder.path, 'outside.yaml')
    const link = join(scripts, 'link.yaml')
    const write = { file: 'link.yaml', text: right.replaceAll('umbrella', 'link'), replace: true }
    symlinkSync('../outside.yaml', link)
    expect(await refusal('write_scenario', write)).toContain('is a link or not a file')
    expect(existsSync(outside)).toBe(false)
    expect(await refusal('check_scenario', { text: right, file: 'x.yaml' })).toContain(
      '`link.yaml` is missing, or is a link that leads nowhere',
    )
    writeFileSync(outside, 'secret-text')
    const problem = await use('list_scenarios', {})
    expect(problem).toContain('The changed scripts were not loaded')
    expect(problem).toContain('umbrella')
    expect(problem).toContain('`link.yaml` is not in the folder of scripts, or is a link out of it')
    expect(problem).not.toContain('secret-text')
    expect(await refusal('write_scenario', write)).toContain('is a link or not a file')
    expect(readFileSync(outside, 'utf8')).toBe('secret-text')
    rmSync(link)
    await use('write_scenario', write)
    await use('write_scenario', write)
    expect(readFileSync(link, 'utf8')).toContain('name: link')
    rmSync(link)
    expect(readdirSync(scripts)).toEqual(['umbrella.yaml'])
  })

  it('an assistant cannot write or read files outside of the script folder', async () => {
    const { refusal } = assistant
    expect(await refusal('write_scenario', { file: '../up.yaml', text: right })).toBe(
      '"file" is "../up.yaml"; it must be a name such as refund.yaml, without a folder.',
    )
    expect(existsSync(join(folder.path, 'up.yaml'))).toBe(false)
    await file('secret.yaml', 'fragments: { hidden: { script: [{ anser: secret-text }] } }')
    const including = `include: [../secret.yaml]\n${right.replace('umbrella', 'boots')}`
    const problem = await refusal('check_scenario', { file: 'boots.yaml', text: including })
    expect(problem).toContain('[include]')
    expect(problem).not.toContain('secret-text')
  })

  it('an assistant reads a long text in parts, and is told how to read the next part', async () => {
    const { use, refusal, client } = assistant
    const whole = readFileSync('docs/coverage.md', 'utf8')
    const part = await use('read_doc', { page: 'coverage.md' })
    expect(part.length).toBeLessThan(20_200)
    expect(part).toContain('Call `read_doc` again with `offset: 20000` for the rest.')
    const next = await use('read_doc', { page: 'coverage.md', offset: 20_000 })
    expect(part.slice(0, 20_000) + next.slice(0, 20_000)).toBe(whole.slice(0, 40_000))
    expect(await refusal('read_doc', { page: 'coverage.md', offset: 9_999_999 })).toContain(
      'pass a smaller `offset`',
    )
    const uri = 'understudy://docs/coverage.md?offset=20000'
    const { contents } = await client.readResource({ uri })
    const [resource] = contents as { readonly text: string }[]
    expect(resource?.text.slice(0, 20_000)).toBe(whole.slice(20_000, 40_000))
    expect(resource?.text).toContain('understudy://docs/coverage.md?offset=40000')
  })

  it('a part of a long text that an assistant reads never ends with half a character', () => {
    const text = `${'a'.repeat(19_999)}🌊b`
    expect(boundedText(text, 0, String)).toMatch(
      /^a{19999}\n\n\[Characters 0 to 19999 of 20002; .* 19999\]$/,
    )
    expect(boundedText(text, 19_999, String)).toBe('🌊b')
  })

  it('an assistant gets the docs pages and the JSON Schemas as MCP resources', async () => {
    const { resources } = await assistant.client.listResources()
    const names = resources.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['mcp.md', 'scripts.md', 'profile.schema.json']))
    const { contents } = await assistant.client.readResource({
      uri: 'understudy://docs/report.schema.json',
    })
    const [schema] = contents as { readonly text: string }[]
    expect(JSON.parse(schema?.text ?? '')).toHaveProperty('$schema')
    await expect(
      assistant.client.readResource({ uri: 'understudy://docs/../package.json' }),
    ).rejects.toThrow('There is no resource')
  })

  it('an assistant can read every listed docs page, and every page that a listed page links to', async () => {
    const { use, client } = assistant
    const { resources } = await client.listResources()
    const listed = resources.map(({ name }) => name)
    const pages = listed.filter((name) => name.endsWith('.md'))
    expect(pages).toContain('start/tests.md')
    const linked = new Set<string>()
    for (const page of pages) {
      const part = await use('read_doc', { page })
      const { contents } = await client.readResource({ uri: `understudy://docs/${page}` })
      expect((contents as { readonly text: string }[])[0]?.text.slice(0, 100)).toBe(
        part.slice(0, 100),
      )
      for (const [, path = ''] of part.matchAll(/\]\(((?:\.\.?\/|[\w-]+\/)*[\w-]+\.md)[#)]/g))
        linked.add(new URL(path, `http://docs.test/docs/${page}`).pathname)
    }
    const inDocs = [...linked].flatMap((path) => /^\/docs\/(?!decisions)(.*)/.exec(path)?.[1] ?? [])
    expect(inDocs.filter((page) => !listed.includes(page))).toEqual([])
    expect(inDocs.length).toBeGreaterThan(30)
  })

  it('an assistant gets one plain sentence for an unknown tool, a wrong input and an unknown name', async () => {
    const { refusal } = assistant
    expect(await refusal('play_tur')).toContain('Did you mean `play_turn`?')
    expect(await refusal('play_turn', { query: 3, agnt: 'x' })).toBe(
      'The key "agnt" is unknown; did you mean "agent"?\n"query" is 3; it must be text.',
    )
    expect(await refusal('read_operation', { operation: 'chat.raect' })).toContain(
      'Did you mean `chat.react`?',
    )
    expect(await refusal('play_turn', { query: 'x', agent: 'Nobody' })).toContain('Support Desk')
    expect(await refusal('add_fault', { fault: { mach: {} } })).toContain('did you mean "match"')
    expect(await refusal('run_conform', { plan: 'full' })).toContain('"smoke", "core" or "turn"')
  })

  it('if the platform refuses to list the agents for a turn, an assistant is told the status of the refusal', async () => {
    const { use, refusal } = assistant
    await use('add_fault', {
      fault: { match: { endpoint: 'agents.list' }, effect: { error: { code: 'forbidden' } } },
    })
    expect(await refusal('play_turn', { query: 'Hello', agent: 'Support Desk' })).toMatch(
      /^The platform responded with 403: /,
    )
    await use('remove_faults')
  })

  it('an assistant controls choices, rules, the clock and the conformance suite', async () => {
    const { use } = assistant
    await use('pick_options', { picks: { 'errors.envelope': 'detail' }, world: 'picky' })
    const choice = { search: 'errors.envelope' }
    expect(await use('list_choices', { ...choice, world: 'picky' })).toContain('= detail (default')
    expect(await use('list_choices', choice)).not.toContain('= detail')
    expect(await use('list_rules', { search: 'jwt' })).toContain('login-response.access-token')
    const before = JSON.parse(await use('read_clock')) as { readonly now: string }
    const after = JSON.parse(await use('move_clock', { advance: '2h' })) as typeof before
    expect(Date.parse(after.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(7_200_000)
    expect(await use('run_conform', { plan: 'smoke' })).toContain('Green.')
    expect(await use('read_conform')).toContain('Plan smoke')
    const one = { plan: 'smoke', only: ['login.*'] }
    expect(await use('run_conform', one)).toMatch(/Plan smoke: (\d+) of \1 checks are decided/)
    await expect(use('run_conform', { ...one, only: ['logn.*'] })).rejects.toThrow('logn.*')
    expect(await use('read_coverage')).toContain('# Coverage of world `default`')
    const journal = await use('read_journal')
    expect(await use('read_journal', { offset: 3 })).toBe(journal.slice(3))
  })

  it('an assistant gets a tool for each operation in the table of control operations', async () => {
    const named = Object.values<ControlOperation>(controlOperations).map(({ tool }) => tool)
    const { tools } = await assistant.client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(named.filter((tool) => tool !== undefined)))
    expect(tools.find(({ name }) => name === 'reset_world')?.description).toBe(
      'Resets the world to its initial state. Its streams end, and added scripts and faults go.',
    )
  })
})

it('an assistant without a folder plays its scenario from memory, and no file is written', async () => {
  const assistant = await connectCommand()
  const written = await assistant.use('write_scenario', { file: 'umbrella.yaml', text: right })
  expect(written).toContain('no file was written')
  const played = await assistant.use('play_turn', { query: 'umbrella' })
  expect(played).toContain('Answer: Take one.')
  const second = 'name: dry\nmatch: { query: rain, after: umbrella }\nscript: [{ answer: Dry. }]\n'
  await assistant.use('check_scenario', { text: second })
  await assistant.use('write_scenario', { file: 'dry.yaml', text: second })
  const unknown = second.replace('after: umbrella', 'after: umbrela')
  expect(await assistant.refusal('check_scenario', { text: unknown })).toContain(
    'there is no script "umbrela"; did you mean "umbrella"?',
  )
  await assistant.close()
})

describe('an assistant that may run the tests of the user', () => {
  const client = shellClient(
    `curl -sD - -o /dev/null "$U/api/agents" -H "$A" | grep -qi '^content-type: application/json.$'`,
  )
  const charset = 'records.content-type=charset'

  it.runIf(isProving)(
    'an assistant finds the behaviour that breaks the tests, and reads the report again',
    async () => {
      const assistant = await connectCommand('--', ...client)
      expect(
        await assistant.refusal('run_tolerance', { only: ['records.contnt-type=*', '-x'] }),
      ).toMatch(/no behaviour/)
      const only = ['records.content-type=*', 'records.timestamps=naive']
      const found = await assistant.use('run_tolerance', { only, minutes: 5 })
      expect(found).toContain(`✗ ${charset}`)
      expect(found).toContain('A tolerant client: ')
      expect(found).toMatch(
        /1 of 2 allowed behaviours that your tests reach are tolerated; 1 is not\./,
      )
      expect(await assistant.use('read_tolerance')).toBe(found)
      await assistant.close()
    },
  )

  it.runIf(isProving)(
    'an assistant sees the progress of a long tolerance session, which ends when the assistant disconnects',
    async () => {
      const started = join(folder.path, 'started')
      const assistant = await connectCommand('--', 'sh', '-c', `echo $$ > ${started}; sleep 600`)
      const running = assistant.use('run_tolerance').catch(String)
      await expect.poll(() => existsSync(started), { timeout: 20_000 }).toBe(true)
      expect(await assistant.use('read_tolerance')).toContain('The session goes on')
      expect(await assistant.refusal('run_tolerance')).toContain('A session is running')
      await assistant.close()
      await running
      const pid = Number(readFileSync(started, 'utf8'))
      await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false)
    },
  )

  it('a tolerance session of an assistant runs even if the script folder does not exist yet', async () => {
    const missing = join(folder.path, 'not-there')
    const assistant = await connectCommand('--scenarios', missing, '--', 'true')
    const only = ['records.content-type=*']
    expect(await assistant.use('run_tolerance', { only, minutes: 5 })).not.toContain('not-there')
    await assistant.close()
  })

  it('an assistant without a test command is told how the user can allow one, also over HTTP', async () => {
    const assistant = await connectCommand()
    expect(await assistant.refusal('run_tolerance')).toContain('agent-understudy mcp -- npx')
    expect(await assistant.refusal('read_tolerance')).toContain('call `run_tolerance`')
    await assistant.close()
    const server = await start('--json')
    const remote = await connectServer(`${(JSON.parse(server.output) as Ready).control}/mcp`)
    expect(await remote.refusal('run_tolerance')).toContain('No test command is allowed here')
    await remote.close()
    await server.stop()
  })
})

/** Whether a process exists. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const scenariosAt = async (control: string) => (await fetch(`${control}/scenarios`)).text()

describe('an assistant that connects to a server', () => {
  it('an assistant over HTTP plays its scenario from memory, in the world that the address names', async () => {
    const server = await start('--json', '--speed', 'max')
    const { control, url } = JSON.parse(server.output) as Ready
    const assistant = await connectServer(`${url}/w/red/__control/mcp`)
    await provesScenario(assistant)
    await assistant.close()
    expect(await scenariosAt(`${url}/w/red/__control`)).toContain('umbrella')
    expect(await scenariosAt(control)).not.toContain('umbrella')
    const stdio = await connectCommand('--url', `${url}/w/red`)
    expect(await stdio.use('play_turn', { query: 'umbrella' })).toContain('Answer: Take one.')
    await stdio.close()
    const strange = await connectCommand('--url', `${url}/w/%zz`)
    expect(await strange.use('read_clock')).toContain('"frozen": false')
    await strange.close()
    await server.stop()
  })

  it('an assistant over HTTP is refused if the control token is missing or the request comes from another site', async () => {
    const server = await start('--json', '--speed', 'max', '--control-token', 'the-token')
    const { control } = JSON.parse(server.output) as Ready
    const authorization = 'Bearer the-token'
    await expect(connectServer(`${control}/mcp`)).rejects.toThrow('Send the token')
    await expect(
      connectServer(`${control}/mcp`, { authorization, origin: 'https://evil.example' }),
    ).rejects.toThrow('pages of other origins')
    const assistant = await connectServer(`${control}/mcp`, { authorization })
    expect(await assistant.use('read_clock')).toContain('"frozen": false')
    await assistant.close()
    const get = await fetch(`${control}/mcp`, { headers: { authorization } })
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
    await server.stop()
  })

  it('an assistant is told that another web server answers at the address', async () => {
    const { url } = await upstreamOf((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>A page.</p>'),
    )
    const assistant = await connectCommand('--url', url)
    const calls = {
      list_operations: {},
      list_choices: {},
      read_journal: {},
      play_turn: { query: 'x' },
    }
    for (const [name, given] of Object.entries(calls))
      expect(await assistant.refusal(name, given)).toBe(
        `The server at ${url} is not Understudy. Pass --url with the address that agent-understudy serve prints.`,
      )
    await assistant.close()
  })

  it('a visitor of a demo has no MCP server', async () => {
    const server = await start('--json', '--demo')
    const { url } = JSON.parse(server.output) as Ready
    const cookie = (await fetch(url)).headers.get('set-cookie')?.split(';')[0] ?? ''
    await expect(connectServer(`${url}/__control/mcp`, { cookie })).rejects.toThrow('control')
    await server.stop()
  })
})
