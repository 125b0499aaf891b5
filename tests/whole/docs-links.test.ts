import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { marked, type Token } from 'marked'
import { describe, expect, it } from 'vitest'
import { commands } from '../../cli/commands.ts'
import { findCandidates } from '../../cli/completion.ts'
import { commandsMarkdown } from '../../tools/build/commands-page.ts'
import { githubSlug } from '../../docs/site/.vitepress/github-slug.ts'
import { sitePath } from '../../docs/site/.vitepress/site-path.ts'
import { sidebar } from '../../docs/site/.vitepress/sidebar.ts'

/** Every Markdown file that users read. */
const pages = globSync(
  [
    '*.md',
    'docs/**/*.md',
    'examples/**/*.md',
    'tools/deploy/**/*.md',
    'tools/bench/*.md',
    'tests/**/*.md',
  ],
  { exclude: ['**/node_modules', 'docs/site/reference'] },
).toSorted()

type Page = { readonly links: readonly string[]; readonly anchors: ReadonlySet<string> }

/** The text of a heading without markup, as a browser shows it. */
const plain = (token: Token): string =>
  'tokens' in token && token.tokens !== undefined
    ? token.tokens.map(plain).join('')
    : 'text' in token
      ? String(token.text)
      : ''

function readPage(path: string): Page {
  const links: string[] = []
  const anchors = new Set<string>()
  const tokens = marked.lexer(readFileSync(path, 'utf8').replace(/^---\n.*?\n---\n/s, ''))
  marked.walkTokens(tokens, (token) => {
    if (token.type === 'link' || token.type === 'image') links.push(String(token.href))
    if (token.type !== 'heading') return
    const slug = githubSlug(plain(token))
    let anchor = slug
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`
    anchors.add(anchor)
  })
  return { links, anchors }
}

const read = new Map(pages.map((path) => [path, readPage(path)]))
const pagesOfDocs = pages.filter((path) => /^docs\/(start\/)?[\w-]+\.md$/.test(path))
const isInternal = (link: string) => !/^[a-z]+:/.test(link)

/** The problem of a link in a page; `undefined` if its target exists. */
function problemOf(page: string, link: string): string | undefined {
  const [path = '', anchor] = decodeURI(link).split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(target)) return `${page}: ${link}: there is no ${target}`
  if (anchor === undefined) return undefined
  const file = statSync(target).isDirectory() ? join(target, 'README.md') : target
  if (read.get(file)?.anchors.has(anchor) === true) return undefined
  return `${page}: ${link}: ${file} has no heading for #${anchor}`
}

describe('the flags of the documentation', () => {
  it.each(['calibrate', 'mcp', 'proxy', 'replay'])(
    'each flag that docs/%s.md names is a flag of the command',
    async (command) => {
      const { words } = await findCandidates([command, '--'], commands)
      const flags = new Set(words.map(({ word }) => word))
      const page = readFileSync(`docs/${command}.md`, 'utf8')
      const named = Array.from(page.matchAll(/`(--[a-z-]+)/g), ([, flag = '']) => flag)
      expect(named.length).toBeGreaterThan(0)
      expect(named.filter((flag) => !flags.has(flag))).toEqual([])
    },
  )
})

describe('the links of the documentation', () => {
  it('the pages, their links and their anchors are found by this test', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/glossary.md']))
    const links = [...read.values()].flatMap(({ links: own }) => own.filter(isInternal))
    expect(links.length).toBeGreaterThan(100)
    expect(links.filter((link) => link.includes('#')).length).toBeGreaterThan(10)
    expect(problemOf('README.md', 'docs/none.md')).toMatch('there is no docs/none.md')
    expect(problemOf('README.md', 'docs/choices.md#none')).toMatch('no heading for #none')
  })

  it('every link in the documentation to a file or a heading has an existing target', () => {
    const problems = [...read].flatMap(([page, { links }]) =>
      links.filter(isInternal).flatMap((link) => problemOf(page, link) ?? []),
    )
    expect(problems).toEqual([])
  })

  it('the package contains every page and example that its pages link to', () => {
    const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: string[] }
    const packed = new Set([
      'README.md',
      ...globSync(files).map((path) => path.replaceAll('\\', '/')),
    ])
    const isPacked = (path: string): boolean =>
      packed.has(path) || (path.includes('/') && isPacked(dirname(path)))
    const linked = [...read]
      .filter(([page]) => isPacked(page))
      .flatMap(([page, { links }]) =>
        links.filter(isInternal).map((link) => join(dirname(page), link.split('#')[0] ?? '')),
      )
    const expected = linked.filter((path) => /^(docs\/(?!decisions).*\.md|examples)/.test(path))
    expect(expected.length).toBeGreaterThan(100)
    expect(expected.filter((path) => !isPacked(path.replace(/\/$/, '')))).toEqual([])
  })

  it('a page of docs/ is linked from README.md or from another page', () => {
    const linked = new Set(
      [...read].flatMap(([page, { links }]) =>
        links
          .filter(isInternal)
          .map((link) => join(dirname(page), link.split('#')[0] ?? ''))
          .filter((target) => target !== page),
      ),
    )
    expect(pagesOfDocs.length).toBeGreaterThan(20)
    expect(pagesOfDocs.filter((path) => !linked.has(path))).toEqual([])
  })

  it('the sidebar of the site has every page of docs/, and every link of it leads to a page', () => {
    const links = sidebar.flatMap(({ items }) => items.map(({ link }) => link))
    expect(new Set(links).size).toBe(links.length)
    const paths = new Map(
      pages.map((page) => [`/${sitePath(page)}`.replace(/(index)?\.md$/, ''), page]),
    )
    const reference = '/reference/exports'
    expect(links.filter((link) => link !== reference && !paths.has(link))).toEqual([])
    const shown = new Set(links.map((link) => paths.get(link)))
    expect(pagesOfDocs.filter((page) => !shown.has(page))).toEqual([])
  })
})

it('docs/commands.md has the help of every command', { timeout: 60_000 }, async () => {
  const text = await commandsMarkdown()
  expect(text).toContain('### worlds hold')
  expect(readFileSync('docs/commands.md', 'utf8')).toBe(text)
})
