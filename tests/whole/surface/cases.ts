import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const read = (name: string) => readFileSync(new URL(`cases/${name}.txt`, import.meta.url), 'utf8')

export const caseLines = (name: string): string[] => read(name).trimEnd().split('\n')

/** Writes the files in `cases/files.txt` to a folder. Each begins with a line with its name. */
export function writeGiven(folder: string): void {
  for (const part of read('files').split(/^=== /m).slice(1)) {
    const [name = '', ...lines] = part.split('\n')
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), lines.join('\n'))
  }
}
