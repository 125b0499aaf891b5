import { encodeBase64 } from '../contract/base64.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { escapeText } from '../contract/escape.ts'
import {
  type Block,
  type Cell,
  partsOf,
  plainText,
  type ReportDocument,
  type Rows,
  sectionsOf,
  type RenderedBlock,
  splitAtBackticks,
  type Text,
} from './document.ts'

/** The style of report pages: light and dark, narrow and wide. */
const style = `
:root {
  color-scheme: light dark;
  --page: light-dark(#fbfbfc, #0f1013); --card: light-dark(#ffffff, #16171b);
  --ink: light-dark(#17171c, #ededf0); --faint: light-dark(#5f5f6b, #9f9fab);
  --line: light-dark(#e6e6eb, #282930); --link: light-dark(#463fc9, #aaa6ff);
  --pass: light-dark(#14693a, #6fd69b); --fail: light-dark(#b4182f, #ff939e);
  --warn: light-dark(#825003, #f2bf62); --none: var(--faint);
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink);
  font: .875rem/1.5 Geist, Inter, system-ui, sans-serif; overflow-wrap: anywhere }
header, main { max-width: 75rem; margin: auto; padding: 1rem }
section, form { margin: 0 0 1rem; padding: 1rem; background: var(--card);
  border: 1px solid var(--line); border-radius: .5rem }
h1 { font-size: 1.125rem; line-height: 1.3; margin: 0 } h2 { font-size: 1rem; margin: 0 0 .5rem }
p { margin: .25rem 0 }
a { color: var(--link) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.skip { position: absolute; left: -99rem } .skip:focus { position: static }
.counts { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0 0; padding: 0; list-style: none }
.counts li { padding: .25rem .75rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem }
.counts b { font-size: 1.125rem }
.pass { color: var(--pass) } .fail { color: var(--fail) } .warn { color: var(--warn) } .faint { color: var(--none) }
form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end }
label { display: grid; font-size: .8125rem; color: var(--faint) } label:first-of-type { flex: 1 1 14rem }
input, select, button { font: inherit; color: var(--ink); background: var(--page);
  border: 1px solid var(--faint); border-radius: .25rem; padding: .35rem .5rem; min-width: 0 }
[role=status] { flex-basis: 100%; margin: 0; color: var(--faint) }
details { border-top: 1px solid var(--line) } [hidden] { display: none }
summary { padding: .4rem 0; cursor: pointer } summary b { display: inline-block; min-width: 6.5rem }
summary b.sign { min-width: 1.5rem }
summary code { font-weight: 600 }
details > div { padding: 0 0 1rem 1rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: .25rem 0 }
dt { color: var(--faint) } dd { margin: 0 }
pre { margin: .25rem 0; padding: .5rem; overflow: auto; max-height: 20rem; background: var(--page);
  border: 1px solid var(--line); border-radius: .25rem; white-space: pre-wrap }
del, ins { text-decoration: none } del { color: var(--fail) } ins { color: var(--pass) }
code, pre { font: .8125rem/1.45 'Geist Mono', ui-monospace, monospace }
.wide { overflow: auto; max-height: 36rem }
table { border-collapse: collapse; font-size: .8125rem }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; overflow-wrap: normal; white-space: nowrap }
thead th { position: sticky; top: 0; z-index: 1; background: var(--card) }
tbody th { background: var(--card); font-weight: 400 }
@media (min-width: 40rem) { tr > th:first-child { position: sticky; left: 0 } thead th:first-child { z-index: 2 } }
td b { font-weight: 400 } td.number { text-align: right; font-variant-numeric: tabular-nums }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr } details > div { padding-left: 0 } summary b { min-width: 0 } }
@media print { form { display: none } .wide, pre { max-height: none } }
`

/** A piece of HTML. Only `markup` creates it from text, by escaping the text. */
export type Markup = { readonly markup: string }

type Part = Markup | string | number | readonly Part[]

/** Builds HTML: inserted text is escaped, inserted markup is not. */
export const markup = (texts: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  markup: texts.map((text, index) => text + renderPart(parts[index] ?? '')).join(''),
})

/** Marks a text of this program as HTML, such as a script. It is not escaped. */
const unescapedMarkup = (text: string): Markup => ({ markup: text })

function renderPart(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part))
  return 'markup' in part ? part.markup : part.map(renderPart).join('')
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

/** The parts of a page besides the blocks of its document. */
export type PageParts = {
  /** The id of the section to which the first link skips, and the text of that link. */
  readonly skipTo: readonly [id: string, words: string]
  readonly script?: string
  /** Content before the section of `skipTo`. */
  readonly controls?: Markup
}

/** Formats a document as one HTML page without external resources, with only its own script. */
export function renderHtml(
  { title = '', summary = [], body }: ReportDocument,
  { skipTo: [target, words], script, controls }: PageParts,
): string {
  const main = sectionsOf(body, true).map(({ title: name, id, blocks }) => [
    id === target ? (controls ?? []) : [],
    markup`<section aria-labelledby="${id}">
<h2 id="${id}">${textMarkup(name)}</h2>
${blocks.map((block) => blockMarkup(block, id))}</section>\n`,
  ])
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(script)}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${plainText(title)}</title>
${unescapedMarkup(`<style>${style}</style>`)}
</head>
<body>
<a class="skip" href="#${target}">${words}</a>
<header>
<h1>${plainText(title)}</h1>
${blocksMarkup(summary)}</header>
<main>
${main}</main>
${script === undefined ? [] : unescapedMarkup(`<script>${script}</script>`)}
</body>
</html>
`.markup
}

const hashOf = (text: string): string => `'sha256-${encodeBase64(sha256(utf8ToBytes(text)))}'`

/** The source for a Content-Security-Policy that allows the style of report pages, by its hash. */
export const styleSource = hashOf(style)

/** The Content-Security-Policy of a report page: allows only its style and this script, by hash. */
export const contentPolicy = (script?: string): string =>
  [
    `default-src 'none'`,
    `style-src ${styleSource}`,
    `script-src ${script === undefined ? "'none'" : hashOf(script)}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ')

