import { readFileSync } from 'node:fs'

/** The texts of all built files that a plain `serve` loads before it listens. */
export function loadedAtStart(): string[] {
  const [, entry = ''] =
    /serve:async\(\)=>\(await import\("\.\/([^"]+)"\)/.exec(built('understudy.js')) ?? []
  const loaded = new Set([entry])
  for (const name of loaded)
    for (const [, next = ''] of built(name).matchAll(/(?:from|import)"\.\/([\w.-]+)"/g))
      loaded.add(next)
  return [...loaded].map(built)
}

const built = (name: string) => readFileSync(`dist/cli/${name}`, 'utf8')
