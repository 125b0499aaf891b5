import { formatCount } from '../../contract/format-count.ts'
import { objectIn } from '../../contract/json.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { systemClock, type SystemClock } from '../../mocks/world/clock.ts'
import {
  chooseScript,
  explainChoice,
  type MatchInput,
} from '../../mocks/platform/chat/choose-script.ts'
import { type Io, UsageError } from '../command-line.ts'
import { defineCommand } from '../define-command.ts'
import type { Flags, ParsedCommandLine } from '../flags.ts'
import { configFlags, playedFlags, speedFlag } from '../shared-flags.ts'
import { wholeNumber } from '../value-types.ts'
import { loadFixture, loadProfile, loadUserScenarios, shippedScenarios } from '../world-data.ts'
import { createStage, endpointType, type Stage } from './stage.ts'
import { Timeline } from './timeline.ts'
import { isConnectionReset } from '../../contract/plain-http.ts'
import { jsonLine } from '../json-text.ts'
import { patternOf, queriesOf, type Query } from '../../contract/scripts/queries.ts'
import { detectLanguage, phrasesOf } from '../../mocks/platform/languages/languages.ts'
import { matchesQuery } from '../../mocks/platform/chat/match-query.ts'
import { createMatcher } from '../../mocks/platform/chat/pattern-matcher.ts'

/** The question of one turn, and the script that plays it: `undefined` for the fallback. */
type TurnInput = ReturnType<typeof nextInput>

const exclusionReason = 'use only one of them'

const playFlags = {
  query: {
    value: 'TEXT',
    isRepeatable: true,
    help: 'the query of a turn; repeat the flag for each turn of a dialogue (default: generated from the script, if possible)',
  },
  endpoint: {
    value: 'NAME',
    type: endpointType,
    help: 'react or dag, for a script that plays on both',
  },
  turn: {
    value: 'N',
    type: wholeNumber(1, 1000),
    help: 'shows only turn N; the turns before it are played without a pause',
  },
  speed: { ...speedFlag, default: '1', help: 'divides the pauses' },
  agent: { value: 'NAME', help: 'the agent that gets the query, one of the fixture' },
  fixture: { ...playedFlags.fixture, help: 'the data with the users and agents' },
  profile: { ...playedFlags.profile, help: 'the profile of the deployment to play' },
  approve: {
    excludes: { reject: exclusionReason, expire: exclusionReason },
    help: 'approves the tool calls of the turn (the default)',
  },
  reject: { excludes: { expire: exclusionReason }, help: 'rejects it' },
  expire: { help: 'lets it expire' },
  reason: { value: 'TEXT', needs: ['reject'], help: 'with --reject: the reason' },
  json: { help: 'prints each event as a line of JSON' },
  ...configFlags,
} as const satisfies Flags

type PlayFlags = ParsedCommandLine<typeof playFlags>

/**
 * `agent-understudy scenarios play`: plays a script as a client would receive it, until the script
 * ends or the process is stopped.
 */
export const playScenario = defineCommand(
  {
    usage: 'scenarios play FILE [flags]',
    about: `Plays a script in the terminal. Prints each event with its time, cursor and payload, and text as
it is streamed. Ctrl-C ends it.`,
    flags: playFlags,
    words: { max: 1, missing: 'A script file is missing: agent-understudy scenarios play FILE' },
  },
  async (given, io: Io, wall: SystemClock = systemClock) => {
    const [file = ''] = given.words
    const scripts = await loadUserScenarios(file, await shippedScenarios())
    const [first] = scripts
    if (first === undefined)
      throw new UsageError(`\`${file}\` contains no script: name a file that has one.`)
    const options = {
      fixture: await loadFixture(given.fixture, io.stderr),
      scenarios: scripts,
      profile: await loadProfile(given.profile),
      speed: given.speed,
      systemClock: wall,
    }
    const { agent, user } = first.match
    const stage = createStage(options, { agent: given.agent ?? agent, user })
    const leaving = new AbortController()
    void io.stopped.then(() => leaving.abort())
    try {
      await playTurns(given, scripts, stage, io, wall, leaving.signal)
    } finally {
      stage.close()
    }
    return 0
  },
)

async function playTurns(
  given: PlayFlags,
  scripts: readonly Scenario[],
  stage: Stage,
  io: Io,
  wall: SystemClock,
  signal: AbortSignal,
): Promise<void> {
  const turnCount = Math.max(given.query.length, dialogueOf(scripts).length)
  const turns = given.turn ?? turnCount
  if (turns > turnCount)
    throw new UsageError(
      `\`${given.words[0]}\` has no turn ${turns}: it has ${formatCount(turnCount, 'turn')}; for more turns, repeat --query.`,
    )
  let previousScript: Scenario | undefined
  for (let turn = 1; turn <= turns && !signal.aborted; turn++) {
    const cue = nextInput(given, scripts, stage.question, turn, previousScript)
    // Only the last turn must play a script of the file, because a script may need earlier turns.
    if (turn === turns) requireScript(given, scripts, cue)
    const isShown = given.turn === undefined || turn === given.turn
    stage.setSpeed(isShown ? given.speed : Number.POSITIVE_INFINITY)
    await playTurn(given, cue, stage, isShown ? io : undefined, wall, signal)
    previousScript = cue.script
  }
}

/** Returns the scripts to play without `--query`: all turns of a dialogue, or the first script. */
const dialogueOf = (scripts: readonly Scenario[]) =>
  scripts.filter(({ name }, index) => index === 0 || name.endsWith(`/${index + 1}`))

