import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The number of lines of a folder, and how many of them are comments. */
export type FolderLines = {
  readonly folder: string
  readonly lines: number
  readonly comments: number
}

/** Folders that are not part of the product. */
const nonProductFolders = /^(?:tests|tools|docs|examples)\//

/** The paths of all TypeScript files of the product that are in Git. */
export function productFiles(): readonly string[] {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' })
  return files.split('\n').filter((path) => path.includes('/') && !nonProductFolders.test(path))
}

/** Counts the TypeScript lines of the product by folder, the largest folder first. */
export function countLines(): readonly FolderLines[] {
  const folders = Map.groupBy(productFiles(), (path) => path.split('/')[0] ?? '')
  return Array.from(folders, ([folder, paths]) => {
    const lines = paths.flatMap((path) => readFileSync(path, 'utf8').trimEnd().split('\n'))
    const comments = lines.filter((line) => /^\s*(?:\/\*|\*|\/\/)/.test(line)).length
    return { folder, lines: lines.length, comments }
  }).toSorted((a, b) => b.lines - a.lines)
}
