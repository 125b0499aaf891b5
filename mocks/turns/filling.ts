import type { Telling } from './beats.ts'

/** Puts values in the places of a text, all at once: what a value says is not a place. */
export const filling =
  (values: Readonly<Record<string, string>>): Telling['fill'] =>
  (text, places = {}) =>
    text.replaceAll(
      /\{\{([a-z]+)\}\}/g,
      (place, name: string) => places[name] ?? values[name] ?? place,
    )
