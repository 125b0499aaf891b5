import type { StoredAgent } from '../../contract/records/agent.ts'
import type { StoredKnowledgeBase } from '../../contract/records/knowledge-base.ts'
import type { StoredUser } from '../../contract/records/user.ts'
import type { Pace, ScriptLine } from '../../contract/scripts/lines.ts'
import type { JournalNote } from '../../traffic/journal/journal-entry.ts'
import type { Turn } from '../world/turns.ts'
import type { World } from '../world/world.ts'
import type { LineSource } from './line-source.ts'

/** Plays the turns that no script matches. */
export type TurnModel = {
  /** Starts to write a script, and returns at once. Lines are written while the script plays. */
  begin(turn: ModelTurn): WrittenScript
}

/** The fields of a script that a model writes. */
type WrittenScript = {
  readonly source: LineSource
  readonly pace: Pace
}

/** The turn that a model plays. */
export type ModelTurn = {
  readonly world: World
  readonly mode: 'react' | 'dag'
  readonly query: string
  readonly agent: StoredAgent | undefined
  readonly user: StoredUser
  /** The earlier turns of the conversation, oldest first. */
  readonly history: readonly { readonly query: string; readonly answer: string }[]
  /** The knowledge bases that the turn may search. */
  readonly bases: readonly StoredKnowledgeBase[]
  /** The script that plays if the model fails. */
  readonly fallback: {
    readonly script: readonly ScriptLine[]
    readonly suggestions?: readonly string[] | undefined
  }
  /** The state of the turn. Once it has ended, further lines have no effect. */
  state(): Turn['state']
  /** The journal's description of the turn. It may change until the turn has ended. */
  readonly note: JournalNote
}