const blocksMarkup = (blocks: readonly Block[]): readonly Markup[] =>
  sectionsOf(blocks, true).flatMap((section) => section.blocks.map((block) => blockMarkup(block)))

/** `label` is the id of the heading above the block, which names a table for screen readers. */
function blockMarkup(block: RenderedBlock, label = ''): Markup {
  switch (block.kind) {
    case 'paragraph': {
      const lines = block.lines.map((line, at) => [
        at === 0 ? [] : unescapedMarkup('<br />'),
        textMarkup(line),
      ])
      return markup`<p class="${block.tone ?? ''}">${lines}</p>\n`
    }
    case 'list':
      return markup`<ul>\n${block.lines.map((line) => markup`<li>${textMarkup(line)}</li>\n`)}</ul>\n`
    case 'terms':
      return markup`<dl>${block.rows.map(([name, value]) => markup`<dt>${name}</dt><dd>${textMarkup(value)}</dd>`)}</dl>\n`
    case 'counts':
      return markup`<ul class="counts" aria-label="Verdicts">${block.rows.map(
        ([name, count, tone]) => markup`<li><b class="${tone}">${count}</b> ${name}</li>`,
      )}</ul>\n`
    case 'code':
      return codeMarkup(block)
    case 'table':
      return tableMarkup(block.head, block.rows, label)
    case 'finding':
      return findingMarkup(block)
  }
}

const textMarkup = (text: Text): readonly Markup[] =>
  partsOf(text).map((part) => {
    if (typeof part === 'string') return proseMarkup(part)
    if ('strong' in part)
      return markup`<b class="${part.tone ?? 'strong'}">${proseMarkup(part.strong)}</b>`
    if ('bar' in part) return markup`<meter aria-hidden="true" value="${part.bar}"></meter>`
    const name = markup`<code>${part.code}</code>`
    return part.to === undefined ? name : markup`<a href="#${part.to}">${name}</a>`
  })

const proseMarkup = (prose: string): Markup =>
  markup`${splitAtBackticks(prose).map((part) =>
    typeof part === 'string' ? part : markup`<code>${part.code}</code>`,
  )}`

type BlockOfKind<Kind extends RenderedBlock['kind']> = Extract<
  RenderedBlock,
  { readonly kind: Kind }
>

// The buttons are hidden until the script of the page shows them.
function codeMarkup({ text, language }: BlockOfKind<'code'>): Markup {
  switch (language) {
    case 'http':
      return markup`<pre tabindex="0" aria-label="Response">\n${text}</pre>\n`
    case 'diff':
      return markup`<pre>\n${text.split('\n').map(diffLine)}</pre>\n`
    case 'sh':
      return markup`<pre>\n${text}</pre>\n${unescapedMarkup('<button type="button" hidden data-copy>Copy the command</button>\n')}`
    default:
      return markup`<pre>\n${text}</pre>\n`
  }
}

function diffLine(line: string): Markup {
  if (line.startsWith('-')) return markup`<del>${line}</del>\n`
  return line.startsWith('+') ? markup`<ins>${line}</ins>\n` : markup`${line}\n`
}

function findingMarkup({
  verdict,
  tone,
  name,
  note,
  id,
  isOpen,
  data,
  blocks,
}: BlockOfKind<'finding'>) {
  const attributes = Object.entries({ ...(id !== undefined && { id }), ...data }).map(
    ([key, value]) => markup` ${key === 'id' ? key : `data-${key}`}="${value}"`,
  )
  return markup`<details${attributes}${unescapedMarkup(isOpen ? ' open' : '')}>
<summary><b class="${tone}${verdict.length === 1 ? ' sign' : ''}">${verdict}</b> <code>${name}</code> <span class="faint">${note ?? ''}</span></summary>
<div>
${blocksMarkup(blocks)}</div>
</details>\n`
}

/** Puts a table into a region that scrolls. The heading of the section names the region. */
const tableMarkup = (head: readonly string[], rows: Rows, label: string): Markup =>
  markup`<div class="wide" role="region" aria-labelledby="${label}" tabindex="0">
<table>
<thead><tr>${head.map((name) => (name === '' ? unescapedMarkup('<td></td>') : markup`<th scope="col">${name}</th>`))}</tr></thead>
<tbody>
${rows.map((row) => markup`<tr>${row.map(cellMarkup)}</tr>\n`)}</tbody>
</table>
</div>\n`

function cellMarkup(cell: Cell, at: number): Markup {
  if (typeof cell === 'number') return markup`<td class="number">${cell}</td>`
  return at === 0
    ? markup`<th scope="row">${textMarkup(cell)}</th>`
    : markup`<td>${textMarkup(cell)}</td>`
}
