import { kindOfParameter } from '../../support/kind-of-parameter.ts'
import { operations } from '../../../contract/operations.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import type { AttackClient } from './attack.ts'

/** The paths of all GET operations. */
const reading = Object.values(operations as Readonly<Record<string, Operation>>)
  .filter(({ method }) => method === 'GET')
  .map(({ path }) => path)

/** Calls every GET operation and runs turns: none may crash, whatever the records contain. */
export async function readEverything(client: AttackClient): Promise<void> {
  const ids = new Map<string, string>()
  for (const kind of new Set(Object.values(kindOfParameter)))
    ids.set(kind, await client.first(kind))
  for (const path of reading)
    await client.api(
      `GET ${path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids.get(kindOfParameter[name] ?? '') || 'none')}`,
    )
  for (const mode of ['react', 'dag', 'auto'])
    await client.api(`POST /api/${mode}`, {
      q: 'Where is my order?',
      conversation_id: ids.get('conversations'),
    })
  await client.api('POST /api/chat/resume', {
    conversation_id: ids.get('conversations'),
    cursor: 0,
  })
  for (const operation of ['GET director', 'GET coverage', 'GET choices', 'GET snapshot'])
    await client.control(operation)
}
