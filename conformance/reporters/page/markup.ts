import { encodeBase64 } from '../../../contract/base64.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
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

const hashOf = (text: string): string => `'sha256-${encodeBase64(sha256(utf8ToBytes(text)))}'`

type ReportPage = {
  readonly title: string
  readonly style: string
  readonly script?: string
  /** The id of the heading to which the first link skips, and the words of that link. */
  readonly skipTo: readonly [id: string, words: string]
  readonly body: Markup
}

/** A whole HTML page without external resources, with only this style and this script. */
export const reportPage = ({ title, style, script, skipTo: [id, words], body }: ReportPage) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${contentPolicy(style, script)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${rawHtml(`<style>${style}</style>`)}
      </head>
      <body>
        <a class="skip" href="#${id}">${words}</a>
        ${body} ${script === undefined ? [] : rawHtml(`<script>${script}</script>`)}
      </body>
    </html> `.markup

/** The Content-Security-Policy of a page that has only this style and this script, by hash. */
export const contentPolicy = (style: string, script?: string): string =>
  [
    `default-src 'none'`,
    `style-src ${hashOf(style)}`,
    `script-src ${script === undefined ? "'none'" : hashOf(script)}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ')
