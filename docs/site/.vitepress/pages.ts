import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MarkdownOptions } from 'vitepress'
import { sitePath } from './site-path.ts'

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0]

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Markdown that is not a page, as globs. */
export const excluded: readonly string[] = [
  ...readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !['docs', 'examples'].includes(entry.name))
    .map(({ name }) => `${name}/**`),
  'examples/*/*/**',
]

const isPage = (file: string) =>
  /^(docs\/.*|examples\/[^/]+\/README|[A-Z]+)\.md$/.test(file) && existsSync(join(root, file))

/**
 * Rewrites the links of the repository to those of the site. A link to the folder of an example
 * leads to its README. A link to any other file leads to the repository, if `repository` is its
 * URL; otherwise it becomes plain text.
 */
export const linkPages =
  (repository: string | undefined) =>
  (markdown: Markdown): void => {
    // Vue would evaluate what is between double braces.
    const escape = (text = '') => markdown.utils.escapeHtml(text).replaceAll('{{', '{&#123;')
    markdown.renderer.rules['text'] = (tokens, index) => escape(tokens[index]?.content)
    markdown.renderer.rules['code_inline'] = (tokens, index) =>
      `<code>${escape(tokens[index]?.content)}</code>`
    markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
      const { path, realPath } = env as { readonly path: string; readonly realPath?: string }
      const folder = dirname(resolve(root, realPath ?? path))
      for (const token of tokens.flatMap(({ children }) => children ?? [])) {
        const [target = '', hash] = token.attrGet('href')?.split('#') ?? []
        if (token.type !== 'link_open' || target === '' || /^([a-z]+:|\/)/.test(target)) continue
        const file = relative(root, join(folder, decodeURI(target))).replace(/\/$/, '')
        const page = [file, `${file}/README.md`].find(isPage)
        const anchor = hash === undefined ? '' : `#${hash}`
        if (page !== undefined) token.attrSet('href', `/${sitePath(page)}${anchor}`)
        else if (repository !== undefined) token.attrSet('href', `${repository}/blob/main/${file}`)
        else token.attrs = null
      }
    })
  }
