import { kindsOfParameters, readingCalls } from '../../support/requests.ts'
import type { AttackClient } from './attack.ts'

/** Calls every GET operation and runs turns: none may crash, whatever the records contain. */
export async function readEverything(client: AttackClient): Promise<void> {
  const ids = new Map<string, string>()
  for (const kind of kindsOfParameters) ids.set(kind, await client.first(kind))
  for (const { operation, body } of readingCalls((kind) => ids.get(kind)))
    await (operation.includes(' /') ? client.api(operation, body) : client.control(operation, body))
}
