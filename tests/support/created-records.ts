import type { Fake } from '../../mocks/fake.ts'

/** Records that a conformance run can create in a fake: names by id. */
export function recordsOf(fake: Fake): ReadonlyMap<string, string> {
  const { keys, conversations, connectors, channels } = fake.world().store
  const records: [id: string, name: string][] = []
  for (const { id, title } of conversations.values()) records.push([id, title])
  for (const { id, name } of keys.values()) records.push([id, name])
  for (const { id, name } of connectors.values()) records.push([id, name])
  for (const { id, name } of channels.values()) records.push([id, name])
  return new Map(records)
}
