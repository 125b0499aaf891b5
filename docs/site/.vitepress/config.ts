import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { defineConfig } from 'vitepress'
import { githubSlug } from './github-slug.ts'
import { excluded, linkPages, root } from './pages.ts'
import { item, sidebar } from './sidebar.ts'
import { sitePath } from './site-path.ts'

const { description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly description: string
}

/** Where the files of the repository are shown, such as `https://host/owner/name`. */
const repository = process.env['DOCS_REPOSITORY']

/** The mark of the console, as a URL: it is outside of the folder that the site serves. */
const mark = `data:image/svg+xml;base64,${readFileSync(join(root, 'console/icon.svg'), 'base64')}`

export default defineConfig({
  srcDir: root,
  srcExclude: [...excluded],
  rewrites: sitePath,
  // Where the site is below its host, such as `/understudy/`.
  base: (process.env['DOCS_BASE'] ?? '/') as `/${string}`,
  title: 'Understudy',
  description,
  cleanUrls: true,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: mark }]],
  markdown: {
    anchor: { slugify: githubSlug },
    toc: { slugify: githubSlug },
    config: linkPages(repository),
  },
  themeConfig: {
    logo: mark,
    search: {
      provider: 'local',
      options: {
        // The changelog names everything, so it would stand before the page of each task.
        _render: (source, env, markdown) =>
          /changelog/i.test(env.relativePath) ? '' : markdown.render(source, env),
      },
    },
    outline: [2, 3],
    ...(repository !== undefined && { socialLinks: [{ icon: 'github', link: repository }] }),
    nav: [
      // Not a page of this site: the browser loads it anew.
      { ...item('Playground', '/play/#/chat?tour=2'), target: '_self' },
      item('Commands', '/commands'),
      item('API', '/reference/exports'),
      item('Glossary', '/glossary'),
      item('Changes', '/project/changelog'),
    ],
    sidebar,
  },
  // The console with its fake in the page, at the turn that is cut and resumed.
  buildEnd: async ({ outDir }) => {
    const command = join(root, 'dist/cli/understudy.js')
    await promisify(execFile)(process.execPath, [
      command,
      'console',
      '--out',
      join(outDir, 'play'),
      '--no-config',
    ])
  },
  vite: {
    plugins: [
      {
        // The pages are outside of this folder, so they do not find its Vue by themselves.
        name: 'vue-of-this-folder',
        enforce: 'pre',
        resolveId: (id, _importer, { ssr }) =>
          ssr === true && /^vue(\/|$)/.test(id) ? { id, external: true } : undefined,
      },
    ],
    // The tsconfig.json of the repository names a target that this Vite does not know.
    esbuild: { tsconfigRaw: {} },
    build: { target: 'esnext', chunkSizeWarningLimit: 4000 },
  },
})
