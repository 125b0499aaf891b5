import { describe, expect, it } from 'vitest'
import { conform } from '../../cli/conform.ts'
import { createProgress } from '../../cli/progress.ts'
import { runCommand } from '../../cli/run-command.ts'
import { hasColours, withColours } from '../../cli/terminal.ts'
import { harEntry, harText } from '../support/record-har.ts'
import { upstreamOf } from '../support/raw-upstream.ts'
import { temporaryFolder } from '../support/start-serve.ts'

/** An output that keeps what was written. */
const outputOf = (terminal: { readonly isTTY?: boolean; readonly columns?: number } = {}) => {
  const output = { text: '', ...terminal, write: (part: string) => void (output.text += part) }
  return output
}

describe('progress', () => {
  it('in a terminal, a command shows its progress as a bar in one line, and removes the bar when it ends', () => {
    const output = outputOf({ isTTY: true, columns: 46 })
    const progress = createProgress(output, false, { now: () => 0, variables: {} })
    progress.show({ text: '5/10 keys.new-key-is-listed-and-more', share: 0.5 })
    progress.show({ text: 'a.har: 51 entries' })
    progress.write('a.har: entry 3 has no body.')
    progress.show({ text: '10/10', share: 1 })
    progress.end()
    progress.end()
    expect(output.text.split('\r\u001b[2K')).toEqual([
      '',
      '[##########..........] 5/10 keys.new-key-is-l',
      'a.har: 51 entries',
      'a.har: entry 3 has no body.\n',
      '[####################] 10/10',
      '',
    ])
  })

  it('without a terminal, a command prints at most one progress line every five seconds, with the elapsed time', () => {
    const output = outputOf()
    let now = 1000
    const progress = createProgress(output, false, { now: () => now, variables: {} })
    for (let step = 0; step <= 30; step++) {
      progress.show({ text: `${step}/30`, share: step / 30 })
      now += 400
    }
    progress.end()
    expect(output.text).toBe('13/30 (5 s)\n26/30 (10 s)\n')
  })

  it('in a terminal that cannot replace lines, a command prints its progress as separate lines', () => {
    const output = outputOf({ isTTY: true })
    const progress = createProgress(output, false, { now: () => 0, variables: { TERM: 'dumb' } })
    progress.show({ text: '1/2', share: 0.5 })
    expect(output.text).toBe('')
  })

  it('the progress line escapes texts of recordings and targets, which could otherwise control the terminal', () => {
    const output = outputOf({ isTTY: true })
    createProgress(output, false, { variables: {} }).show({ text: 'a\u001b[31m\n' })
    expect(output.text).toBe(String.raw`${'\r\u001b[2K'}a\u001b[31m\n`)
  })
})

describe('colours', () => {
  it.each([
    [{}, { isTTY: true }, true],
    [{}, {}, false],
    [{ TERM: 'dumb' }, { isTTY: true }, false],
    [{ NO_COLOR: '1' }, { isTTY: true }, false],
    [{ NO_COLOR: '' }, { isTTY: true }, true],
    [{ FORCE_COLOR: '1' }, {}, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, {}, true],
    [{ FORCE_COLOR: '0' }, { isTTY: true }, false],
  ])('with the variables %j, the output %j has colours: %s', (variables, terminal, expected) => {
    expect(hasColours(outputOf(terminal), variables)).toBe(expected)
  })

  it('only verdicts at the start of a line get a colour', () => {
    const text = 'FAIL keys.new\n  got FAIL\nFAILED\nGreen.\nGreen, but'
    const coloured = text
      .replace('FAIL', '\u001b[31mFAIL\u001b[39m')
      .replace('Green.', '\u001b[32mGreen.\u001b[39m')
      .replace('Green,', '\u001b[33mGreen,\u001b[39m')
    expect(withColours(text, outputOf({ isTTY: true }), {})).toBe(coloured)
    expect(withColours(text, outputOf(), {})).toBe(text)
  })
})

const { folder, file } = temporaryFolder()

/** Runs a command that is stopped as soon as it is ready. */
async function run(...argv: readonly string[]) {
  const [stdout, stderr] = [outputOf(), outputOf({ isTTY: true })]
  const code = await runCommand(argv, { stdout, stderr, stopped: Promise.resolve() })
  return { code, stdout: stdout.text, stderr: stderr.text }
}

describe('--quiet', () => {
  it('`serve --quiet` prints nothing when it is ready, except the JSON line of --json', async () => {
    const mutant = ['--mutant', 'errors.envelope=detail']
    const silent = { code: 0, stdout: '', stderr: '' }
    expect(await run('serve', '--port', '0', '--quiet', ...mutant)).toEqual(silent)
    expect(await run('serve', '--port', '0', '--quiet', '--demo')).toEqual(silent)
    const { stdout } = await run('serve', '--port', '0', '--quiet', '--json')
    expect(JSON.parse(stdout)).toHaveProperty('keys')
    await expect(run('serve', '--quiet', '--verbose')).rejects.toThrow('use only one of them')
  })

  it('`proxy --quiet` prints no notes about its address and its recording', async () => {
    const { url } = await upstreamOf((_, outgoing) => outgoing.end('{}'))
    const record = ['--record', `${folder.path}/quiet.har`]
    const flags = ['proxy', '--to', url, '--port', '0', ...record]
    expect(await run(...flags, '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' })
    await expect(run(...flags, '--quiet', '--verbose')).rejects.toThrow('use only one of them')
  })

  it('a run of the suite shows its progress in a terminal, but not without one or with --quiet', async () => {
    const means = { fetch: async () => Response.json({ items: [], total: 0 }) }
    const words = ['--base-url', 'http://target.test', '--plan', 'smoke', '--only', 'lists.*-array']
    const progressOf = async (stderr: ReturnType<typeof outputOf>, ...flags: string[]) => {
      await conform([...words, ...flags], { stdout: outputOf(), stderr }, means)
      return stderr.text
    }
    const line = '[....................] 1/1 lists.items-is-an-array'
    expect(await progressOf(outputOf({ isTTY: true }))).toBe(`\r\u001b[2K${line}\r\u001b[2K`)
    expect(await progressOf(outputOf())).toBe('')
    expect(await progressOf(outputOf({ isTTY: true }), '--quiet')).toBe('')
  })

  it('`import` shows its progress in a terminal, but not with --quiet', async () => {
    const url = 'http://platform.example/api/agents'
    const har = await file('long.har', harText(Array.from({ length: 60 }, () => harEntry({ url }))))
    const shown = await run('import', har, '--out', `${folder.path}/a`)
    expect(shown.stderr).toContain(`${har}: 51 entries\r\u001b[2K`)
    expect(shown.stderr).toContain('\r\u001b[2K[####################] ')
    const quiet = await run('import', har, '--out', `${folder.path}/b`, '--quiet')
    expect(quiet.stderr).toBe('')
    expect(quiet.stdout).toContain('Serve it')
  })
})
