const uuid = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
/** Matches a text that is a UUID. */
export const wholeUuid: RegExp = new RegExp(`^${uuid}$`, 'i')

/** Matches each UUID in a text. */
export const uuids: RegExp = new RegExp(uuid, 'gi')

/** Whether a text is a UUID. */
export const isUuid = (text: string): boolean => wholeUuid.test(text)
