import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Pages with long tables, which are listed as optional because readers rarely need them. */
const optionalPages = new Set(['benchmarks.md', 'choices.md', 'coverage.md'])

/**
 * The index of the documentation for language models, in the form of llms.txt: each page with its
 * title and its first sentence.
 */
export async function llmsText(folder: string): Promise<string> {
  const pagesIn = async (path: string) =>
    (await readdir(join(folder, path)))
      .filter((name) => name.endsWith('.md'))
      .toSorted()
      .map((name) => path + name)
  const names = [...(await pagesIn('start/')), ...(await pagesIn(''))]
  const rows = await Promise.all(
    names.map(async (name) => ({
      name,
      row: pageSummaryOf(await readFile(join(folder, name), 'utf8')),
    })),
  )
  const list = (isOptional: boolean) =>
    rows
      .filter(({ name }) => optionalPages.has(name) === isOptional)
      .map(({ name, row: { title, about } }) => `- [${title}](${name}): ${about}`)
  return [
    '# Understudy',
    '',
    '> A stateful mock server for the Agent Platform REST API, and a conformance suite that checks any deployment of it. npm package: `agent-understudy`.',
    '',
    'Start the fake with `npx agent-understudy serve`, and check a deployment with `npx agent-understudy conform`. `npx agent-understudy mcp` is an MCP server with tools for all of this. Each command explains its flags with `--help`.',
    '',
    '## Docs',
    '',
    ...list(false),
    '',
    '## Optional',
    '',
    ...list(true),
    '',
  ].join('\n')
}

/** The maximum length of a description to which another sentence is added, in characters. */
const maxShortSentence = 60

/** The title of a page, and the first sentences of its first paragraph, as text without links. */
function pageSummaryOf(text: string) {
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? []
  const paragraph = text
    .slice(text.indexOf(title) + title.length)
    .split('\n\n')
    .find((part) => /^\n*(`?\w|\*\*)/.test(part))
  const plain = (paragraph ?? '').trim().replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
  let about = ''
  for (const sentence of plain.replaceAll('\n', ' ').split(/(?<=[.:]) /))
    if (about.length < maxShortSentence) about += `${about === '' ? '' : ' '}${sentence}`
  return { title, about: about.replace(/:$/, '.') }
}
