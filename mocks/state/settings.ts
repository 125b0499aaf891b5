import type { Settings } from '../../contract/records/settings.ts'
import { settingsId, type Store } from './store.ts'

/** The settings of a world as they are shown. */
export function settingsView(store: Store): Settings {
  const { id: _id, ...settings } = settingsOf(store)
  return settings
}

/** Changes what is given, and gives all of them. */
export function changeSettings(store: Store, change: Partial<Settings>): Settings {
  store.settings.update(settingsOf(store), change)
  return settingsView(store)
}

/** The settings of a world as they are now. */
export function settingsOf(store: Store): Settings & { readonly id: string } {
  const settings = store.settings.get(settingsId)
  if (settings === undefined) throw new Error('Failed to read the settings: there is no record.')
  return settings
}
