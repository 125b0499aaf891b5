import type { Plugin } from 'vite'

type Literal = { readonly type: string; readonly start: number; readonly end: number }

/** The descriptions in the calls of `described` and `optional` below a node of a syntax tree. */
function descriptionsIn(node: unknown): readonly Literal[] {
  if (typeof node !== 'object' || node === null) return []
  const {
    type,
    callee,
    arguments: given,
  } = node as {
    readonly type?: string
    readonly callee?: { readonly name?: string }
    readonly arguments?: readonly Literal[]
  }
  const isDescribing =
    type === 'CallExpression' && /^(described|optional)$/.test(callee?.name ?? '')
  const own = isDescribing ? (given?.slice(1).filter((one) => one.type === 'Literal') ?? []) : []
  return [...own, ...Object.values(node).flatMap(descriptionsIn)]
}

/**
 * Leaves the descriptions of schemas out of a bundle. They are for the JSON Schemas, which are made
 * from the sources, and would take 2 KB of each page with a fake.
 */
export const withoutDescriptions: Plugin = {
  name: 'without-descriptions',
  transform(code, id) {
    if (!id.includes('/contract/') || !code.includes('/described.ts')) return undefined
    return descriptionsIn(this.parse(code))
      .toSorted((a, b) => b.start - a.start)
      .reduce((text, { start, end }) => `${text.slice(0, start)}''${text.slice(end)}`, code)
  },
}
