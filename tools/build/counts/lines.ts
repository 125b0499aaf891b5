import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Lines of a folder, and those of them that are comments. */
export type FolderLines = {
  readonly folder: string
  readonly lines: number
  readonly comments: number
}

/** Folders that are not part of the product. */
const apart = /^(?:tests|tools|docs|examples)\//

/** All tracked files of TypeScript of the product. */
export function productFiles(): readonly string[] {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' })
  return files.split('\n').filter((path) => path.includes('/') && !apart.test(path))
}

/** The lines of all tracked TypeScript of the product by its folders, largest first. */
export function countLines(): readonly FolderLines[] {
  const folders = Map.groupBy(productFiles(), (path) => path.split('/')[0] ?? '')
  return Array.from(folders, ([folder, paths]) => {
    const lines = paths.flatMap((path) => readFileSync(path, 'utf8').trimEnd().split('\n'))
    const comments = lines.filter((line) => /^\s*(?:\/\*|\*|\/\/)/.test(line)).length
    return { folder, lines: lines.length, comments }
  }).toSorted((a, b) => b.lines - a.lines)
}
