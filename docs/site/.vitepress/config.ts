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

/** The URL of the repository, to which links lead, such as `https://host/owner/name`. */
const repository = process.env['DOCS_REPOSITORY']

/** The console's icon as a data URL, because its file is not in a folder that the site serves. */
const mark = `data:image/svg+xml;base64,${readFileSync(join(root, 'console/icon.svg'), 'base64')}`

export default defineConfig({
  srcDir: root,
  srcExclude: [...excluded],
  rewrites: sitePath,
  // The path of the site on its host, such as `/understudy/`.
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
        // The changelog mentions everything, so search results would list it before the right page.
        _render: (source, env, markdown) =>
          /changelog/i.test(env.relativePath) ? '' : markdown.render(source, env),
      },
    },
    outline: [2, 3],
    ...(repository !== undefined && { socialLinks: [{ icon: 'github', link: repository }] }),
    nav: [
      // The playground is not a page of this site, so the browser has to load it.
      { ...item('Playground', '/play/#/chat?tour=2'), target: '_self' },
      item('Commands', '/commands'),
      item('API', '/reference/exports'),
      item('Glossary', '/glossary'),
      item('Changes', '/project/changelog'),
    ],
    sidebar,
  },
  // Adds the playground: the console with a fake that runs in the page.
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
        // The pages are outside of this folder, so they cannot resolve the Vue package in it.
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
