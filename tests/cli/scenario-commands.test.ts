import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { scenarioSchema } from '../../contract/authoring/script-file.ts'
import { isScript } from '../../contract/authoring/scenarios.ts'
import { parseYaml } from '../../contract/authoring/yaml.ts'
import { detectLanguage, phrasesByLanguage } from '../../mocks/platform/languages/languages.ts'
import { matchesQuery } from '../../mocks/platform/chat/match-query.ts'
import { sampleQuery } from '../../cli/scenarios/play.ts'
import { UsageError } from '../../cli/command-line.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { drawn } from '../support/proving.ts'
import { folderOf, greeting, paying, run } from './scenario-tools.ts'

describe('`scenarios check`', () => {
  it('`scenarios check` reports that there are no problems, and exits with 0', async () => {
    const dir = await folderOf({ 'a.yaml': greeting })
    expect(await run('check', dir)).toEqual({ exit: 0, text: '1 script, nothing wrong.\n' })
    expect(await run('check', join(dir, 'a.yaml'), '--json')).toEqual({ exit: 0, text: '' })
  })

  it('`scenarios check` prints every problem with its position, a fix and its rule, and exits with 1', async () => {
    const dir = await folderOf({ 'a.yaml': greeting.replace('think', 'thnk'), 'b.yaml': 'a: "' })
    const { exit, text } = await run('check', dir)
    expect(exit).toBe(1)
    expect(text).toBe(
      `${dir}/a.yaml:4:5: the key "thnk" is unknown; did you mean "think"? [unknown-key]
${dir}/b.yaml:1:5: a quote is not closed; write the " that closes it [yaml]

2 problems.
`,
    )
    const json = (await run('check', dir, '--json')).text.trimEnd().split('\n')
    expect(json.map((line) => JSON.parse(line).rule)).toEqual(['unknown-key', 'yaml'])
  })

  it('`scenarios check` checks agents against the given fixture', async () => {
    const dir = await folderOf({ 'a.yaml': paying.replace('Support Desk', 'Suport Desk') })
    expect((await run('check', dir)).exit).toBe(0)
    expect((await run('check', dir, '--fixture', 'demo')).text).toContain(
      'there is no agent "Suport Desk"; did you mean "Support Desk"? [unknown-agent]',
    )
  })

  it.each([
    [['check', '/nowhere'], 'There is no `/nowhere` to check: pass a folder or a file of scripts.'],
    [['check', 'a', 'b'], 'This argument is unexpected: `b`; see --help.'],
    [['check', '--fixtur'], 'There is no flag --fixtur. Did you mean --fixture?'],
    [['chek'], 'There is no command `scenarios chek`. Did you mean check?'],
    [['play'], 'A script file is missing: agent-understudy scenarios play FILE'],
    [
      ['list', '--query', 'x', '--endpoint', 'auto'],
      '--endpoint takes react or dag, not `auto`. A turn of auto is routed to one of them.',
    ],
  ])('the `scenarios` commands refuse %j', async (argv, sentence) => {
    await expect(run(...argv)).rejects.toThrow(new UsageError(sentence))
  })
})

describe('`scenarios schema`', () => {
  it('`scenarios schema` prints the JSON Schema for editors', async () => {
    const { exit, text } = await run('schema')
    expect([exit, JSON.parse(text)]).toEqual([0, JSON.parse(JSON.stringify(scenarioSchema()))])
  })

  it('the JSON Schema of `scenarios schema` accepts every shipped script, and rejects a misspelt key', async () => {
    const validate = new Ajv2020({ strict: false }).compile(scenarioSchema())
    const folder = new URL('../../scenarios/', import.meta.url)
    for (const name of drawn((await readdir(folder)).filter(isScript), 6)) {
      const { value } = parseYaml(await readFile(new URL(name, folder), 'utf8'), name)
      expect([name, validate(value), validate.errors]).toEqual([name, true, null])
    }
    const mistyped = parseYaml(greeting.replace('think', 'thnk'), 'a.yaml').value
    expect(validate(mistyped)).toBe(false)
  })

  it('the JSON Schema of `scenarios schema` has a description for every key of a script', () => {
    const script = scenarioSchema().else
    const keys = typeof script === 'object' ? Object.entries(script.properties ?? {}) : []
    expect(keys.length).toBeGreaterThan(10)
    const silent = keys.filter(
      ([, schema]) => typeof schema === 'boolean' || schema.description === undefined,
    )
    expect(silent).toEqual([])
  })
})

/** The file of a fixture with an agent, whose owner alone decides on its tool calls. */
async function reservedTill(owner: string): Promise<string> {
  const data = `users:
  - { email: guest@b.test, password: x }
  - ${owner}
agents:
  - name: Till
    owner: owner@b.test
    visibility: global
    publish_status: approved
    confirmation_approver_scope: agent_owner
`
  return join(await folderOf({ 'data.yaml': data }), 'data.yaml')
}

