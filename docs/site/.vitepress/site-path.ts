/** Converts the path of a file in the repository to the path of its page on the site. */
export function sitePath(file: string): string {
  if (file === 'README.md') return 'readme.md'
  return file
    .replace(/^docs\/(site\/)?/, '')
    .replace(/^(reference|decisions)\/README\.md$/, '$1/index.md')
    .replace(/^(examples\/[^/]+)\/README\.md$/, '$1.md')
    .replace(/^[A-Z]+\.md$/, (name) => `project/${name.toLowerCase()}`)
}
