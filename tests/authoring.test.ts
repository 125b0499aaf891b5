import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseDuration } from '../authoring/durations.ts'
import { loadProfileDocument } from '../authoring/profile.ts'
import { loadScenario, loadScenarios } from '../authoring/scenarios.ts'
import { AuthoringError, parseYaml } from '../authoring/yaml.ts'

const greeting = `name: greeting
match:
  endpoint: react
  query: hello
pace: { words: 2, every: 50ms }
script:
  - pause: 1.5s
  - call: { tool: lookup, takes: 2m, input: { pause: 3s } }
  - answer: Hello
`

const problemsOf = (text: string): readonly string[] => {
  try {
    loadScenario(text, 'a.yaml')
  } catch (cause) {
    if (cause instanceof AuthoringError) return cause.problems
    throw cause
  }
  return []
}

const folderOf = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const dir = await mkdtemp(join(tmpdir(), 'scenarios-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text)
  return dir
}

describe('a YAML document', () => {
  test('tells where a value, its key and a missing part stand', () => {
    const { value, where } = parseYaml('a:\n  - b: 1\n  -   c: 2\n', 'f.yaml')
    expect(value).toEqual({ a: [{ b: 1 }, { c: 2 }] })
    expect(where(['a', 1, 'c'])).toBe('f.yaml:3:10')
    expect(where(['a', 1, 'c'], 'key')).toBe('f.yaml:3:7')
    expect(where(['a', 1, 'd', 'e'])).toBe('f.yaml:3:7')
    expect(where([])).toBe('f.yaml:1:1')
  })

  test('follows an alias to the place of its anchor', () => {
    const { value, where } = parseYaml('a: &x { b: 1 }\nc: *x\n', 'f.yaml')
    expect(value).toEqual({ a: { b: 1 }, c: { b: 1 } })
    expect(where(['c', 'b'])).toBe('f.yaml:1:12')
  })

  test.each([
    ['a: 1\na: 2\n', 'f.yaml:2:1: this key stands twice in one map; keep one of the two'],
    ['a:\n\tb: 1\n', 'f.yaml:2:1: this line is indented by a tab; indent with spaces'],
    [
      'a: "x\n',
      'f.yaml:2:1: this is not valid YAML: missing closing "quote; put text with special characters into quotes',
    ],
    [
      'a: *x\n',
      'f.yaml:1:1: Unresolved alias (the anchor must be set before the alias): x; set the anchor before its alias',
    ],
  ])('that is broken is refused with one sentence: %j', (text, sentence) => {
    expect(() => parseYaml(text, 'f.yaml')).toThrow(new AuthoringError([sentence]))
  })

  test('of a profile is handed on as it was written', () => {
    const { value, where } = loadProfileDocument('picks:\n  a.b: 401\n', 'p.yaml')
    expect(value).toEqual({ picks: { 'a.b': 401 } })
    expect(where(['picks', 'a.b'])).toBe('p.yaml:2:8')
  })
})

describe('a scenario file', () => {
  test('gives durations in milliseconds, but leaves the input of a tool alone', () => {
    const { pace, script } = loadScenario(greeting, 'a.yaml')
    expect(pace).toEqual({ words: 2, every: 50 })
    expect(script[0]).toEqual({ pause: 1500 })
    expect(script[1]).toEqual({
      call: { tool: 'lookup', takes: 120_000, input: { pause: '3s' } },
    })
  })

  test.each([
    [
      'name: greeting',
      'name: Greeting!',
      '1:7: "name" is "Greeting!"; it must match /^[a-z][a-z0-9-]*$/',
    ],
    [
      'endpoint: react',
      'endpoint: reac',
      '3:13: "endpoint" is "reac"; it must be "react" or "dag"',
    ],
    ['query: hello', 'query: 3', '4:10: "query" is 3; it must be text or a list'],
    ['query: hello', 'query: [a, ""]', '4:14: item 2 of "query" is empty; it needs some text'],
    ['  query: hello\n', '', '3:3: "query" is missing; it must be text or a list'],
    ['words: 2', 'words: 0', '5:16: "words" is 0; it must be at least 1'],
    ['words: 2', 'words: 1.5', '5:16: "words" is 1.5; it must be a whole number'],
    ['1.5s', 'soon', '7:12: "pause" is "soon"; write a duration as 800ms, 1.5s or 2m'],
    [
      '- answer: Hello',
      '- answr: Hello',
      '9:5: the key "answr" is unknown; did you mean "answer"?',
    ],
    ['- answer: Hello', '- Hello', '9:5: item 3 of "script" is "Hello"; it must be a map'],
    ['tool: lookup', 'tol: lookup', '8:13: the key "tol" is unknown; did you mean "tool"?'],
    [
      'pace:',
      'pacing:',
      '5:1: the key "pacing" is unknown; known here: name, about, match, pace, script, fault, on_inject, suggestions, title, usage',
    ],
    [
      'query: hello',
      'query: /(/',
      '4:10: /(/ is no regular expression (Unterminated group); escape what is meant literally',
    ],
  ])('in which %j became %j is refused with the place', (part, wrong, sentence) => {
    expect(greeting).toContain(part)
    expect(problemsOf(greeting.replace(part, wrong))).toContain(`a.yaml:${sentence}`)
  })

  test('is told of every problem at once', () => {
    const wrong = greeting
      .replace('reac', 'rea')
      .replace('1.5s', 'soon')
      .replace('words: 2', 'words: x')
    expect(problemsOf(wrong)).toEqual([
      'a.yaml:7:12: "pause" is "soon"; write a duration as 800ms, 1.5s or 2m',
      'a.yaml:3:13: "endpoint" is "reat"; it must be "react" or "dag"',
      'a.yaml:5:16: "words" is "x"; it must be a number',
    ])
  })

  test('with a plan that can not run is refused', () => {
    const plan = `name: plan
match: { endpoint: react, query: plan }
script:
  - plan:
      steps:
        - { id: one, task: t, after: [two], result: r }
        - { id: one, task: t, result: r }
      achieved: true
      confidence: 1
      reasoning: r
`
    expect(problemsOf(plan)).toEqual([
      'a.yaml:4:5: a plan plays on dag; write "endpoint: dag"',
      'a.yaml:6:39: step "one" waits for "two"; name a step that stands above it',
      'a.yaml:7:17: the step "one" stands twice; give it another id',
    ])
  })
})

describe('a scenario with an approval', () => {
  const paying = greeting.replace(
    '- answer: Hello',
    `- approval:
      call: { tool: pay, takes: 1.5s }
      rejected:
        - pause: 2s
        - answer: Not paid
on_inject:
  - think: '{{inject}}'`,
  )

  test('gives durations in milliseconds in its branches, too', () => {
    const { script, on_inject } = loadScenario(paying, 'a.yaml')
    expect(script.at(-1)).toEqual({
      approval: {
        call: { tool: 'pay', takes: 1500 },
        rejected: [{ pause: 2000 }, { answer: 'Not paid' }],
      },
    })
    expect(on_inject).toEqual([{ think: '{{inject}}' }])
  })

  test.each([
    [
      'endpoint: react',
      'endpoint: dag',
      '9:5: an approval plays on react; write "endpoint: react"',
    ],
    ['answer: Not paid', 'replan: why', '13:11: the key "replan" is unknown; known here: '],
    [
      'rejected:',
      'refused:',
      '11:7: the key "refused" is unknown; known here: call, rejected, expired',
    ],
  ])('in which %j became %j is refused with the place', (part, wrong, sentence) => {
    expect(problemsOf(paying.replace(part, wrong)).join('\n')).toContain(`a.yaml:${sentence}`)
  })
})

describe('a folder of scenarios', () => {
  test('is read in the order of its names, other files left aside', async () => {
    const other = greeting.replace('greeting', 'farewell')
    const dir = await folderOf({ 'b.yaml': greeting, 'a.yml': other, 'notes.md': '# no' })
    const scenarios = await loadScenarios(dir)
    expect(scenarios.map(({ name }) => name)).toEqual(['farewell', 'greeting'])
  })

  test('in which two share a name is refused, with the problems of all its files', async () => {
    const dir = await folderOf({ 'a.yaml': greeting, 'b.yaml': greeting, 'c.yaml': 'a: 1\na: 2\n' })
    await expect(loadScenarios(dir)).rejects.toThrow(
      new AuthoringError([
        `${dir}/b.yaml:1:7: the name "greeting" is taken by ${dir}/a.yaml; choose another`,
        `${dir}/c.yaml:2:1: this key stands twice in one map; keep one of the two`,
      ]),
    )
  })
})

test.each([
  ['800ms', 800],
  ['1.5s', 1500],
  ['2m', 120_000],
  ['2', null],
  ['-1s', null],
  ['1 s', null],
])('the duration %j is read as %j milliseconds', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds)
})
