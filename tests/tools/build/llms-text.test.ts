import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { llmsText } from '../../../tools/build/llms-text.ts'

describe('the index for language models', () => {
  it('docs/llms.txt and the llms.txt of the package name every page, and are up to date', async () => {
    expect(readFileSync('docs/llms.txt', 'utf8')).toBe(await llmsText('docs'))
    // The console reads the index from this file.
    expect(readFileSync('dist/docs/llms.txt', 'utf8')).toBe(await llmsText('docs'))
    const packaged = readFileSync('dist/llms.txt', 'utf8')
    expect(packaged).toBe(await llmsText('docs', 'docs/'))
    const links = Array.from(packaged.matchAll(/\]\(([^)]+)\)/g), ([, link = '']) => link)
    expect(links).toContain('docs/mcp.md')
    expect(links.filter((link) => !existsSync(join('dist', link)))).toEqual([])
  })
})
