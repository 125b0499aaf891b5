import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Node } from 'typescript/unstable/ast'
import {
  isClassDeclaration,
  isInterfaceDeclaration,
  isTypeAliasDeclaration,
} from 'typescript/unstable/ast/is'
import {
  API,
  NodeBuilderFlags,
  type Project,
  type Symbol as Declared,
  SymbolFlags,
} from 'typescript/unstable/sync'
import { digest } from './readable.ts'

type Target = string | { readonly types?: string }

const wholeTypes =
  NodeBuilderFlags.NoTruncation |
  NodeBuilderFlags.InTypeAlias |
  NodeBuilderFlags.MultilineObjectLiterals |
  NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope

/**
 * The members that users need of internal types that connect the whole fake. All other members are
 * internal.
 */
const usedMembers: Readonly<Record<string, readonly string[]>> = {
  World: ['clock'],
  Worlds: [],
  CoreParts: [],
  WorldStorage: [],
  StoredWorld: [],
}

/** `CheckFlags.Readonly` of TypeScript: a property that a mapped type made read-only. */
const madeReadonly = 8

/**
 * The names and types that the package exports, as the compiler resolves them from the built
 * declarations. Each is printed once; the file that declares it is not part of the text. Types that
 * are only visible inside other types follow under `hidden`.
 */
export function exportsText(): string {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly exports: Readonly<Record<string, Target>>
  }
  const entries = Object.entries(manifest.exports)
  const typed = entries.flatMap(([entry, target]) =>
    typeof target === 'object' && target.types !== undefined
      ? [{ entry, file: resolve(target.types) }]
      : [],
  )
  const { project, close } = openProject(typed.map(({ file }) => file))
  const printer = createPrinter(project)
  for (const { entry, file } of typed) printer.addEntry(entry, file)
  const text = printer.print()
  close()
  const lines = entries.map(([entry, target]) => `entry ${entry}${dataType(target)}\n`)
  return `${lines.join('')}\n${text}`
}

/** The type of an entry that is a JSON file, such as `: Fixture`. */
function dataType(target: Target): string {
  if (typeof target === 'string' || !target.types?.endsWith('.d.cts')) return ''
  return /(?<=const data)(: .*)/.exec(readFileSync(target.types, 'utf8'))?.[0] ?? ''
}

/** Opens declaration files with a user's compiler options, not with ours. */
function openProject(files: readonly string[]) {
  const folder = resolve('node_modules/.cache/surface')
  const config = join(folder, 'tsconfig.json')
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2025', 'dom'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(config, JSON.stringify({ compilerOptions, files }))
  const api = new API({ cwd: resolve('.') })
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (project === undefined) throw new Error(`TypeScript opened no project for ${config}.`)
  return { project, close: () => api.close() }
}

