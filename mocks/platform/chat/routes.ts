import type { chatOperations } from '../../../contract/operations/chat.ts'
import { ApiError } from '../../world/api-error.ts'
import { injectionData } from './run-context.ts'
import { storeInjection } from './store-turn.ts'
import type { Routes } from '../request-context.ts'
import { resumeTurn } from './resume-turn.ts'
import { startTurn } from './start-turn.ts'

export const chatRoutes: Routes<typeof chatOperations> = {
  'chat.react': (context) => startTurn(context, 'react'),
  'chat.dag': (context) => startTurn(context, 'dag'),
  'chat.auto': (context) => startTurn(context, 'auto'),
  'chat.resume': resumeTurn,
  'chat.inject': (context) => {
    const { world, behaviour } = context
    const { conversation_id, content } = context.body
    const turn = world.runningTurns.newestOf(conversation_id)
    if (turn === undefined || !turn.acceptsText)
      throw new ApiError('turn-not-running', 'No turn is running in this conversation.')
    const id = world.random.uuid('injection', conversation_id).replaceAll('-', '').slice(0, 12)
    storeInjection(world, conversation_id, content)
    const data = injectionData(turn, behaviour.policy.turns.injectsByMode, { content, id })
    turn.inputs.inject({ id, content }, turn.events.length)
    turn.append({ event: 'inject', data }, world.clock.iso())
    return { success: true, id }
  },
  'chat.inject-recall': (context) => {
    const { conversation_id, inject_id } = context.body
    const turn = context.world.runningTurns.newestOf(conversation_id)
    return { success: turn?.inputs.recall(inject_id) ?? false }
  },
}
