import type { Choose } from './choose.ts'

/** What differs about connectors, MCP servers, organizations and channels. */
export const compileConnections = (_choose: Choose) => ({
  /** Whether strangers are told that a record is there: 403 instead of 404. */
  tellsOfOthers: false,
})
