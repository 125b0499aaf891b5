import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AuthoringError } from '../../../contract/authoring/problem.ts'
import { parseYaml } from '../../../contract/authoring/yaml.ts'
import { loadScenarios, readScenarios } from '../../../contract/authoring/scenarios.ts'
import { scenario } from '../../../contract/scripts/scenario.ts'

/** Compiles texts by file name; a single text is the file `a.yaml`. */
async function compiled(given: string | Readonly<Record<string, string>>) {
  const files = typeof given === 'string' ? { 'a.yaml': given } : given
  return readScenarios(Object.keys(files), async (file) => {
    const text: string | undefined = Reflect.get(files, file)
    if (text === undefined) throw new Error(`There is no ${file}.`)
    return text
  })
}

const folderOf = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const dir = await mkdtemp(join(tmpdir(), 'scenarios-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text)
  return dir
}

const greeting = `name: greeting
match: { query: hello }
script:
  - answer: Hello
`

describe('a YAML document', () => {
  test('a parsed YAML document knows the position of each value, of each key, and of a missing part', () => {
    const { value, where } = parseYaml('a:\n  - b: 1\n  -   c: 2\n', 'f.yaml')
    expect(value).toEqual({ a: [{ b: 1 }, { c: 2 }] })
    expect(where(['a', 1, 'c'])).toBe('f.yaml:3:10')
    expect(where(['a', 1, 'c'], 'key')).toBe('f.yaml:3:7')
    expect(where(['a', 1, 'd', 'e'])).toBe('f.yaml:3:7')
    expect(where([])).toBe('f.yaml:1:1')
  })

  test('the position of a value in a YAML alias is the position in the anchor of the alias', () => {
    const { value, where } = parseYaml('a: &x { b: 1 }\nc: *x\n', 'f.yaml')
    expect(value).toEqual({ a: { b: 1 }, c: { b: 1 } })
    expect(where(['c', 'b'])).toBe('f.yaml:1:12')
  })

  test('a YAML document may use an anchor many times, also in the values of other anchors', () => {
    const [x, y] = ['*x,', '*y,'].map((alias) => `[${alias.repeat(300)}]`)
    const { value } = parseYaml(`a: &x ada@x.test\nb: &y ${x}\nc: ${y}\n`, 'f.yaml')
    const emails = Array.from({ length: 300 }, () => 'ada@x.test')
    expect(value).toEqual({ a: 'ada@x.test', b: emails, c: emails.map(() => emails) })
  })

  test.each([
    ['a:\n\tb: 1\n', 'f.yaml:2:1: this line is indented by a tab; indent with spaces [yaml]'],
    ['a: *x\n', 'f.yaml:1:4: *x has no anchor; define &x before it [yaml]'],
    [
      'a: &x [1, *x]\n',
      'f.yaml:1:11: with its aliases written out, this file is too large; use fewer aliases [yaml]',
    ],
  ])('a YAML document that is broken is refused with one sentence: %j', (text, sentence) => {
    expect(() => parseYaml(text, 'f.yaml')).toThrow(sentence)
  })

  test('a YAML document with too many aliases, or whose aliases stand for too much, is refused', () => {
    const many = `a: &x 1\nb: [${'*x,'.repeat(20_000)}]\n`
    const levels = Array.from(
      { length: 12 },
      (_, n) => `k${n}: &a${n} [${`*a${n - 1},`.repeat(9)}]\n`,
    )
    const bomb = levels.join('').replaceAll('*a-1', 'x')
    expect(() => parseYaml(many, 'f.yaml')).toThrow(
      'f.yaml:2:60002: this file has more than 20000 anchors and aliases; use fewer [yaml]',
    )
    expect(() => parseYaml(bomb, 'f.yaml')).toThrow(
      'f.yaml:12:52: with its aliases written out, this file is too large; use fewer aliases [yaml]',
    )
  })

  test('a YAML document of a profile keeps its values as written', () => {
    const { value, where } = parseYaml('picks:\n  a.b: 401\n', 'p.yaml')
    expect(value).toEqual({ picks: { 'a.b': 401 } })
    expect(where(['picks', 'a.b'])).toBe('p.yaml:2:8')
  })
})

describe('a script', () => {
  test('a script is parsed with durations in milliseconds, but keeps durations in the input of a tool as text', async () => {
    const [{ pace, script } = {}] = await compiled(`${greeting}  - pause: 1.5s
  - call: { tool: lookup, takes: 2m, input: { pause: 3s } }
pace: { by: word, every: 50ms, pauses: { comma: 0.1s } }
`)
    expect(pace).toEqual({ by: 'word', every: 50, pauses: { comma: 100 } })
    expect(script?.slice(1)).toEqual([
      { pause: 1500 },
      { call: { tool: 'lookup', takes: 120_000, input: { pause: '3s' } } },
    ])
  })

  test.each([
    ['answer: Hello', 'react'],
    ['replan: why', 'dag'],
  ])('a script with the line `%s` and without an endpoint plays on %s', async (line, endpoint) => {
    const [one] = await compiled(greeting.replace('answer: Hello', line))
    expect(one?.match.endpoint).toBe(endpoint)
  })

  test('a script with faker placeholders has the same list of values each time it is compiled', async () => {
    const text = greeting.replace(
      'Hello',
      '"{{faker.person.firstName}}, {{faker.person.firstName#2}} on {{faker.date.recent}}"',
    )
    const [one] = await compiled(text)
    expect(Object.keys(one?.values ?? {})).toEqual(['faker.person.firstName', 'faker.date.recent'])
    const names = one?.values?.['faker.person.firstName']
    expect(names).toHaveLength(40)
    expect(new Set(names).size).toBeGreaterThan(20)
    expect(await compiled(text)).toEqual([one])
    const [other] = await compiled(text.replace('greeting', 'farewell'))
    expect(other?.values?.['faker.person.firstName']).not.toEqual(names)
  })
})

describe('a dialogue', () => {
  const dialogue = `name: warranty
about: Asks back.
match: { query: warranty, agent: Support Desk, language: en }
pace: { rate: 30 }
turns:
  - script: [{ answer: Which product? }]
    pace: { rate: 60 }
  - match: { query: /(?<product>canopy|amber)/ }
    script: [{ answer: "{{product}}" }]
  - match: { agent: Finance, endpoint: dag }
    script: [{ replan: Again. }, { answer: "{{product}}, still" }]
`

  test('fields of a dialogue apply to each of its turns, and a field that belongs to a turn is refused in the dialogue', async () => {
    const shared = 'literal: true\nown_pauses: false\nclosing: 5s\n'
    for (const turn of await compiled(shared + dialogue))
      expect(turn).toMatchObject({ literal: true, own_pauses: false, closing: 5000 })
    await expect(compiled(`routing: because\n${dialogue}`)).rejects.toThrow('belongs to a turn')
  })

  test('a dialogue becomes one script per turn, and each script plays after the previous script', async () => {
    const turns = await compiled(dialogue)
    expect(turns.map(({ name, match }) => [name, match])).toEqual([
      [
        'warranty/1',
        { query: 'warranty', agent: 'Support Desk', language: 'en', endpoint: 'react' },
      ],
      [
        'warranty/2',
        {
          query: '/(?<product>canopy|amber)/',
          agent: 'Support Desk',
          endpoint: 'react',
          after: 'warranty/1',
        },
      ],
      ['warranty/3', { agent: 'Finance', endpoint: 'dag', after: 'warranty/2' }],
    ])
    expect(turns.map(({ pace }) => pace?.rate)).toEqual([60, 30, 30])
    for (const turn of turns) expect(scenario.parse(turn)).toEqual(turn)
  })

  test('a dialogue reports the position of a problem inside a turn', async () => {
    await expect(compiled(dialogue.replace('still', '{{prodcut}}'))).rejects.toThrow(
      'a.yaml:11:44: there is no placeholder {{prodcut}}; did you mean {{product}}? [place]',
    )
    await expect(compiled(dialogue.replace('endpoint: dag', 'endpoint: react'))).rejects.toThrow(
      'a.yaml:11:14: plans only work on dag; set "endpoint: dag" [plan-on-dag]',
    )
  })
})

describe('a fragment', () => {
  const common = `fragments:
  look-up:
    - think: I look up {{what}} in {{where}}.
    - call: { tool: search, input: { q: "{{what}}", exact: true } }
  twice:
    - use: { fragment: look-up, with: { what: "{{what}}", where: the docs } }
    - use: { fragment: look-up, with: { what: "{{what}} again", where: the web } }
`

  test('a fragment is expanded with the given values wherever a script uses it, also in fragments and branches', async () => {
    const [one] = await compiled({
      '_common.yaml': common,
      'a.yaml': `${greeting}  - approval:
      call: { tool: pay }
      rejected:
        - use: { fragment: twice, with: { what: hours } }
include: [_common.yaml]
`,
    })
    expect(one?.script[1]).toEqual({
      approval: {
        call: { tool: 'pay' },
        rejected: [
          { think: 'I look up hours in the docs.' },
          { call: { tool: 'search', input: { q: 'hours', exact: true } } },
          { think: 'I look up hours again in the web.' },
          { call: { tool: 'search', input: { q: 'hours again', exact: true } } },
        ],
      },
    })
  })

  test('a problem in a fragment has the file and line of the fragment, and later lines keep their numbers', async () => {
    const files = {
      '_common.yaml': common.replace('search', '""'),
      'a.yaml': `name: a
match: { query: hello }
include: [_common.yaml]
script:
  - use: { fragment: look-up, with: { what: x, where: y } }
  - pause: soon
`,
    }
    const error: unknown = await compiled(files).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(AuthoringError)
    expect((error as AuthoringError).problems.map(({ place }) => place)).toEqual([
      '_common.yaml:4:21',
      'a.yaml:6:12',
    ])
  })
})

describe('a folder of scripts', () => {
  test('a folder of scripts is read in the order of file names, and files of other types are ignored', async () => {
    const other = greeting.replace('greeting', 'farewell').replace('hello', 'bye')
    const dir = await folderOf({ 'b.yaml': greeting, 'a.yml': other, 'notes.md': '# no' })
    expect((await loadScenarios(dir)).map(({ name }) => name)).toEqual(['farewell', 'greeting'])
  })

  test('a script whose queries all contain a query of an earlier script is accepted if it has sentences in `like`', async () => {
    const other = greeting.replace('greeting', 'farewell')
    const match = 'match: { query: [say hello], like: [see you next week] }'
    const dir = await folderOf({ 'a.yaml': greeting, 'b.yaml': other.replace(/match: .*/, match) })
    expect((await loadScenarios(dir)).map(({ name }) => name)).toEqual(['greeting', 'farewell'])
  })

  test('a script may include a file of another folder, and a single script file can be loaded', async () => {
    const dir = await folderOf({
      'a.yaml': `${greeting}  - use: bow\ninclude: [../${'_bow.yaml'}]\n`,
    })
    await writeFile(join(dir, '../_bow.yaml'), 'fragments: { bow: [{ think: I bow. }] }\n')
    onTestFinished(() => rm(join(dir, '../_bow.yaml')))
    const [one] = await loadScenarios(join(dir, 'a.yaml'))
    expect(one?.script[1]).toEqual({ think: 'I bow.' })
  })
})