describe('`scenarios play`', () => {
  it('`scenarios play` prints each event with its time and cursor, and text as it is streamed', async () => {
    const dir = await folderOf({ 'a.yaml': greeting })
    const { exit, text } = await run('play', join(dir, 'a.yaml'))
    expect(exit).toBe(0)
    expect(text).toContain('greeting on react: “good morning”')
    expect(text).toMatch(/^ +2\.\d\ds +\d+ {2}answer +Good morning, Dana!$/m)
    expect(text).toMatch(/ {2}suggestions +\["Is it FH-204\?"\]\n/)
    expect(text.trimEnd()).toMatch(/ {2}end +\{\}$/)
  })

  it.each([
    ['--approve', 'Paid.'],
    ['--reject', 'Refused.'],
    ['--expire', 'Too late.'],
  ])('`scenarios play` plays the branch that the flag %s selects', async (flag, answer) => {
    const dir = await folderOf({ 'a.yaml': paying })
    const { text } = await run(
      'play',
      join(dir, 'a.yaml'),
      flag,
      '--query',
      'pay',
      '--speed',
      'max',
    )
    expect(text).toContain(answer)
  })

  it('`scenarios play` plays a dialogue turn by turn, or one of its turns', async () => {
    const dir = await folderOf({ 'a.yaml': paying })
    const all = await run('play', join(dir, 'a.yaml'))
    expect(all.text).toContain('paying/2 on react: “And the order FH-77?”')
    expect(all.text).toContain('FH-77 is paid, too.')
    const one = await run('play', join(dir, 'a.yaml'), '--turn', '2')
    expect(one.text).not.toContain('paying/1')
    expect(one.text).toContain('FH-77 is paid, too.')
  })

  it('`scenarios play` plays a script for the second turn, although no script matches the first turn', async () => {
    const later = `name: later
match: { query: status, turn: 2 }
script: [{ answer: All is well. }]
`
    const file = join(await folderOf({ 'a.yaml': later }), 'a.yaml')
    const queries = ['--query', 'hello', '--query', 'status', '--speed', 'max']
    const { exit, text } = await run('play', file, ...queries)
    expect(exit).toBe(0)
    expect(text).toMatch(/no script on react: “hello”[^]*later on react: “status”[^]*All is well\./)
    const one = await run('play', file, ...queries, '--turn', '2')
    expect(one.text).not.toContain('hello')
    expect(one.text).toContain('All is well.')
    await expect(run('play', file, ...queries, '--turn', '1')).rejects.toThrow(
      'matches “hello” on react',
    )
  })

  it('`scenarios play` prints what arrives of a damaged stream, and goes on with the next turn', async () => {
    const turns = `name: bad-day
match: { query: [bad day] }
turns:
  - fault: { malform: { event: 1, as: json }, cut: { after_event: 3, how: reset } }
    script: [{ answer: You will not see the end of this. }]
  - match: { query: worse }
    fault: { cut: { after_event: 1 } }
    script: [{ violate: { step: 7 } }, { answer: Nor of this. }]
`
    const dir = await folderOf({ 'a.yaml': turns })
    const { exit, text } = await run('play', join(dir, 'a.yaml'))
    expect(exit).toBe(0)
    expect(text).toMatch(/ {2}step +"\{.*"\n/)
    expect(text).toMatch(/\(the connection broke\)\n[^]*bad-day\/2 on react/)
    const json = await run('play', join(dir, 'a.yaml'), '--json')
    const lines: { data?: unknown; error?: string }[] = json.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(typeof lines[0]?.data).toBe('string')
    expect(lines).toContainEqual({ ms: expect.any(Number), error: 'The connection broke.' })
  })

  it('`scenarios play` prints the tool call that waits for an approval, and the reason of its rejection', async () => {
    const scriptText = paying
      .replace('{ tool: pay }', '{ tool: pay, input: { amount: 120, account: FH-20417 } }')
      .replace('Refused.', 'Refused: {{reason}}.')
    const dir = await folderOf({ 'a.yaml': scriptText })
    const call = ['play', join(dir, 'a.yaml'), '--turn', '1', '--reason', 'too much']
    const { text } = await run(...call, '--reject')
    expect(text).toContain('Refused: too much.')
    expect(text).toContain(
      'awaiting_confirmation {"tool_name":"pay","arguments":{"amount":120,"account":"FH-20417"},',
    )
    await expect(run(...call)).rejects.toThrow('--reason only works together with --reject.')
  })

  it('`scenarios play` decides an approval as a user who has the right, and reports an approval that no user may decide', async () => {
    const asGuest = paying.replace('agent: Support Desk', 'agent: Till, user: guest@b.test')
    const dir = await folderOf({ 'a.yaml': asGuest })
    const play = ['play', join(dir, 'a.yaml'), '--turn', '1', '--fixture']
    const open = await reservedTill('{ email: owner@b.test, password: x }')
    expect((await run(...play, open)).text).toContain('Paid.')
    const locked = await reservedTill('{ email: owner@b.test, password: x, is_restricted: true }')
    await expect(run(...play, locked)).rejects.toThrow('The fake refused the decision with 403: ')
  })

  it('`scenarios play` plays a turn that needs a state which an earlier turn of the dialogue creates', async () => {
    const twice = `name: twice
match: { query: pay back }
turns:
  - script: [{ approval: { call: { tool: pay, input: { amount: 120 } } } }, { answer: Paid. }]
  - match: { query: again, state: { confirmations: { where: { status: approved, arguments: { amount: 120 } } } } }
    script: [{ answer: Already paid. }]
`
    const file = join(await folderOf({ 'a.yaml': twice }), 'a.yaml')
    const { exit, text } = await run('play', file, '--speed', 'max')
    expect([exit, text]).toEqual([0, expect.stringContaining('Already paid.')])
  })

  it('`scenarios play` refuses a turn that the dialogue does not have, and states its number of turns', async () => {
    const file = join(await folderOf({ 'a.yaml': paying }), 'a.yaml')
    await expect(run('play', file, '--turn', '3')).rejects.toThrow(
      `\`${file}\` has no turn 3: it has 2 turns; for more turns, repeat --query.`,
    )
  })

  it('`scenarios play` prints each event as a line of JSON', async () => {
    const dir = await folderOf({ 'a.yaml': greeting })
    const { text } = await run('play', join(dir, 'a.yaml'), '--json', '--speed', 'max')
    const events = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(events.at(-1)).toMatchObject({ event: 'end', data: {} })
    expect(events.every(({ ms }) => typeof ms === 'number')).toBe(true)
  })

  it('`scenarios play` explains why no script matches', async () => {
    const dir = await folderOf({ 'a.yaml': greeting })
    await expect(run('play', join(dir, 'a.yaml'), '--query', 'Bye')).rejects.toThrow(
      `No script of \`${dir}/a.yaml\` matches “Bye” on react:\n  greeting: none of its queries matches`,
    )
  })
})

