/** The schema of a text. */
export const text = { type: 'string' }

/** A schema of an object with these text fields; a name with `?` is optional. */
export const fields = (...names: readonly string[]) => ({
  properties: Object.fromEntries(names.map((name) => [name.replace('?', ''), text])),
  required: names.filter((name) => !name.endsWith('?')),
})
