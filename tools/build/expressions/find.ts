import { type ESTree, parseSync, Visitor } from 'vite'

/** A regular expression in a source file. */
export type FoundExpression = {
  readonly file: string
  readonly line: number
  /** Exactly as in the code: `/a+/g`, or the whole call of `RegExp`. */
  readonly code: string
  /** The pattern and its flags; `undefined` if they are known only when the code runs. */
  readonly expression: { readonly source: string; readonly flags: string } | undefined
}

type Node = ESTree.Expression | ESTree.Argument | ESTree.PrivateIdentifier

/** The constants of a source file that are declared exactly once. */
type Constants = ReadonlyMap<string, Node>

/** Finds every regular expression of a TypeScript file: literals, and calls of `RegExp`. */
export function findExpressions(file: string, text: string): FoundExpression[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`Failed to parse ${file}: ${errors[0]?.message}`)
  const constants = constantsOf(program)
  const foundExpressions: FoundExpression[] = []
  const add = (node: ESTree.Span, expression: FoundExpression['expression']) => {
    const line = text.slice(0, node.start).split('\n').length
    foundExpressions.push({ file, line, code: text.slice(node.start, node.end), expression })
  }
  const addCall = (node: ESTree.CallExpression | ESTree.NewExpression) => {
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
    const [pattern, flags] = node.arguments
    const source = pattern && textOf(pattern, constants)
    const flagsText = flags === undefined ? '' : textOf(flags, constants)
    const isKnown = source !== undefined && flagsText !== undefined
    add(node, isKnown ? { source, flags: flagsText } : undefined)
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node) add(node, { source: node.regex.pattern, flags: node.regex.flags })
    },
    CallExpression: addCall,
    NewExpression: addCall,
  }).visit(program)
  return foundExpressions
}

function constantsOf(program: ESTree.Program): Constants {
  const constants = new Map<string, Node>()
  const twice = new Set<string>()
  new Visitor({
    VariableDeclaration({ kind, declarations }) {
      for (const { id, init } of declarations) {
        if (id.type !== 'Identifier') continue
        if (constants.has(id.name) || kind !== 'const' || init === null) twice.add(id.name)
        else constants.set(id.name, init)
      }
    },
  }).visit(program)
  // Ignores constants with the same name, because their scopes are not checked.
  return new Map([...constants].filter(([name]) => !twice.has(name)))
}

/** The text that a node evaluates to, if it is known before the code runs. */
function textOf(node: Node, constants: Constants): string | undefined {
  const parts = (nodes: readonly Node[]) => nodes.map((part) => textOf(part, constants))
  switch (node.type) {
    case 'Literal':
      if ('regex' in node) return node.regex.pattern
      return typeof node.value === 'string' ? node.value : undefined
    case 'TemplateLiteral':
      return joinParts(
        node.quasis.map(({ value }) => value.cooked ?? undefined),
        parts(node.expressions),
      )
    case 'TaggedTemplateExpression':
      if (node.tag.type !== 'MemberExpression' || nameOf(node.tag.property) !== 'raw')
        return undefined
      return joinParts(
        node.quasi.quasis.map(({ value }) => value.raw),
        parts(node.quasi.expressions),
      )
    case 'BinaryExpression':
      return node.operator === '+'
        ? joinParts(['', '', ''], parts([node.left, node.right]))
        : undefined
    case 'MemberExpression':
      return nameOf(node.property) === 'source' ? textOf(node.object, constants) : undefined
    case 'Identifier': {
      const value = constants.get(node.name)
      return value && textOf(value, new Map([...constants].filter(([name]) => name !== node.name)))
    }
    default:
      return undefined
  }
}

const nameOf = (node: Node) => (node.type === 'Identifier' ? node.name : undefined)

function joinParts(
  texts: readonly (string | undefined)[],
  between: readonly (string | undefined)[],
): string | undefined {
  const all = texts.flatMap((text, index) => (index === 0 ? [text] : [between[index - 1], text]))
  return all.includes(undefined) ? undefined : all.join('')
}