/** A script for this query. */
const asking = (query: Scenario['match']['query']): Scenario => ({
  name: 'asked',
  match: { endpoint: 'react', ...(query !== undefined && { query }) },
  script: [{ answer: 'Yes.' }],
})

describe('`scenarios play` with a profile or a fixture', () => {
  it('`scenarios play` plays a script as a deployment that reads the credential from the body', async () => {
    const dir = await folderOf({ 'a.yaml': greeting })
    const play = ['play', join(dir, 'a.yaml'), '--speed', 'max']
    const { exit, text } = await run(...play, '--profile', 'deployed-0.8')
    expect(exit).toBe(0)
    expect(text).toContain('done')
  })

  it('`scenarios play` plays a turn of an agent that only the given fixture file contains', async () => {
    const data = 'users: [{ email: a@b.test, password: x }]\nagents: [{ name: Till }]\n'
    const dir = await folderOf({
      'a.yaml': paying.replace('Support Desk', 'Till'),
    })
    const file = join(await folderOf({ 'data.yaml': data }), 'data.yaml')
    const play = ['play', join(dir, 'a.yaml'), '--speed', 'max']
    expect((await run(...play, '--fixture', file)).exit).toBe(0)
    expect((await run('check', dir, '--fixture', file)).exit).toBe(0)
    await expect(run(...play)).rejects.toThrow('The fixture has no agent `Till`')
  })
})

describe('a generated query for a script', () => {
  it.each<readonly [Scenario['match']['query'], string | undefined]>([
    ['hello', 'hello'],
    [{ all: ['refund', 'order'] }, 'refund order'],
    [['/^(?<p>canopy|amber) no\\. \\d{3}$/', 'x'], 'canopy no. 111'],
    ['/where is .* order(ed)?[!?]/', 'where is x ordered!'],
    ['/what does (?<person>[a-z]+) earn/', 'what does person earn'],
    ['/b{2}c/', undefined],
    [undefined, 'Go on, please.'],
  ])('the query generated for a script that matches %j is %j', async (query, sample) => {
    expect(sampleQuery(asking(query))).toBe(sample)
  })

  it.each([...phrasesByLanguage.keys()])(
    'a query that is generated for a script in the language %s is in that language',
    (language) => {
      for (const query of [undefined, 'KX-7', { all: ['KX-7', 'AB'] }]) {
        const script = { ...asking(query), match: { ...asking(query).match, language } }
        const sample = sampleQuery(script) ?? ''
        expect([sample, detectLanguage(sample)]).toEqual([sample, language])
        expect(matchesQuery(sample, script)).toBe(true)
      }
    },
  )

  it('no query is generated for a language that is never detected', () => {
    const script = { ...asking('Salve'), match: { ...asking('Salve').match, language: 'la' } }
    expect(sampleQuery(script)).toBeUndefined()
  })
})
