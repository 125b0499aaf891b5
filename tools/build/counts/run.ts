import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { countParses, longTextLength } from './import-parses.ts'
import { filesWithOneImporter } from './imports.ts'
import { countLines } from './lines.ts'
import { walksOfRequests } from './request-walks.ts'
import { walkOfCheck } from './suite-calls.ts'

/**
 * `npm run counts` prints figures that are the same on any machine. `lines`: lines of the product
 * by folder. `importers`: files that only one file imports. `suite`: calls of our functions for one
 * check. `walks`: files and functions that run for one call of a fake. `parses`: how often an
 * import parses the long texts of a recording. An argument selects one figure. `--names` also
 * prints the files of `importers` and the functions of `walks`.
 */
const { values, positionals } = parseArgs({
  options: {
    check: { type: 'string', default: 'agents.read-answers-200' },
    names: { type: 'boolean', default: false },
    recording: { type: 'string', default: 'tests/recordings/a.proxy.har.gz' },
  },
  allowPositionals: true,
})

const countParts: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  async lines() {
    const folders = countLines()
    const total = folders.reduce((sum, { lines }) => sum + lines, 0)
    const comments = folders.reduce((sum, each) => sum + each.comments, 0)
    const share = Math.round((comments / total) * 100)
    return [
      `Lines of TypeScript outside tests, tools, docs and examples: ${total}`,
      `of them comments: ${share} %`,
      ...folders.map(({ folder, lines }) => `${String(lines).padStart(9)}  ${folder}`),
    ]
  },
  async importers() {
    const { files, rows, alone } = filesWithOneImporter()
    const share = Math.round((alone.length / files) * 1000) / 10
    return [
      `Files of the product that exactly one other imports: ${alone.length} of ${files}, ${share} %`,
      `and ${rows} rows of tables`,
      ...(values.names ? alone.map(({ path, importer }) => `    ${path} in ${importer}`) : []),
    ]
  },
  async suite() {
    const { files, functions, calls, mostCalled } = await walkOfCheck(values.check)
    return [
      `Calls of our own code for the check ${values.check}: ${calls}`,
      `in ${functions} functions of ${files} files`,
      ...mostCalled.map(([count, name]) => `${String(count).padStart(9)}  ${name}`),
    ]
  },
  async walks() {
    const walks = Object.entries(await walksOfRequests())
    return walks.flatMap(([what, { files, functions, names }]) => [
      `${what}: ${functions} functions of ${files} files`,
      ...(values.names ? names.map((name) => `    ${name}`) : []),
    ])
  },
  async parses() {
    const counts = await countParses(gunzipSync(await readFile(values.recording)).toString())
    const sum = (of: 'parses' | 'inRecording') => counts.reduce((all, each) => all + each[of], 0)
    return [
      `An import of ${values.recording} parses ${counts.length} texts of ${longTextLength} characters or more`,
      `${sum('parses')} times; the recording has them ${sum('inRecording')} times`,
    ]
  },
}

const extras = positionals.filter((name) => !Object.hasOwn(countParts, name))
if (extras.length > 0)
  throw new Error(
    `There is no part ${extras.join(', ')}: use ${Object.keys(countParts).join(', ')}.`,
  )

for (const [name, part] of Object.entries(countParts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const lines = await part()
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
