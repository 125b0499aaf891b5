/** The fields that a body gives: absent ones stay away, null ones have their default again. */
export function settle(given, defaults) {
    const entries = Object.entries(given).filter(([, value]) => value !== undefined);
    return Object.fromEntries(entries.map(([field, value]) => [field, value ?? defaults[field]]));
}
