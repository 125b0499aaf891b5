import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../cli/command-line.ts'
import { commandsIn, hostileStarts, rawIn } from '../support/hostile-text.ts'
import { folderOf, run } from './scenario-tools.ts'

const script = (said: string) => `name: ${JSON.stringify(`greeting${said}`)}
match: { query: ${JSON.stringify(`hello${said}`)} }
about: ${JSON.stringify(said)}
script:
  - answer: ${JSON.stringify(`Good\n${said}`)}
suggestions: [${JSON.stringify(said)}]
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
    async (_name, said) => {
      const dir = await folderOf({ 'a.yaml': script(said) })
      const file = join(dir, 'a.yaml')
      const wrong = await folderOf({ 'a.yaml': `${script(said)}${JSON.stringify(said)}: 1\n` })
      const texts = await Promise.all([
        shown('play', file, '--speed', 'max'),
        shown('play', file, '--speed', 'max', '--json'),
        shown('play', file, '--agent', said),
        shown('play', file, '--query', said),
        shown('list', dir),
        shown('list', dir, '--json'),
        shown('list', dir, '--query', `hello${said}`, '--all'),
        shown('list', dir, '--only', said),
        shown('check', wrong),
        shown('check', wrong, '--json'),
      ])
      expect(texts.map(rawIn)).toEqual(texts.map(() => []))
      expect(texts.map(commandsIn)).toEqual(texts.map(() => []))
    },
  )
})