function nextInput(
  { query: queries, endpoint }: PlayFlags,
  scripts: readonly Scenario[],
  asking: Stage['question'],
  turn: number,
  before: Scenario | undefined,
) {
  const target = dialogueOf(scripts)[turn - 1]
  const query = queries[turn - 1] ?? (target && sampleQuery(target, before?.suggestions))
  if (query === undefined)
    throw new UsageError(
      `No query could be generated for turn ${turn}: pass --query${turn > 1 ? ' once for each turn' : ''}.`,
    )
  const modes = [endpoint ?? (target ?? scripts[0])?.match.endpoint ?? 'react'].flat()
  const [mode = 'react'] = modes
  const question: MatchInput = { ...asking, mode, query, turn, after: before?.name }
  return { question, script: chooseScript(scripts, question) }
}

/** Throws `UsageError` with the reasons if no script plays a turn. */
function requireScript(
  { words: [file] }: PlayFlags,
  scripts: readonly Scenario[],
  { question, script }: TurnInput,
): void {
  if (script !== undefined) return
  const { query, mode } = question
  const reasons = explainChoice(scripts, question).map(({ name, why }) => `  ${name}: ${why}`)
  throw new UsageError(`No script of \`${file}\` matches “${query}” on ${mode}:`, ...reasons)
}

async function playTurn(
  given: PlayFlags,
  { question: { query, mode }, script }: TurnInput,
  stage: Stage,
  io: Io | undefined,
  wall: SystemClock,
  signal: AbortSignal,
): Promise<void> {
  const began = wall.now()
  const elapsed = () => wall.now() - began
  const decision = given.reject ? 'reject' : given.expire ? 'expire' : 'approve'
  const timeline = io && !given.json ? new Timeline(io.stdout, elapsed) : undefined
  for (const line of ['', `${script?.name ?? 'no script'} on ${mode}: “${query}”`, ''])
    timeline?.note(line)
  try {
    for await (const seen of stage.runTurn(mode, query, signal)) {
      timeline?.show(seen)
      if (given.json) io?.stdout.write(jsonLine({ ms: elapsed(), ...seen }))
      if (seen.event !== 'awaiting_confirmation') continue
      timeline?.note(`${' '.repeat(16)}(${decision}; see --approve, --reject and --expire)`)
      if (decision === 'expire') stage.expire(String(objectIn(seen.data)['timeout_at']))
      else
        await stage.decide(String(objectIn(seen.data)['confirmation_id']), decision, given.reason)
    }
  } catch (error) {
    // A script can break the connection of its turn. The next turn uses a new connection.
    if (!signal.aborted && !isConnectionReset(error)) throw error
    if (!signal.aborted) {
      timeline?.note(`${' '.repeat(16)}(the connection broke)`)
      if (given.json) io?.stdout.write(jsonLine({ ms: elapsed(), error: 'The connection broke.' }))
    }
  }
  timeline?.note('')
}

/**
 * Generates a query that a script matches, in the language of the script; `undefined` if that is
 * not possible.
 */
export function sampleQuery(
  script: Scenario,
  suggested: readonly string[] = [],
): string | undefined {
  const { language } = script.match
  const texts = likelyQueries(script, suggested)
  if (language === undefined) return texts[0]
  // A keyword is too short to detect its language, so a sentence is added to it.
  const sentence = phrasesOf(language).suggestions[0] ?? ''
  return [...texts, ...suggested]
    .flatMap((text) => [text, `${text}. ${sentence}`, `${sentence} ${text}`])
    .concat(sentence)
    .find((text) => detectLanguage(text) === language && matchesQuery(text, script))
}

/** Queries that match the conditions of a script except its language, the best query first. */
function likelyQueries(script: Scenario, suggested: readonly string[]): readonly string[] {
  const queries = queriesOf(script).map(([query]) => query)
  const sentences = [script.match.like ?? []].flat()
  if (queries.length === 0 && sentences.length > 0) return sentences
  if (queries.length === 0)
    return suggested.length > 0 || script.match.language !== undefined
      ? suggested
      : ['Go on, please.']
  const patterns = queries.flatMap((query) => patternOf(query) ?? []).map(createMatcher)
  const likely = suggested.filter((text) => patterns.some((pattern) => pattern.test(text)))
  return [...likely, ...queries.flatMap((query) => matchingText(query) ?? [])]
}

function matchingText(query: Query): string | undefined {
  if (typeof query !== 'string') return query.all.join(' ')
  const pattern = patternOf(query)
  if (pattern === undefined) return query
  const text = simplestMatch(pattern)
  return createMatcher(pattern).test(text) ? text : undefined
}

/**
 * Generates a text that matches a simple pattern: takes the first alternative, a digit for `\d`,
 * one repetition. A named group of any letters becomes its name: `(?<person>[a-z]+) earns` becomes
 * `person earns`.
 */
function simplestMatch(pattern: string): string {
  let text = pattern
    .replaceAll(/\(\?<(\w+)>(\[[^\][]*\]|\\w|\.)[+*]\)/g, (group, name: string, letters: string) =>
      letters.startsWith('[') && !letters.includes('a-z') ? group : name,
    )
    .replaceAll(/\(\?<\w+>|\(\?:/g, '(')
    .replaceAll(/\\[bB]|[\^$]/g, '')
    .replaceAll(/\\d(?:\{(\d+)(?:,\d*)?\})?/g, (_, times) => '1'.repeat(Number(times ?? 1)))
    .replaceAll(/\\w|(?<!\\)\./g, 'x')
    .replaceAll(/\\s/g, ' ')
    .replaceAll(/\[([^\][^])[^\][]*\]/g, '$1')
  for (let before = ''; before !== text;) {
    before = text
    text = text.replaceAll(/\(([^()|]*)(?:\|[^()]*)?\)/g, '$1')
  }
  return (text.split('|')[0] ?? '').replaceAll(/(.)[?*]|\+/g, '$1').replaceAll(/\\(.)/g, '$1')
}
