import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

type Exported = { readonly name: string; readonly file: string; readonly isType: boolean }

/** The exports of the package, with our files that declare them. */
const exported: readonly Exported[] = globSync('entries/*.ts').flatMap((entry) =>
  Array.from(
    readFileSync(entry, 'utf8').matchAll(/^export (type )?\{([^}]*)\} from '(\.[^']+)'/gm),
  ).flatMap(([, allTypes, names = '', file = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => ({
        name: name.replace(/^type /, '').replace(/ as .*/, ''),
        file: join(dirname(entry), file),
        isType: allTypes !== undefined || name.startsWith('type '),
      })),
  ),
)

/** The docstring of a declaration; empty without one. A file may re-export from another file. */
function docstringOf({ name, file }: Exported): string {
  const declaration = new RegExp(
    `^export (?:async )?(?:function\\*?|const|class|type|interface) ${name}\\b`,
    'm',
  )
  const text = readFileSync(file, 'utf8')
  const source = new RegExp(
    `^export (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`,
    'm',
  ).exec(text)
  if (source?.[1] !== undefined)
    return docstringOf({ name, file: join(dirname(file), source[1]), isType: false })
  const before = text.split(declaration)[0] ?? ''
  return /\/\*\*(?:(?!\*\/)[^])*\*\/\s*$/.exec(before)?.[0] ?? ''
}

const shown = ({ name, file }: Exported) => `${name} in ${file}`

it('every export of the package has a docstring, and every value an example', () => {
  expect(exported.length).toBeGreaterThan(150)
  expect(exported.filter((one) => docstringOf(one) === '').map(shown)).toEqual([])
  const values = exported.filter(({ isType }) => !isType)
  expect(values.filter((one) => !docstringOf(one).includes('@example')).map(shown)).toEqual([])
})

it('a docstring names only entries that the package exports', () => {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: object }
  const entries = new Set(Object.keys(exports).map((path) => path.replace('.', 'agent-understudy')))
  const files = new Set([...globSync('entries/*.ts'), ...exported.map(({ file }) => file)])
  const named = [...files].flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(/^ *\*.*?(agent-understudy\/[\w/-]+(?:\.\w+)*)/gm),
      ([, entry = '']) => `${file}: ${entry}`,
    ),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((line) => !entries.has(line.split(': ')[1] ?? ''))).toEqual([])
})
