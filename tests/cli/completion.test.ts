import { execFile, spawnSync } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CommandTable } from '../../cli/define-command.ts'
import type { Flag } from '../../cli/flags.ts'
import { commands } from '../../cli/commands.ts'
import { findCandidates, shellScripts } from '../../cli/completion.ts'
import { temporaryFolder } from '../support/start-serve.ts'

/** The words that complete a line, which ends at the cursor. */
async function completed(line: string): Promise<string> {
  const { words, hasFiles } = await findCandidates(line.split(' '), commands)
  return [...words.map(({ word }) => word), ...(hasFiles ? ['FILES'] : [])].join(' ')
}

describe('the completion of a command line', () => {
  it.each([
    ['se', 'serve'],
    ['scenarios p', 'play'],
    ['help scenarios ch', 'check'],
    ['elsewhere ', ''],
    ['serve --pro', '--profile'],
    ['serve --profile documented --pro', ''],
    ['conform --only keys.* --on', '--only'],
    ['serve --profile ', 'documented deployed-0.8 FILES'],
    ['serve --fixture=cr', '--fixture=crowded FILES'],
    ['serve --port ', ''],
    ['serve --mutant errors.envelope=det', 'errors.envelope=detail'],
    ['serve --data ', 'FILES'],
    ['conform --plan de', 'destructive'],
    ['conform --only lists.items-is-an', 'lists.items-is-an-array'],
    ['conform --report j', 'json= junit='],
    ['conform --report html=', 'FILES'],
    ['conform g', 'gc'],
    ['tolerance --only fault:cut-b', 'fault:cut-between-events'],
    ['tolerance --jobs 2 -- npm ', 'FILES'],
    ['scenarios list --only refund-a', 'refund-again refund-approval'],
    ['scenarios check ', 'FILES'],
    ['completion ', 'bash zsh fish'],
    ['completion bash --h', '--help'],
  ])('the line `%s` is completed with `%s`', async (line, expected) => {
    expect(await completed(line)).toBe(expected)
  })

  it('the completion lists a help text for each command and each flag', async () => {
    const { words } = await findCandidates(['serve', '--'], commands)
    expect(words).toContainEqual({ word: '--port', about: expect.stringMatching(/^port to/) })
    expect((await findCandidates([''], commands)).words.every(({ about }) => about !== '')).toBe(
      true,
    )
  })

  it('the default of a flag is one of the values that the completion offers, or a path', async () => {
    const wrong: string[] = []
    const look = async (
      name: string,
      { value = '', type, values = type?.words, ...flag }: Flag,
    ) => {
      if (values === undefined || flag.default === undefined) return
      const known = typeof values === 'function' ? await values() : values
      if (!known.includes(flag.default) && value !== 'N|max') wrong.push(name)
    }
    const walk = async (table: CommandTable): Promise<void> => {
      for (const row of Object.values(table))
        if ('load' in row)
          for (const [name, flag] of Object.entries((await row.load()).grammar.flags))
            await look(name, flag)
        else await walk(row.commands)
    }
    await walk(commands)
    expect(wrong).toEqual([])
  })
})

const isHere = (shell: string): boolean => {
  const isFound = spawnSync(shell, ['--version']).status === 0
  if (!isFound) process.stderr.write(`There is no ${shell}: its completion is not tested.\n`)
  return isFound
}

const { folder } = temporaryFolder()

describe('the completion script of a shell', () => {
  beforeAll(async () => {
    const program = join(folder.path, 'bin/understudy')
    await mkdir(join(folder.path, 'bin'))
    const built = resolve('dist/cli/understudy.js')
    await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${built}' "$@"\n`)
    await chmod(program, 0o755)
    await writeFile(join(folder.path, 'my recording.har'), '')
    for (const [shell, script] of Object.entries(shellScripts))
      await writeFile(join(folder.path, shell), script)
  })

  /** Runs a script in a shell, in a folder with the scripts and one recording. */
  async function run(shell: string, ...args: readonly string[]): Promise<string> {
    const PATH = `${join(folder.path, 'bin')}${delimiter}${process.env['PATH']}`
    const options = { cwd: folder.path, env: { ...process.env, PATH } }
    return (await promisify(execFile)(shell, args, options)).stdout.trim()
  }

  it.runIf(isHere('bash'))('bash completes commands, flags, values and files', async () => {
    // bash passes the part of the word that it replaces, after = and :.
    const script = `source ./bash
at() { COMPREPLY=(); COMP_LINE="$1" COMP_POINT=\${#1} _agent_understudy understudy "$2"; IFS='|'; echo "\${COMPREPLY[*]}"; }
complete -p understudy
at 'understudy scen' scen
at 'understudy serve --pro' --pro
at 'understudy serve --profile dep' dep
at 'understudy conform --plan=de' de
at 'understudy tolerance --only fault:cut-b' cut-b
at 'understudy conform --report ht' ht
at 'understudy replay my' my`
    expect(await run('bash', '--norc', '-c', script)).toBe(
      [
        'complete -F _agent_understudy understudy',
        'scenarios',
        '--profile',
        'deployed-0.8',
        'destructive',
        'cut-between-events',
        'html=',
        'my recording.har',
      ].join('\n'),
    )
  })

  it.runIf(isHere('zsh'))('zsh completes commands, flags, values and files', async () => {
    // These functions exist in an interactive shell only.
    const script = `compdef() { print -r -- "compdef $*" }
_describe() { print -r -- "\${(j:|:)plain}" "\${(j:|:)open}" }
compset() { print -r -- "compset $*" }
_files() { print -r -- files }
source ./zsh
at() { words=("$@"); CURRENT=$#words; PREFIX="$words[-1]"; _agent_understudy }
at understudy scen
at understudy serve --fsy
at understudy conform --plan=de
at understudy tolerance --only fault:cut-b
at understudy conform --report ht
at understudy serve --data ''`
    expect((await run('zsh', '-f', '-c', script)).split('\n').map((line) => line.trim())).toEqual([
      'compdef _agent_understudy agent-understudy understudy',
      'scenarios:checks, plays and lists scripts',
      '--fsync:with --data: writes each change to disk at once, so that it survives a power loss',
      '--plan=destructive',
      String.raw`fault\:cut-between-events`,
      'html=',
      '',
      'compset -P *=',
      'files',
    ])
  })

  it.runIf(isHere('fish'))('fish completes commands, flags, values and files', async () => {
    const lines = [
      'scen',
      'serve --fsy',
      'conform --plan=de',
      'tolerance --only fault:cut-b',
      'conform --report html=my',
    ]
    const script = lines.map((line) => `complete -C 'understudy ${line}'`)
    expect(await run('fish', '-N', '-c', ['source fish', ...script].join('\n'))).toBe(
      [
        'scenarios\tchecks, plays and lists scripts',
        '--fsync\twith --data: writes each change to disk at once, so that it survives a power loss',
        '--plan=destructive',
        'fault:cut-between-events',
        'html=my recording.har',
      ].join('\n'),
    )
  })
})
