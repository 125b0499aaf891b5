import { settingsId } from './store.js';
/** The settings of a world as they are shown. */
export function settingsView(store) {
    const { id: _id, ...settings } = settingsOf(store);
    return settings;
}
/** Changes what is given, and gives all of them. */
export function changeSettings(store, change) {
    store.settings.update(settingsOf(store), change);
    return settingsView(store);
}
/** The settings of a world as they are now. */
export function settingsOf(store) {
    const settings = store.settings.get(settingsId);
    if (settings === undefined)
        throw new Error('Failed to read the settings: there is no record.');
    return settings;
}
