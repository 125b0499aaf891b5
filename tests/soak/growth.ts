import { readScenarios } from '../../contract/authoring/scenarios.ts'
import { parseYaml } from '../../contract/authoring/yaml.ts'
import { loadPlayer } from '../../tools/build/fixtures/player.ts'
import { toOperationPattern } from '../../contract/operations/operation-pattern.ts'
import { chunkText } from '../../contract/scripts/chunk-text.ts'
import { crowdedFixture } from '../../tools/build/fixtures/crowded.ts'
import { createLinearMatcher } from '../../mocks/platform/chat/pattern-engine.ts'
import { maskHeader, maskQuery, maskText } from '../../secrets/mask.ts'
import { createRedactor } from '../../traffic/redact/redactor.ts'
import { median, ratiosTo } from '../../tools/bench/statistics.ts'
import { playScript, script } from '../support/play-scripts.ts'
import { entryOf } from '../support/planted-secrets.ts'
import { thousandScripts } from './thousand-scripts.ts'

/** Work on input of any size: its time may grow at most in proportion to the size. */
type Growth = { readonly name: string; readonly run: (size: number) => unknown }

/** Two runs to compare, and how many times as long the first may take. */
type Ratio = {
  readonly name: string
  readonly most: number
  readonly run: () => unknown
  readonly unit: () => unknown
}

/** Linear work takes twice as long for twice the size; above this factor, it is not linear. */
const mostGrowth = 2.5
const rounds = 7

const filled = (part: string, size: number) =>
  part.repeat(Math.ceil(size / part.length)).slice(0, size)

const textsToMask = [
  '-eyJ',
  'eyJ.-eyJ..',
  'eyJhbGciOiJI.eyJlbWFpbCI6.x.',
  'a',
  'token-',
  '"key":"\\\\\\',
  '"secret":"a',
  '"env":{"a":[{',
  '"headers": {"',
  '&token=&token',
  'svc_-svc_',
  '"env"  ',
  ' ',
]
const textsToRedact = ['eyJ', 'eyJ.', 'a@', '@', 'abc_', '"', '\\', '{"a":', '{"a":"b","c":']
const moreToRedact = ['"a":"', '%40', '%c3%bc', String.raw`\u00fc`, ':', '1.', '?a=b']
const textsToType = [
  'It arrives before noon, they say. ',
  '注文は明日届きます。',
  '👩‍👩‍👧é',
  '.',
  ' ',
  '\u0301',
]
const endpoints = [`/${'*a'.repeat(200)}b`, `/${'*/{x}'.repeat(90)}/b`, `/*${'a'.repeat(480)}b`]
const patterns = [
  '^(a|a)*$',
  '(a+)+$',
  '(?:a?){30}a{30}$',
  '(a|aa)+b',
  '.*.*.*=.*',
  '^(?:(a+)b?)*c',
]

const key = new Uint8Array(32).fill(7)
const random = () => 0.5

const growths: readonly Growth[] = [
  {
    name: 'a YAML file of many keys',
    run: (size) =>
      parseYaml(
        Array.from({ length: 3000 * size }, (_, at) => `k${at}: 1`).join('\n'),
        'mine.yaml',
      ),
  },
  ...endpoints.map((pattern) => ({
    name: `a path and the endpoint pattern ${pattern.slice(0, 12)}…`,
    run: (size: number) =>
      toOperationPattern(pattern)({ method: 'GET', path: `/${'aa/'.repeat(700 * size)}` }),
  })),
  ...patterns.map((source) => {
    const matcher = createLinearMatcher(source)
    return {
      name: `a query and the pattern /${source}/`,
      run: (size: number) => {
        const query = 'a'.repeat(1000 * size)
        return [matcher.test(query), matcher.groups(query)]
      },
    }
  }),
  ...textsToMask.flatMap((part) =>
    ['', '"credentials":{', '"password":"'].map((lead) => ({
      name: `masking ${lead}${part}…`,
      run: (size: number) => {
        const text = lead + filled(part, 6000 * size)
        return [maskText(text), maskQuery(text), maskHeader('authorization', text)]
      },
    })),
  ),
  ...[...textsToRedact, ...moreToRedact].map((part) => ({
    name: `redacting ${part}…`,
    run: (size: number) => {
      const redactor = createRedactor({ key, secrets: ['Nightingale'] })
      const answer = `{"a":["${filled(part, 10_000 * size)}`
      return redactor.replace(redactor.learn(entryOf({ answer })))
    },
  })),
  // From 10,000 characters on, the chunks leave the caches: each character then costs three times as
  // much, 10,000 of them as well as 640,000.
  ...textsToType.map((part) => ({
    name: `typing ${part}…`,
    run: (size: number) =>
      (['character', 'word', 'word-space', 'token', 'sentence'] as const).map((by) =>
        chunkText(filled(part, 2500 * size), { by, pauses: { comma: 1, sentence: 1 } }, random),
      ),
  })),
  {
    name: 'a turn without pauses',
    run: (size) => {
      const answer = 'Row after row, the protocol goes on – 計測値 🧪.\n'.repeat(300 * size)
      return playScript(script([{ answer }], { pace: { by: 'token' } }))
    },
  },
]

async function allRatios(): Promise<readonly Ratio[]> {
  const player = await loadPlayer()
  const crowded = await crowdedFixture(player)
  const texts = thousandScripts()
  return [
    {
      name: 'checking a thousand scripts, beside parsing their YAML',
      most: 3,
      run: () => readScenarios([...texts.keys()], async (file) => texts.get(file) ?? ''),
      unit: () => texts.forEach((text, file) => parseYaml(text, file)),
    },
    {
      name: 'the crowded fixture, beside its JSON',
      most: 150,
      run: () => crowdedFixture(player),
      unit: () => JSON.parse(JSON.stringify(crowded)) as unknown,
    },
  ]
}

/**
 * Measures that the CPU of work grows at most with its input: the median of interleaved rounds at
 * four times the size, and four times at the size. Prints a line per case; returns the problems.
 */
export async function measureGrowth(print: (line: string) => void): Promise<readonly string[]> {
  const problems: string[] = []
  const judge = (name: string, value: number, most: number) => {
    const line = `${name}: ${value.toFixed(2)} ×, at most ${most}`
    print(line)
    if (!(value < most)) problems.push(line)
  }
  for (const { name, run } of growths) {
    const ratio = await medianRatio(
      () => run(4),
      async () => {
        for (let time = 0; time < 4; time++) await run(1)
      },
    )
    judge(`${name}, each doubling`, 2 * Math.sqrt(ratio), mostGrowth)
  }
  for (const { name, most, run, unit } of await allRatios())
    judge(name, await medianRatio(run, unit), most)
  return problems
}

/** The factor between the CPU of two runs: the median of interleaved rounds. */
async function medianRatio(run: () => unknown, unit: () => unknown): Promise<number> {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    theirs.push(await cpuOf(unit))
    ours.push(await cpuOf(run))
  }
  return median(ratiosTo(ours, theirs))
}

/** CPU, not time: on a busy machine, a long run waits more often than a short one. */
async function cpuOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