function createPrinter({ checker, program, emitter }: Project) {
  const ours = resolve('dist')
  const places = new Map<number, string[]>()
  const found = new Map<number, Declared>()

  const resolved = (symbol: Declared) =>
    symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const typeText = (type: Parameters<typeof checker.typeToString>[0]) =>
    checker.typeToString(type, undefined, wholeTypes)

  /** The members of an interface, including inherited ones. */
  function membersText(symbol: Declared): string {
    const lines = checker
      .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
      .filter(({ name }) => usedMembers[symbol.name]?.includes(name) ?? true)
      .map((member) => {
        const type = checker.getTypeOfSymbol(member)
        const isReadonly =
          (member.checkFlags & madeReadonly) !== 0 ||
          nodesOf(member).some((node) => /^\s*readonly\b/.test(emitter.printNode(node)))
        const name = `${member.name}${member.flags & SymbolFlags.Optional ? '?' : ''}`
        const text = type === undefined ? '?' : typeText(type).replaceAll('\n', '\n    ')
        return `    ${isReadonly ? 'readonly ' : ''}${name}: ${text};\n`
      })
    return `{\n${lines.join('')}}`
  }

  /** A class as declared, without comments and private members. */
  const classText = (node: Node) =>
    emitter
      .printNode(node)
      .replaceAll(/\/\*[\s\S]*?\*\/\s*/g, '')
      .replaceAll(/^\s*(#private|private ).*\n/gm, '')
      .replace(/^(export |default |declare )+/, '')

  function textOf(symbol: Declared): string {
    if (usedMembers[symbol.name] !== undefined)
      return `type ${symbol.name} = ${membersText(symbol)}`
    const nodes = nodesOf(symbol)
    const asClass = nodes.find(isClassDeclaration)
    if (asClass !== undefined) return classText(asClass)
    const lines: string[] = []
    const asType = nodes.find(
      (node) => isTypeAliasDeclaration(node) || isInterfaceDeclaration(node),
    )
    if (asType !== undefined) {
      const parameters = asType.typeParameters?.map((one) => emitter.printNode(one)).join(', ')
      const name = `${symbol.name}${parameters === undefined ? '' : `<${parameters}>`}`
      const text = isInterfaceDeclaration(asType)
        ? membersText(symbol)
        : typeText(checker.getDeclaredTypeOfSymbol(symbol))
      lines.push(`type ${name} = ${text}`)
    }
    const type = symbol.flags & SymbolFlags.Value ? checker.getTypeOfSymbol(symbol) : undefined
    if (type !== undefined) lines.push(`const ${symbol.name}: ${typeText(type)}`)
    return lines.join('\n')
  }

  /** The declared types that a text names, as resolved in the file of its symbol. */
  function namedIn(text: string, { declarations }: Declared): Declared[] {
    const [document] = declarations.map(({ path }) => path)
    if (document === undefined) return []
    const names = new Set(text.replaceAll(/"[^"\n]*"/g, '').match(/\b[A-Z]\w*/g))
    return [...names].flatMap((name) => {
      const symbol = checker.resolveName(name, SymbolFlags.Type, { document, position: 0 })
      const target = symbol && resolved(symbol)
      return target?.declarations.some(({ path }) => path.startsWith(ours)) ? [target] : []
    })
  }

  return {
    addEntry(entry: string, file: string): void {
      const source = program.getSourceFile(file)
      const module = source && checker.getSymbolAtLocation(source)
      if (module === undefined) throw new Error(`${file} declares no module.`)
      for (const one of checker.getExportsOfModule(module)) {
        const symbol = resolved(one)
        const place = one.name === symbol.name ? entry : `${entry} as ${one.name}`
        found.set(symbol.id, symbol)
        places.set(symbol.id, [...(places.get(symbol.id) ?? []), place])
      }
    },
    print(): string {
      const texts = new Map<Declared, string>()
      // Printing types adds further types to this map.
      for (const symbol of found.values()) {
        const text = textOf(symbol)
        texts.set(symbol, flat(text))
        for (const other of namedIn(text, symbol))
          if (!found.has(other.id)) found.set(other.id, other)
      }
      const named = [...texts].flatMap(([{ id, name }, text]) => {
        const [, type = ''] = /^type \w+ = ([^]*)$/.exec(text) ?? []
        return places.has(id) && type.length > longType ? [{ name, type }] : []
      })
      named.sort((a, b) => b.type.length - a.type.length)
      const blocks = [...texts].map(([{ id, name }, text]) => {
        const where = places.get(id)
        const others = named.filter((one) => one.name !== name)
        const short = others.reduce((left, one) => left.replaceAll(one.type, one.name), text)
        const lines = indented(short)
        const kept = where === undefined ? lines.slice(0, mostHiddenLines) : lines
        const rest = lines.length - kept.length
        const end = rest === 0 ? [] : [`… ${rest} more lines, ${digest(lines.join('\n'))}`]
        return [`${name} in ${where?.join(', ') ?? 'hidden'}`, ...kept, ...end, ''].join('\n')
      })
      return blocks.toSorted().join('\n')
    },
  }
}

const nodesOf = ({ declarations }: Declared): Node[] =>
  declarations.flatMap((handle) => handle.resolve() ?? [])

/** From this length on, a type inside another type is replaced by its name. */
const longType = 400
const mostHiddenLines = 300

/** A text without indentation, so that it is the same at every depth. */
const flat = (text: string) => text.replaceAll(/\n\s+/g, '\n')

/** The lines of a flat text, each member of a long union on its own line. */
function indented(text: string): string[] {
  let depth = 0
  return text.split('\n').flatMap((line) => {
    if (/^[)}\]]/.test(line)) depth--
    const start = '  '.repeat(depth)
    if (/[({[]$/.test(line)) depth++
    if (line.length <= 100) return [start + line]
    return (start + line).replaceAll(/ ([|&]) (?=\S)/g, `\n${start}  $1 `).split('\n')
  })
}
