import { objectIn } from '../../../contract/json.ts'
import { ExpressionFailure, type ExpressionValues, isTruthy, pythonText } from './python-values.ts'
import { type Evaluate, parseSafeExpression } from './safe-expression.ts'

type RenderPart = (values: ExpressionValues) => string

type Block = { readonly kind: 'value' | 'block'; readonly word: string; readonly rest: string }

const closingMarkers: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' }

/**
 * Splits a template into texts, values and blocks. A marker that is not closed is a text. A `-`
 * inside of a marker, such as in `{%-` and `-%}`, removes the white space before or after the
 * marker.
 */
function splitTemplate(source: string): (string | Block)[] {
  const parts: (string | Block)[] = []
  const blanks = /\s*/y
  let text = 0
  for (let at = source.indexOf('{'); at >= 0; at = source.indexOf('{', at + 1)) {
    const opening = source.slice(at, at + 2)
    const closing = closingMarkers[opening]
    if (closing === undefined) continue
    const end = source.indexOf(closing, at + 2)
    if (end < 0) break
    const written = source.slice(at + 2, end)
    const before = source.slice(text, at)
    parts.push(written.startsWith('-') ? before.trimEnd() : before)
    const inside = written.replace(/^-|-$/g, '').trim()
    const word = /^\w*/.exec(inside)?.[0] ?? ''
    if (opening === '{{') parts.push({ kind: 'value', word: inside, rest: '' })
    if (opening === '{%')
      parts.push({ kind: 'block', word, rest: inside.slice(word.length).trim() })
    blanks.lastIndex = end + 2
    if (written.endsWith('-')) blanks.exec(source)
    text = blanks.lastIndex
    at = text - 1
  }
  if (text < source.length) parts.push(source.slice(text))
  return parts
}

/**
 * Renders a template as Jinja does: values with filters, `if` with `elif` and `else`, and `for` with
 * `loop.index`. An unknown value is empty. Throws `ExpressionFailure` for an invalid template.
 */
export const renderTemplate = (source: string, values: ExpressionValues): string =>
  new TemplateReader(splitTemplate(source)).readUntil([]).render(values)

const maxDepth = 20

class TemplateReader {
  readonly #parts: readonly (string | Block)[]
  #position = 0
  #depth = 0

  constructor(parts: readonly (string | Block)[]) {
    this.#parts = parts
  }

  /** Parses up to a block that starts with one of these words, or else to the end. */
  readUntil(words: readonly string[]): { render: RenderPart; end: Block | undefined } {
    if (++this.#depth > maxDepth) throw new ExpressionFailure('the template is nested too deeply')
    const renders: RenderPart[] = []
    for (;;) {
      const next = this.#parts[this.#position++]
      if (next === undefined && words.length > 0)
        throw new ExpressionFailure(`expected \`${words.at(-1)}\``)
      if (next === undefined || (isBlock(next) && words.includes(next.word))) {
        this.#depth--
        return { render: (values) => renders.map((render) => render(values)).join(''), end: next }
      }
      renders.push(this.#render(next))
    }
  }

  #render(next: string | Block): RenderPart {
    if (typeof next === 'string')
      return ({ spend }) => {
        spend(next.length)
        return next
      }
    if (next.kind === 'value') return renderValue(next.word)
    if (next.word === 'if') return this.#branch(next.rest)
    if (next.word === 'for') return this.#loop(next.rest)
    throw new ExpressionFailure(`the tag \`${next.word}\` is not supported`)
  }

  #branch(condition: string): RenderPart {
    const branches: { readonly test: Evaluate; readonly render: RenderPart }[] = []
    // A loop instead of a recursion, because one `if` may have thousands of `elif`.
    let block: Block | undefined = { kind: 'block', word: 'elif', rest: condition }
    while (block?.word === 'elif') {
      const test = parseSafeExpression(block.rest)
      const { render, end } = this.readUntil(['elif', 'else', 'endif'])
      branches.push({ test, render })
      block = end
    }
    const otherwise = block?.word === 'else' ? this.readUntil(['endif']).render : () => ''
    return (values) => {
      const taken = branches.find(({ test }) => isTruthy(test(values)))
      return (taken?.render ?? otherwise)(values)
    }
  }

  #loop(header: string): RenderPart {
    const [, name = '', list = ''] = /^(\w+)\s+in\s+(.+)$/s.exec(header) ?? []
    if (name === '') throw new ExpressionFailure(`\`for ${header}\` is not supported`)
    const items = parseSafeExpression(list)
    const { render } = this.readUntil(['endfor'])
    return (values) => {
      const found = items(values)
      const all: readonly unknown[] = Array.isArray(found) ? found : Object.keys(objectIn(found))
      const texts = all.map((item, at) => {
        values.spend(1)
        const loop = {
          index: at + 1,
          index0: at,
          first: at === 0,
          last: at === all.length - 1,
          length: all.length,
        }
        const valueOf = (wanted: string) =>
          wanted === name ? item : wanted === 'loop' ? loop : values.name(wanted)
        return render({ ...values, name: valueOf })
      })
      return texts.join('')
    }
  }
}

const isBlock = (next: string | Block | undefined): next is Block =>
  typeof next === 'object' && next.kind === 'block'

function renderValue(source: string): RenderPart {
  const evaluate = parseSafeExpression(source)
  return (values) => {
    const value = evaluate(values)
    const text = value === null || value === undefined ? '' : pythonText(value)
    values.spend(text.length)
    return text
  }
}
