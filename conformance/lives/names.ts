import type { JsonObject } from '../../contract/json.ts'

/** The part of a name that no other run has. */
export const tagOf = (name: string): string => name.split(' ').at(-1)?.replace(/-\d+$/, '') ?? name

/** A name in the fields that may be unique, so that a run can start with any data. */
export const namesFor = (name: string): JsonObject => ({
  name,
  title: name,
  word: name,
  email: `${name.replaceAll(/\W+/g, '-').replace(/^-/, '')}@example.com`,
})
