import { ApiError } from '../../world/api-error.ts'
import { storeInjection } from './store-turn.ts'
import { resumeTurn } from './resume-turn.ts'
import { startTurn } from './start-turn.ts'
import type { Route } from '../route.ts'
import { recallBody, injectBody } from '../../../contract/operations/chat.ts'

export const chatRoutes = {
  'chat.react': (visit) => startTurn(visit, 'react'),
  'chat.dag': (visit) => startTurn(visit, 'dag'),
  'chat.auto': (visit) => startTurn(visit, 'auto'),
  'chat.resume': resumeTurn,
  'chat.inject': (visit) => {
    const { world } = visit
    const { conversation_id, content } = visit.bodyAs(injectBody)
    const turn = world.runningTurns.newestOf(conversation_id)
    if (turn === undefined || !turn.acceptsText)
      throw new ApiError('turn-not-running', 'No turn runs in this conversation.')
    const id = world.random.uuid('injection', conversation_id).replaceAll('-', '').slice(0, 12)
    storeInjection(world, conversation_id, content)
    const phase = turn.events.findLast((one) => one.event === 'phase')?.data.name
    const told = phase === undefined ? {} : { phase }
    const data = { type: 'inject', content, id, ...told } as const
    turn.append({ event: 'inject', data }, world.clock.iso())
    turn.injections.add({ id, content })
    return { success: true, id }
  },
  'chat.inject-recall': (visit) => {
    const { conversation_id, inject_id } = visit.bodyAs(recallBody)
    const turn = visit.world.runningTurns.newestOf(conversation_id)
    return { success: turn?.injections.remove(inject_id) ?? false }
  },
} satisfies Record<string, Route>
