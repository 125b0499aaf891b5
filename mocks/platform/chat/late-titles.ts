import type { LateTitle } from '../../../contract/snapshot.ts'
import type { Table } from '../../world/changes.ts'
import type { World } from '../../world/world.ts'

/** Titles that wait to be stored some time after the end of their turn, by conversation id. */
const lateTitles = ({ tables }: World): Table<LateTitle> => tables.of('late-titles')

/** Stores a title when the clock of the world reaches `due_at`, in milliseconds since 1970. */
export function storeTitleLater(world: World, conversation: string, late: LateTitle): void {
  lateTitles(world).set(conversation, late)
  waitForTitle(world, conversation, late)
}

/** After a world is loaded, schedules the titles that are not stored yet. */
export function continueTitles(world: World): void {
  for (const [conversation, late] of lateTitles(world).entries())
    waitForTitle(world, conversation, late)
}

function waitForTitle(world: World, id: string, { title, due_at }: LateTitle): void {
  const { store, clock } = world
  const storeTitle = () => {
    lateTitles(world).delete(id)
    const conversation = store.conversations.get(id)
    const { replacesTitle } = world.behaviour('chat.react').policy.turns
    // The user may have set a title since the end of the turn.
    if (conversation !== undefined && (conversation.title === '' || replacesTitle))
      store.conversations.update(conversation, { title })
  }
  if (due_at <= clock.now()) storeTitle()
  else clock.at(due_at, storeTitle, { kind: 'title', subject: title })
}
