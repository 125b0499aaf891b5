import { escapePattern } from '../../contract/escape.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import type { TurnModel, ModelTurn } from '../platform/turn-model.ts'
import type { World } from '../world/world.ts'
import { Budget, type BudgetLimits } from './budget.ts'
import { findFirstModel, type ModelServer } from './chat-completions.ts'
import { ModelError } from './model-error.ts'
import { ModelWriter } from './model-writer.ts'
import { modelPace } from './reply-lines.ts'
import type { ScriptLine } from '../../contract/scripts/lines.ts'
import { problemOfPattern } from '../../contract/scripts/queries.ts'
import { shorten } from '../../contract/shorten.ts'

export type ModelOptions = {
  readonly server: ModelServer
  /** The name of the model. Default: the first that the server lists. */
  readonly name: string | undefined
  readonly limits: BudgetLimits
  /** Called with the script of each turn that the model has played to its end. */
  readonly onScript: (script: Scenario, world: World) => void
  /** Called after each turn with the note that the journal has about the turn. */
  readonly onNote?: ((note: string, world: World) => void) | undefined
}

/** The maximum number of turns per world that are remembered, so that a director can keep them. */
const maxRememberedTurns = 20

/** Creates a model that plays turns, and a function that explains why the model cannot be used. */
export function createTurnModel({ server, name, limits, onScript, onNote }: ModelOptions): {
  readonly model: TurnModel
  /** The reason why the server can't be used, as a sentence; `undefined` if it can. */
  problem(): Promise<string | undefined>
  /** Cancels all requests. */
  close(): void
} {
  const closing = new AbortController()
  const { signal } = closing
  const budget = new Budget(limits, server.clock)
  let first: string | undefined
  const findName = async () => name ?? (first ??= await findFirstModel(server, signal))
  return {
    model: {
      begin(turn) {
        const source = new ModelWriter(turn, { server, budget, findName, signal }, (model) => {
          const { world, note } = turn
          const script = model === undefined ? undefined : createScriptFromTurn(turn, source, model)
          if (model !== undefined && script === undefined)
            note.text += '; not kept as a script, because the question is too long'
          onNote?.(note.text, world)
          if (script === undefined) return
          const others = world.answered.filter(({ name: other }) => other !== script.name)
          world.answered = [...others.slice(1 - maxRememberedTurns), script]
          onScript(script, world)
        })
        return { source, pace: modelPace }
      },
    },
    close: () => closing.abort(),
    async problem() {
      try {
        first ??= await findFirstModel(server, signal)
      } catch (error) {
        if (!(error instanceof ModelError)) throw error
        // Some servers have no list of models.
        if (name === undefined || error.status !== 404) return error.message
      }
      return undefined
    },
  }
}

/**
 * Creates a script from a turn of a model, for the same question to the same agent; `undefined` if
 * the question is too long for a pattern, because a query without a pattern would also match longer
 * questions.
 */
function createScriptFromTurn(
  { query, agent, user, mode, history, fallback }: ModelTurn,
  { lines, hasReadPrivate }: ModelWriter,
  model: string,
): Scenario | undefined {
  const pattern = exactPattern(query)
  if (problemOfPattern(pattern) !== undefined) return undefined
  const turn = history.length + 1
  const match = {
    endpoint: mode,
    query: [`/${pattern}/`],
    ...(agent !== undefined && { agent: agent.name }),
    ...(hasReadPrivate && { user: user.email }),
    // A follow-up question matches only in the same turn: it depends on the earlier questions.
    ...(turn > 1 && { turn }),
  }
  const { suggestions = [] } = fallback
  return {
    name: `model-${slugOf(query)}-${hashOf(JSON.stringify(match))}`,
    about: `What the model ${shorten(model, 80)} answered to “${shorten(query.trim(), 120)}”`,
    match,
    pace: modelPace,
    // Braces in an answer must not become placeholders.
    literal: true,
    script: joinAnswers(lines),
    ...(suggestions.length > 0 && { suggestions: [...suggestions] }),
  }
}

/** Creates a pattern that matches only this question. */
const exactPattern = (query: string): string => {
  const text = escapePattern(query.trim()).replaceAll('\n', '\\n').replaceAll('\r', '\\r')
  return `^\\s*${text}\\s*$`
}

const slugOf = (query: string): string => {
  const words = query
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['question']
  return words.join('-').slice(0, 40).replace(/-$/, '')
}

function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash.toString(16).padStart(8, '0')
}

/** Joins the lines of one answer, which arrived in pieces. */
function joinAnswers(lines: readonly ScriptLine[]): ScriptLine[] {
  const joined: ScriptLine[] = []
  for (const line of lines) {
    const last = joined.at(-1)
    if (isAnswerText(line) && isAnswerText(last))
      joined.splice(-1, 1, { answer: last.answer + line.answer })
    else joined.push(line)
  }
  return joined
}

const isAnswerText = (line: ScriptLine | undefined): line is { answer: string } =>
  line !== undefined && 'answer' in line && typeof line.answer === 'string'
