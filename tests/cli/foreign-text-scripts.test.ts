import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../cli/command-line.ts'
import { commandsIn, hostileStarts, rawIn } from '../support/hostile-text.ts'
import { folderOf, run } from './scenario-tools.ts'

const script = (hostileText: string) => `name: ${JSON.stringify(`greeting${hostileText}`)}
match: { query: ${JSON.stringify(`hello${hostileText}`)} }
about: ${JSON.stringify(hostileText)}
script:
  - answer: ${JSON.stringify(`Good\n${hostileText}`)}
suggestions: [${JSON.stringify(hostileText)}]
`

const shown = async (...argv: string[]) => {
  const { text } = await run(...argv).catch((error: unknown) => {
    if (error instanceof UsageError) return { text: `${error.message}\n` }
    throw error
  })
  return text
}

describe('commands that print scripts', () => {
  it.each(Object.entries(hostileStarts))(
    'commands that print scripts escape the text of the scripts: %s',
    async (_name, hostileText) => {
      const dir = await folderOf({ 'a.yaml': script(hostileText) })
      const file = join(dir, 'a.yaml')
      const wrong = await folderOf({
        'a.yaml': `${script(hostileText)}${JSON.stringify(hostileText)}: 1\n`,
      })
      const texts = await Promise.all([
        shown('play', file, '--speed', 'max'),
        shown('play', file, '--speed', 'max', '--json'),
        shown('play', file, '--agent', hostileText),
        shown('play', file, '--query', hostileText),
        shown('list', dir),
        shown('list', dir, '--json'),
        shown('list', dir, '--query', `hello${hostileText}`, '--all'),
        shown('list', dir, '--only', hostileText),
        shown('check', wrong),
        shown('check', wrong, '--json'),
      ])
      expect(texts.map(rawIn)).toEqual(texts.map(() => []))
      expect(texts.map(commandsIn)).toEqual(texts.map(() => []))
    },
  )
})
