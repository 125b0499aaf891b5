import { unknownUuid } from '../setup/unknown-resources.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted } from '../session/assertions.ts'
import { conversation, patchConversation } from '../setup/conversations.ts'
import { userCredential } from '../setup/credentials.ts'
import { issuedKey, postKey, setActive } from '../setup/keys.ts'
import { lists } from '../setup/lists.ts'
import { byStatus, noOption, type ObservedOption, observed } from './look.ts'
import { isDenied, isInvalid } from './response.ts'
import type { Observers } from './observer.ts'
import type { Exchange } from '../session/exchange.ts'
import { isObject } from '../../contract/json.ts'
import { invalidRequests } from './survey.ts'
import { readValidationItem, shouldBeInvalid } from './error-forms.ts'

const plan = 'core'

/** Sends a creation that no validation accepts, so nothing is created. */
const invalidCreation = (session: TestSession) =>
  session.once('an invalid conversation', async () =>
    session.send({
      method: 'POST',
      path: lists.conversations,
      bearer: await userCredential(session),
      body: { title: { a: 1 } },
    }),
  )

/** Validation, and its place among the other checks (2.4, 4.C2, 7). */
export const validationObservers = {
  'errors.validation-status': {
    plan,
    isShownEverywhere: true,
    isExpectedOf: shouldBeInvalid,
    provoke: ({ session }) => invalidCreation(session),
    read: (exchange) =>
      Array.isArray(member(exchange.json, 'detail')) && isInvalid(exchange)
        ? byStatus(exchange, { 422: '422', 400: '400' })
        : undefined,
  },
  'errors.validation-items': {
    plan,
    isShownEverywhere: true,
    provoke: ({ session }) => invalidCreation(session),
    read: (exchange) => {
      const detail = isInvalid(exchange) ? member(exchange.json, 'detail') : undefined
      if (!Array.isArray(detail)) return undefined
      const items = detail.filter(isObject).slice(0, 20)
      if (items.length === 0) return noOption(exchange, 'no items of `detail`')
      return items.map((item) => readValidationItem(exchange, item))
    },
  },
  'errors.coercion': {
    plan,
    needsProvoking: 'values of another type than specified',
    observe: async ({ session }) => {
      const id = await conversation(session, 'titled')
      const texts = [
        await patchConversation(session, id, { title: 123 }),
        await postKey(session, { name: 123 }),
      ]
      const active = await setActive(session, (await issuedKey(session, 'second')).id, 'yes')
      const isLax = texts.some(isAccepted)
      const looks: ObservedOption<'errors.coercion'>[] = []
      if (isAccepted(active)) looks.push(observed(active, isLax ? 'lax' : 'pydantic'))
      else looks.push(isInvalid(active) ? observed(active, 'strict') : noOption(active))
      // A refused number shows which of the other two it is together with the boolean.
      const refused = isAccepted(active) ? 'pydantic' : 'strict'
      for (const text of texts) {
        if (isAccepted(text)) looks.push(observed(text, 'lax'))
        else looks.push(isInvalid(text) ? observed(text, refused) : noOption(text))
      }
      return looks
    },
  },
  'order.stages': {
    plan,
    needsProvoking: 'a request that is wrong in two ways',
    observe: async ({ session }) => {
      const bearer = await userCredential(session)
      const looks: ObservedOption<'order.stages'>[] = []
      const denied: Exchange[] = []
      for (const request of invalidRequests()) {
        const anonymous = await session.send(request)
        if (isInvalid(anonymous)) {
          looks.push(observed(anonymous, 'validation-first'))
          continue
        }
        if (!isDenied(anonymous)) continue
        // Without an id in the path, the other two orders are the same.
        if (!request.path.includes(unknownUuid)) {
          denied.push(anonymous)
          continue
        }
        const unknown = await session.send({ ...request, bearer })
        if (unknown.status === 404) looks.push(observed(unknown, 'existence-before-validation'))
        else if (isInvalid(unknown)) looks.push(observed(unknown, 'credential-first'))
        else looks.push(noOption(unknown))
      }
      const first = looks.filter(({ option }) => option === 'validation-first')
      // Where the others validate first, these show that they do not.
      const isUsual = first.length * 2 > looks.length
      return isUsual
        ? [...looks, ...denied.map((each) => observed(each, 'credential-first'))]
        : looks
    },
  },
} as const satisfies Observers
