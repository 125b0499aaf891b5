import { injectBody } from '../../contract/bodies.ts'
import { ApiError } from '../api-error.ts'
import { keepInjection } from '../turns/keep.ts'
import { resumeTurn } from '../turns/resume-turn.ts'
import { startTurn } from '../turns/start-turn.ts'
import type { Route } from './route.ts'

export const chatRoutes = {
  'chat.react': (visit) => startTurn(visit, 'react'),
  'chat.dag': (visit) => startTurn(visit, 'dag'),
  'chat.auto': (visit) => startTurn(visit, 'auto'),
  'chat.resume': resumeTurn,
  'chat.inject': (visit) => {
    const { world } = visit
    const { conversation_id, content } = visit.bodyAs(injectBody)
    const turn = world.running.newestOf(conversation_id)
    if (turn === undefined)
      throw new ApiError('turn-not-running', 'No turn runs in this conversation.')
    const id = world.random.uuid('injection', conversation_id).replaceAll('-', '').slice(0, 12)
    keepInjection(world, conversation_id, content)
    turn.append({ event: 'inject', data: { type: 'inject', content, id } }, world.clock.iso())
    return { success: true, id }
  },
} satisfies Record<string, Route>
