/** The path of a page on the site, by the path of its file in the repository. */
export function sitePath(file: string): string {
  if (file === 'README.md') return 'readme.md'
  return file
    .replace(/^docs\/(site\/)?/, '')
    .replace(/^(reference|decisions)\/README\.md$/, '$1/index.md')
    .replace(/^(examples\/[^/]+)\/README\.md$/, '$1.md')
    .replace(/^[A-Z]+\.md$/, (name) => `project/${name.toLowerCase()}`)
}
