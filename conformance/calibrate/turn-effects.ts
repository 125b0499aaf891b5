import { pollUntil, skip } from '../session/assertions.ts'
import { userCredential } from '../setup/credentials.ts'
import {
  createdConversation,
  readConversation,
  titleIn,
  untitledConversation,
} from '../setup/conversations.ts'
import { isStream } from '../stream/stream.ts'
import { dagTurn, question, reactTurn } from '../stream/turns.ts'
import { noOption, observed } from './look.ts'
import { turnReadings } from './turn-readings.ts'
import { type Observers, requireInput } from './observer.ts'

/** Turns that do more than answer: they fail, are injected into, or rename their conversation. */
export const turnEffectObservers = {
  'turn.failure': {
    plan: 'full',
    provoke: async ({ session, inputs }) => {
      const q = requireInput(inputs.failingQuery, '--failing-query')
      const token = await userCredential(session)
      const body = { q, conversation_id: await untitledConversation(session), token }
      return session.stream({ method: 'POST', path: '/api/react', bearer: token, body })
    },
    read: turnReadings['turn.failure'],
  },
  'turn.given-title': {
    plan: 'full',
    needsProvoking: 'a conversation that is read again and again, although its title stays',
    read: turnReadings['turn.given-title'],
    observe: async ({ session, option }) => {
      if ((await option('events.title')) === 'never') skip('no title is ever generated')
      const { title } = await createdConversation(session, 'react')
      const { conversationId: id } = await reactTurn(session)
      if (title === '') skip('the conversation of the turn was created without a title')
      const { exchange, settled } = await pollUntil(
        session,
        () => readConversation(session, id),
        (seen) => titleIn(seen) !== title,
        { ms: 5000 },
      )
      if (titleIn(exchange) === undefined) return noOption(exchange, 'no `title`')
      return observed(exchange, settled ? 'replaced' : 'kept')
    },
  },
  'events.inject': {
    plan: 'full',
    provoke: async ({ session }) => {
      await dagTurn(session)
      const token = await userCredential(session)
      const conversation_id = await untitledConversation(session)
      const body = { q: question, conversation_id, token }
      const request = { method: 'POST', path: '/api/dag', bearer: token, body }
      let injected: Promise<unknown> | undefined
      const exchange = await session.stream(request, (events) => {
        if (events.some(({ event }) => event === 'phase'))
          injected ??= session.send({
            method: 'POST',
            path: '/api/chat/inject',
            bearer: token,
            body: { conversation_id, content: question },
          })
        return false
      })
      await injected
      const isShown = exchange.events.some(({ event }) => event === 'inject')
      if (isStream(exchange) && !isShown) skip('the turn shows no injected text')
      return exchange
    },
    read: turnReadings['events.inject'],
  },
} as const satisfies Observers
