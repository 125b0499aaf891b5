import { escapeJson } from '../contract/escape.ts'
import type { Scenario } from '../contract/scripts/scenario.ts'
import { systemWall, type Wall } from '../mocks/state/clock.ts'
import { chooseScript, explainChoice, type Question } from '../mocks/turns/choose-script.ts'
import type { Io } from './io.ts'
import { loadProfile } from './profiles.ts'
import { loadEngineFor } from '../mocks/turns/pattern-matcher.ts'
import { sampleQuery } from './sample-query.ts'
import { loadOwn } from './scenario-folder.ts'
import { readPlayFlags, type PlayFlags, playHelp } from './scenarios-play-flags.ts'
import { shippedFixture, shippedScenarios } from './shipped.ts'
import { openStage, type Stage } from './stage.ts'
import { Timeline } from './timeline.ts'
import { UsageError } from './usage.ts'

/** What is asked in one turn, and the script that is to answer. */
type Cue = { readonly query: string; readonly mode: 'react' | 'dag'; readonly script: Scenario }

/**
 * `understudy scenarios play`: shows a script as a client would see it, until it ends or the process
 * is told to stop; gives the exit code. Throws `UsageError`, also where no script answers.
 */
export async function playScenario(
  argv: readonly string[],
  io: Io,
  wall: Wall = systemWall,
): Promise<number> {
  const given = readPlayFlags(argv)
  if (given === 'help') {
    io.stdout.write(playHelp)
    return 0
  }
  const scripts = await loadOwn(given.file, await shippedScenarios())
  const [first] = scripts
  if (first === undefined) throw new UsageError(`\`${given.file}\` holds no script to play.`)
  await loadEngineFor(scripts)
  const stage = openStage({
    fixture: await shippedFixture('demo'),
    scripts,
    profile: await loadProfile(given.profile),
    speed: given.speed,
    agent: given.agent ?? first.match.agent,
    user: first.match.user,
    wall,
  })
  const leaving = new AbortController()
  void io.stopped.then(() => leaving.abort())
  try {
    await playTurns(given, scripts, stage, io, wall, leaving.signal)
  } finally {
    stage.close()
  }
  return 0
}

async function playTurns(
  given: PlayFlags,
  scripts: readonly Scenario[],
  stage: Stage,
  io: Io,
  wall: Wall,
  signal: AbortSignal,
): Promise<void> {
  const most = Math.max(given.queries.length, dialogueOf(scripts).length)
  const turns = given.turn ?? most
  if (turns > most)
    throw new UsageError(
      `\`${given.file}\` has no turn ${turns}: it has ${most} turn${most === 1 ? '' : 's'}; to go on, give --query once for each turn.`,
    )
  let before: Scenario | undefined
  for (let turn = 1; turn <= turns && !signal.aborted; turn++) {
    const cue = nextCue(given, scripts, stage.question, turn, before)
    const isShown = given.turn === undefined || turn === given.turn
    stage.setSpeed(isShown ? given.speed : Number.POSITIVE_INFINITY)
    await playTurn(given, cue, stage, isShown ? io : undefined, wall, signal)
    before = cue.script
  }
}

/** The turns of a dialogue, or the first script: what is played where nobody says what to ask. */
const dialogueOf = (scripts: readonly Scenario[]) =>
  scripts.filter(({ name }, index) => index === 0 || name.endsWith(`/${index + 1}`))

function nextCue(
  { queries, endpoint, file }: PlayFlags,
  scripts: readonly Scenario[],
  asking: Stage['question'],
  turn: number,
  before: Scenario | undefined,
): Cue {
  const meant = dialogueOf(scripts)[turn - 1]
  const query = queries[turn - 1] ?? (meant && sampleQuery(meant, before?.suggestions))
  if (query === undefined)
    throw new UsageError(
      `What should turn ${turn} ask? Give --query${turn > 1 ? ' once for each turn' : ''}.`,
    )
  const modes = [endpoint ?? (meant ?? scripts[0])?.match.endpoint ?? 'react'].flat()
  const [mode = 'react'] = modes
  const question: Question = { ...asking, mode, query, turn, after: before?.name }
  const script = chooseScript(scripts, question)
  if (script !== undefined) return { query, mode, script }
  const reasons = explainChoice(scripts, question).map(({ name, why }) => `  ${name}: ${why}`)
  throw new UsageError(`No script of \`${file}\` answers “${query}” on ${mode}:`, ...reasons)
}

async function playTurn(
  given: PlayFlags,
  { query, mode, script }: Cue,
  stage: Stage,
  io: Io | undefined,
  wall: Wall,
  signal: AbortSignal,
): Promise<void> {
  const began = wall.now()
  const elapsed = () => wall.now() - began
  const timeline = io && !given.json ? new Timeline(io.stdout, elapsed) : undefined
  for (const line of ['', `${script.name} on ${mode}: “${query}”`, '']) timeline?.note(line)
  const ended = (error: unknown) => {
    if (!signal.aborted) throw error
  }
  const read = async () => {
    for await (const seen of stage.ask(mode, query, signal)) {
      timeline?.show(seen)
      if (given.json)
        io?.stdout.write(`${escapeJson(JSON.stringify({ ms: elapsed(), ...seen }))}\n`)
      if (seen.event !== 'awaiting_confirmation') continue
      timeline?.note(`${' '.repeat(16)}(${given.decision}: as --approve, --reject or --expire say)`)
      if (given.decision === 'expire') stage.expire(String(seen.data['timeout_at']))
      else await stage.decide(String(seen.data['confirmation_id']), given.decision, given.reason)
    }
  }
  await read().catch(ended)
  timeline?.note('')
}
