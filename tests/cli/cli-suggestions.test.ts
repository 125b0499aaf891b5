import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { UsageError } from '../../cli/command-line.ts'
import { commands } from '../../cli/commands.ts'
import { docFile } from '../../cli/doc-pages.ts'
import { pageOf, runCommand } from '../../cli/run-command.ts'

async function refused(line: string): Promise<string> {
  const output = { write: () => undefined }
  const io = { stdout: output, stderr: output, stopped: new Promise<void>(() => {}) }
  const error: unknown = await runCommand(line.split(' '), io).catch((reason: unknown) => reason)
  if (!(error instanceof UsageError)) throw new Error(`There was no refusal: ${String(error)}`)
  return error.message
}

const target = 'conform --base-url http://target.test'

it.each([
  ['confrom', 'There is no command `confrom`. Did you mean conform?'],
  ['scenarios chek', 'There is no command `scenarios chek`. Did you mean check?'],
  ['serve --prot 4020', 'There is no flag --prot. Did you mean --port?'],
  ['choices --profile deploid-0.8', 'a folder of them. Did you mean deployed-0.8?'],
  ['scenarios check --fixture crowdet', 'such as data.yaml. Did you mean crowded?'],
  [`${target} --plan destuctive`, 'not `destuctive`. Did you mean destructive?'],
  [`${target} --only conversation.*`, 'matches conversation.*. Did you mean conversations.*?'],
  ['completion fis', 'as in `completion bash`. Did you mean fish?'],
  [
    `${target} --only keys.* --only conversation.*`,
    'No check of plan core matches conversation.*. Did you mean conversations.*?',
  ],
  ['tolerance --only records.* --only list.* -- true', 'Did you mean lists.*?'],
  ['tolerance npx tsx --test x', '`npx` is not a flag: write the test command after --'],
  ['tolerance --onyl lists.* -- true', 'There is no flag --onyl. Did you mean --only?'],
  ['tolerance --onyl lists.*', 'There is no flag --onyl. Did you mean --only?'],
  ['proxy --to http://target.test --keep-text chunk --record a.har', 'Did you mean chunks?'],
])('the mistyped `%s` is refused with the most similar word', async (line, sentence) => {
  expect(await refused(line)).toContain(sentence)
})

it('an unknown profile whose name resembles no other is refused without a suggestion', async () => {
  const sentence = 'There is no profile `elsewhere-entirely`'
  expect(await refused('choices --profile elsewhere-entirely')).toContain(sentence)
  expect(await refused('choices --profile elsewhere-entirely')).not.toContain('Did you mean')
})

it('a flag in place of a command is refused with the usage line', async () => {
  expect(await refused('--port=4020')).toBe(
    'A command is missing before --port: agent-understudy <command> [flags]; see --help.',
  )
})

it.each(Object.keys(commands))('an error of `%s` links to a docs page that exists', (name) => {
  expect(existsSync(docFile(pageOf([name, '--mistyped']) ?? ''))).toBe(true)
})

it('the error for an unknown command links to no docs page', () => {
  expect(pageOf(['toString'])).toBeUndefined()
})

it.each([
  ['init demo --mistyped', 'start/demo'],
  ['serve --data worlds --demo', 'demo'],
])('an error of `%s` links to the docs page about demos', (line, page) => {
  expect(pageOf(line.split(' '))).toBe(page)
  expect(existsSync(docFile(page))).toBe(true)
})
