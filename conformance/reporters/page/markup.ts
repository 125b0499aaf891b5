import { escapeText } from '../../../contract/escape.ts'

/** A piece of HTML. Only `html` creates it from text, by escaping the text. */
export type Markup = { readonly markup: string }

type Part = Markup | string | number | readonly Part[]

/** Builds HTML: inserted text is escaped, inserted markup is not. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  markup: texts.map((text, index) => text + rendered(parts[index] ?? '')).join(''),
})

/** Our own text that is HTML already, such as a script. */
export const rawHtml = (markup: string): Markup => ({ markup })

function rendered(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part))
  return 'markup' in part ? part.markup : part.map(rendered).join('')
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string =>
  escapeText(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
