import { describe, expect, test } from 'vitest'
import { AuthoringError, authoringRules } from '../../../contract/authoring/problem.ts'
import { readScenarios } from '../../../contract/authoring/scenarios.ts'
import { brokenFiles } from './broken-scripts/files.ts'
import { brokenLines } from './broken-scripts/lines.ts'
import { brokenMatches } from './broken-scripts/matches.ts'
import { brokenYaml } from './broken-scripts/yaml.ts'
import { approval, farewell, type Files, greeting, lines } from './broken-scripts/parts.ts'

const broken = { ...brokenYaml, ...brokenFiles, ...brokenMatches, ...brokenLines }

const surroundings = {
  scripts: ['order-status'],
  agents: ['Support Desk'],
  users: ['demo@example.com', 'Dana Demo'],
}

/** The problems of files, one per line; a single text is the file `a.yaml`. */
async function problemsOf(given: Files): Promise<readonly string[]> {
  const files = typeof given === 'string' ? { 'a.yaml': given } : given
  const texts = new Map(Object.entries(files).map(([name, text]) => [name, text.trimStart()]))
  const read = async (file: string) => {
    const text = texts.get(file)
    if (text === undefined) throw new Error(`There is no ${file}.`)
    return text
  }
  // `_elsewhere.yaml` is not in the folder that is loaded.
  const folder = [...texts.keys()].filter((name) => !name.includes('elsewhere'))
  try {
    await readScenarios(folder, read, surroundings)
    return []
  } catch (cause) {
    if (cause instanceof AuthoringError) return cause.message.split('\n')
    throw cause
  }
}

describe.each(Object.entries(broken))('the rule %s refuses a script:', (rule, cases) => {
  test.each(cases)('a script is refused by its grammar rule: %s', async (_what, files, problem) => {
    expect(await problemsOf(files)).toEqual([`${problem} [${rule}]`])
  })
})

test('every rule of the script grammar has a script that breaks it', () => {
  expect(Object.keys(broken).toSorted()).toEqual(Object.keys(authoringRules).toSorted())
})

describe('no rule refuses a valid script with similar content:', () => {
  test.each<readonly [string, Files]>([
    [
      'queries that share only one word',
      { 'a.yaml': greeting, 'b.yaml': farewell.replace('hello', 'hell') },
    ],
    [
      'the same query with another condition',
      { 'a.yaml': greeting, 'b.yaml': farewell.replace('query: hello', 'query: hello, turn: 2') },
    ],
    [
      'the same query at another endpoint',
      {
        'a.yaml': greeting,
        'b.yaml': farewell.replace('query: hello', 'query: hello, endpoint: dag'),
      },
    ],
    [
      'several queries, of which an earlier script matches one',
      { 'a.yaml': greeting, 'b.yaml': farewell.replace('hello', '[say hello, bye]') },
    ],
    [
      'an input with the key of a script line, and braces with spaces',
      lines('  - call: { tool: x, input: { use: y, pause: soon } }\n  - answer: "{{ name }}"\n'),
    ],
    [
      'groups of the previous turn',
      {
        'a.yaml': lines('  - answer: x\n', 'query: /(?<größe>FH-\\d+)/'),
        'b.yaml': farewell
          .replace('query: hello', 'after: greeting')
          .replace('Hello', '"{{größe}}"'),
      },
    ],
    [
      'events that are allowed after `done`',
      lines(
        '  - send: { done: { answer: x, tokens: 1, elapsed: 1, usage: { prompt_tokens: 1, completion_tokens: 0, total_tokens: 1 }, cache: { read_tokens: 0, creation_tokens: 0 } } }\n  - send: { post_processing: {} }\n',
      ),
    ],
    [
      'a reason in a branch, and an injected text after the script',
      `${lines(approval)}on_inject: [{ think: "{{inject}}" }]\n`,
    ],
    [
      'expressions with one repetition after another',
      lines('  - answer: x\n', 'query: "/(a+)b*(?:c|d)+[(+]*/"'),
    ],
  ])('no rule refuses a valid script with similar content: %s', async (_what, files) => {
    expect(await problemsOf(files)).toEqual([])
  })
})

test('all problems of a script folder are reported at once, without duplicates, in the order of files and lines', async () => {
  const files = {
    'b.yaml': lines('  - pause: soon\n  - answr: x\n', 'query: [b]'),
    'a.yaml': `${lines('  - use: x\n')}include: [_elsewhere.yaml]\n`,
    'c.yaml': 'a: 1\na: 2\n',
    '_elsewhere.yaml': 'fragments:\n  x: [{ think: "{{nobody}}" }]\n',
  }
  const places = (await problemsOf(files)).map((line) => line.split(' ')[0])
  expect(places).toEqual(['_elsewhere.yaml:2:16:', 'b.yaml:4:12:', 'b.yaml:5:5:', 'c.yaml:2:1:'])
})
