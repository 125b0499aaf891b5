import { isAccepted } from '../must.ts'
import type { Lab } from '../lab.ts'
import { bearer } from './credentials.ts'
import { goodList, itemsOf } from './lists.ts'

/** The id of an agent that the user sees, or undefined where there is none. */
export const agentId = (lab: Lab): Promise<string | undefined> =>
  lab.once('the id of an agent', async () => {
    const item = itemsOf(await goodList(lab, 'agents'))?.[0] ?? {}
    const named = item['id'] ?? item['agent_id']
    if (typeof named === 'string') return named
    // The fields of an agent are not shown, so its id may have any name.
    const texts = Object.values(item).filter((value) => typeof value === 'string')
    for (const text of texts.slice(0, 5)) {
      const path = `/api/agents/${encodeURIComponent(text.toWellFormed())}`
      if (isAccepted(await lab.send({ method: 'GET', path, bearer: await bearer(lab) })))
        return text
    }
    return undefined
  })

/** The id of a knowledge base that the user sees, or undefined where there is none. */
export const knowledgeBaseId = (lab: Lab): Promise<string | undefined> =>
  lab.once('the id of a knowledge base', async () => {
    const id = itemsOf(await goodList(lab, 'knowledge bases'))?.[0]?.['id']
    return typeof id === 'string' ? id : undefined
  })
