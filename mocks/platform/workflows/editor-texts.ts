import { isObject } from '../../../contract/json.ts'

/** The types of nodes whose output is a text, by the id of the node. */
export type TextNodes = ReadonlySet<string>

const placeholder = /\{\{([^{}]+)\}\}/g

/** Converts the placeholders in every text of a value. */
export function convertTexts(value: unknown, convert: (path: string) => string): unknown {
  if (typeof value === 'string')
    return value.replaceAll(placeholder, (_written, path: string) => `{{${convert(path.trim())}}}`)
  if (Array.isArray(value)) return value.map((item) => convertTexts(item, convert))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, convertTexts(item, convert)]),
  )
}

/** `inputs.amount` is `input.amount` in the editor; the text of a node is its `output`. */
export const toEditorPath = (path: string, texts: TextNodes): string => {
  const [id = '', field] = path.split('.')
  if (id === 'inputs') return ['input', ...path.split('.').slice(1)].join('.')
  return field === 'text' && texts.has(id) ? `${id}.output` : path
}

/** A JSON text with the spaces that the previews of the editor have. */
export function spacedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value ?? null)
  const fields = Object.entries(value).map(([key, item]) => [JSON.stringify(key), spacedJson(item)])
  return `{${fields.map((field) => field.join(': ')).join(', ')}}`
}
