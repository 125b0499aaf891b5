import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { llmsText } from '../../../tools/build/llms-text.ts'

it('the index for language models names every page, and is up to date', async () => {
  const index = readFileSync('docs/llms.txt', 'utf8')
  expect(index).toBe(await llmsText('docs'))
  const links = Array.from(index.matchAll(/\]\(([^)]+)\)/g), ([, link = '']) => link)
  expect(links).toContain('mcp.md')
  expect(links.filter((link) => !existsSync(join('docs', link)))).toEqual([])
})
