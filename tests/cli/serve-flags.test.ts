import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usageExitCode } from '../../cli/command-line.ts'
import { readFlags } from '../../cli/flags.ts'
import { serveFlags } from '../../cli/serve/flags.ts'
import { replicaFlags } from '../../cli/worlds/replicas.ts'
import { refusal, temporaryFolder } from '../support/start-serve.ts'

const { file } = temporaryFolder()

describe('a wrong command line of `serve`', () => {
  const taken: { server?: Server; port: number } = { port: 0 }
  beforeAll(async () => {
    const server = createServer()
    await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
    Object.assign(taken, { server, port: (server.address() as AddressInfo).port })
  })
  afterAll(() => taken.server?.close())

  it('`serve` refuses a port that is taken', async () => {
    expect(await refusal('--port', String(taken.port))).toBe(
      `Port ${taken.port} on 127.0.0.1 is in use. Stop the other server or choose one with --port (0 picks a free one).`,
    )
  })

  it.each([
    [['--host', '203.0.113.7'], '203.0.113.7 is not an address of this machine.'],
    [['--port', '70000'], '--port takes a whole number from 0 to 65535, not `70000`.'],
    [['--port', '4010.5'], '--port takes a whole number from 0 to 65535, not `4010.5`.'],
    [['--port', ''], '--port takes a whole number from 0 to 65535, not ``.'],
    [['--port=-1'], '--port takes a whole number from 0 to 65535, not `-1`.'],
    [['--speed', 'fast'], '--speed takes a number from 0.001 to 1000000, or `max`, not `fast`.'],
    [['--speed', '0'], '--speed takes a number from 0.001 to 1000000, or `max`, not `0`.'],
    [
      ['--speed', 'Infinity'],
      '--speed takes a number from 0.001 to 1000000, or `max`, not `Infinity`.',
    ],
    [['--fixture', 'full'], 'There is no fixture `full`: choose demo, empty, crowded.'],
    [['--profile', 'nowhere.yaml'], 'There is no profile `nowhere.yaml`:'],
    [['--scenarios', '/nowhere'], 'There is no folder `/nowhere`: name a folder or a file'],
    [['--sped', '2'], 'There is no flag --sped. Did you mean --speed?'],
    [['--control-token', ''], '--control-token takes visible ASCII characters, at least one.'],
    [
      ['--public-url', 'demo.test'],
      '--public-url takes an http or https address without a user or a query, such as https://demo.example.com, not `demo.test`.',
    ],
    [
      ['--public-url', 'ftp://demo.test'],
      '--public-url takes an http or https address without a user or a query, such as https:',
    ],
    [
      ['--public-url', 'https://me@demo.test'],
      '--public-url takes an http or https address without a user or a query, such as https:',
    ],
    [
      ['--control-origin', '*'],
      '--control-origin takes an origin such as http://localhost:3000, without a path, not `*`.',
    ],
    [['--allow-origin', '*'], '--allow-origin takes an origin such as http://localhost:3000, '],
    [['--allow-origin', 'localhost:5173'], '--allow-origin takes an origin such as http:'],
    [['--allow-origin', 'null'], '--allow-origin takes an origin such as http:'],
    [['--control-origin', 'http://a.test/b'], '--control-origin takes an origin such as http:'],
    [['--control-origin', 'null'], '--control-origin takes an origin such as http:'],
    [['--port'], '--port needs a value.'],
    [['--json=yes'], '--json takes no value: write it alone.'],
    [
      ['--mutant', 'fifty-by-default', '--mutant=errors.envelope=detail'],
      '--mutant takes one value, but this line has two: leave one out.',
    ],
    [['4010'], 'This command only takes flags, but an argument has no flag'],
  ])('`serve` refuses the flags %j', async (flags, sentence) => {
    const message = await refusal(...flags)
    expect(message.slice(0, sentence.length)).toBe(sentence)
    expect(message).not.toContain('\n')
  })

  it.each([
    ['picks:\n  errors.envelop: detail\n', '2:3', 'Unknown choice `errors.envelop`.'],
    [
      'picks:\n  errors.envelope: detial\n',
      '2:20',
      'Unknown option of `errors.envelope` `detial`.',
    ],
    ['name: x\npick: {}\n', '2:1', 'Unknown key `pick`.'],
    ['picks:\n  login.expires-in: { seconds: 0 }\n', '2:21', 'Option `seconds` of `login.'],
    ['picks:\n  lists.envelope:\n    at:\n      GET /api: items\n', '4:7', 'Unknown operation'],
    ['picks: [\n', '2:1', 'the [ is not closed;'],
    ['- one\n', '1:1', 'A profile must be an object with `picks`'],
  ])(
    '`serve` refuses the profile %j, and names the position of the error',
    async (text, place, sentence) => {
      const path = await file('wrong.profile.yaml', text)
      const message = await refusal('--profile', path)
      expect(message.slice(0, `${path}:${place}: ${sentence}`.length)).toBe(
        `${path}:${place}: ${sentence}`,
      )
      expect(message).not.toMatch(/\n\s+at /)
    },
  )
})

it.each([
  '--port=0x1F90',
  '--port= 80 ',
  '--worlds=1e2',
  '--worlds=5.0',
  '--speed=0x2',
  '--speed=1e2',
])('`%s` is refused, because the number is not in decimal digits', (flag) => {
  expect(() => readFlags([flag], { flags: serveFlags })).toThrow(/takes a (whole )?number from/)
})

/** The control token of a command line of `serve`, with the value of its variable. */
const tokenOf = (token: string, ...argv: string[]) =>
  readFlags(argv, { flags: serveFlags }, { UNDERSTUDY_CONTROL_TOKEN: token })?.controlToken

describe('the control token', () => {
  it('`serve` and `worlds` take the control token from a variable if no flag sets it', () => {
    expect(tokenOf('from-a-variable')).toBe('from-a-variable')
    expect(tokenOf('from-a-variable', '--control-token', 'from-a-flag')).toBe('from-a-flag')
    expect(tokenOf('')).toBeUndefined()
    const variables = { UNDERSTUDY_CONTROL_TOKEN: 'from-a-variable' }
    const replicas = readFlags(['--from', 'http://a.test'], { flags: replicaFlags }, variables)
    expect(replicas?.controlToken).toBe('from-a-variable')
  })

  it('the error about a value of a variable names the variable, without the value', () => {
    expect(() => tokenOf('two words')).toThrow(
      /^UNDERSTUDY_CONTROL_TOKEN takes visible ASCII characters, at least one\.$/,
    )
  })
})

describe('the `understudy` command', () => {
  it('the `understudy` command ends with exit code 3, one sentence and the page of the command, without a stack', async () => {
    const args = ['--import', 'tsx', 'cli/understudy.ts', 'serve', '--port', 'many']
    const ended = await new Promise((end) => {
      execFile(process.execPath, args, (error, stdout, stderr) =>
        end({ code: error?.code, stdout, stderr }),
      )
    })
    expect(ended).toEqual({
      code: usageExitCode,
      stdout: '',
      stderr: `--port takes a whole number from 0 to 65535, not \`many\`.\nMore: ${resolve('docs/commands.md')}\n`,
    })
    expect(usageExitCode).toBe(3)
  })
})
