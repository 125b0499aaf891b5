import type { ScriptLine } from '../../contract/scripts/lines.ts'
import type { Query } from '../../contract/scripts/queries.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { shorten } from '../../contract/shorten.ts'
import type { ModelTurn } from '../platform/turn-model.ts'
import { modelPace } from './reply-lines.ts'

/** A longer question is no expression that all deployments of the fake can match. */
const longestPattern = 200

/** The script that plays a turn again as a model played it: for the same question to the same agent. */
export function keptScript(
  { query, agent, mode, history, fallback }: ModelTurn,
  lines: readonly ScriptLine[],
  model: string,
): Scenario {
  const turn = history.length + 1
  const match = {
    endpoint: mode,
    query: [queryOf(query)],
    ...(agent !== undefined && { agent: agent.name }),
    // A question that follows another one means little alone.
    ...(turn > 1 && { turn }),
  }
  const { suggestions = [] } = fallback
  return {
    name: `model-${slugOf(query)}-${hashOf(JSON.stringify(match))}`,
    about: `What the model ${shorten(model, 80)} answered to “${shorten(query.trim(), 120)}”`,
    match,
    pace: modelPace,
    // Braces of an answer are no placeholders.
    literal: true,
    script: joinAnswers(lines),
    ...(suggestions.length > 0 && { suggestions: [...suggestions] }),
  }
}

/** Matches the whole question. */
function queryOf(query: string): Query {
  const text = query.trim()
  if (text.length > longestPattern || /[\r\n]/.test(text)) return { all: [query] }
  return `/^\\s*${text.replaceAll(/[$()*+./?[\\\]^{|}-]/g, '\\$&')}\\s*$/`
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

/** Joins lines of one answer: it came in pieces. */
function joinAnswers(lines: readonly ScriptLine[]): ScriptLine[] {
  const joined: ScriptLine[] = []
  for (const line of lines) {
    const last = joined.at(-1)
    if (isText(line) && isText(last)) joined.splice(-1, 1, { answer: last.answer + line.answer })
    else joined.push(line)
  }
  return joined
}

const isText = (line: ScriptLine | undefined): line is { answer: string } =>
  line !== undefined && 'answer' in line && typeof line.answer === 'string'
