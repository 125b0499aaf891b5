import type { Scenario } from '../../contract/scripts/scenario.ts'
import type { TurnModel } from '../platform/turn-model.ts'
import type { World } from '../world/world.ts'
import { Budget, type BudgetLimits } from './budget.ts'
import { firstModel, type ModelServer } from './chat-completions.ts'
import { keptScript } from './kept-script.ts'
import { ModelError } from './model-error.ts'
import { ModelWriter } from './model-writer.ts'
import { modelPace } from './reply-lines.ts'

export type ModelOptions = {
  readonly server: ModelServer
  /** The name of the model. Default: the first that the server lists. */
  readonly name: string | undefined
  readonly limits: BudgetLimits
  /** Called with the script of each turn that the model has played to its end. */
  readonly onScript: (script: Scenario, world: World) => void
  /** Called with what the journal says about each turn. */
  readonly onNote?: ((note: string, world: World) => void) | undefined
}

/** The turns of a world that a director can keep. */
const maxAnswered = 20

/** Creates a model that plays turns, and a function that says why it cannot. */
export function createTurnModel({ server, name, limits, onScript, onNote }: ModelOptions): {
  readonly model: TurnModel
  /** What is wrong with the server, as a sentence; `undefined` if it can be used. */
  problem(): Promise<string | undefined>
  /** Ends all requests. */
  close(): void
} {
  const closing = new AbortController()
  const { signal } = closing
  const budget = new Budget(limits, server.clock)
  let first: string | undefined
  const findName = async () => name ?? (first ??= await firstModel(server, signal))
  return {
    model: {
      begin(turn) {
        const source = new ModelWriter(turn, { server, budget, findName, signal }, (model) => {
          onNote?.(turn.note.text, turn.world)
          if (model === undefined) return
          const { world } = turn
          const script = keptScript(turn, source.lines, model)
          const others = world.answered.filter(({ name: other }) => other !== script.name)
          world.answered = [...others.slice(1 - maxAnswered), script]
          onScript(script, world)
        })
        return { source, pace: modelPace, approvedTools: source.approvedTools }
      },
    },
    close: () => closing.abort(),
    async problem() {
      try {
        first ??= await firstModel(server, signal)
      } catch (error) {
        if (!(error instanceof ModelError)) throw error
        // Some servers have no list.
        if (name === undefined || error.status !== 404) return error.message
      }
      return undefined
    },
  }
}
