import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { writeCalibration } from '../../cli/calibrate.ts'
import { type Io, UsageError } from '../../cli/command-line.ts'
import { loadProfile } from '../../cli/world-data.ts'
import type { Fetch } from '../../conformance/http/transport.ts'
import { hiddenPicks } from '../../contract/profile/hidden-picks.ts'
import { toProfileDocument } from '../../contract/profile.ts'
import { drawnPicks } from '../support/drawn-picks.ts'
import { isProving } from '../support/proving.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'

const unreachable = () => Promise.reject(new TypeError('fetch failed'))

describe('`calibrate`', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'calibrate-'))
  afterAll(() => rm(folder, { recursive: true }))
  const out = join(folder, 'staging.profile.yaml')
  const command = async (
    args: readonly string[],
    picks: object,
    more: Partial<Io> = {},
    send?: Fetch,
  ) => {
    const { fake, systemClock } = virtualFake(picks)
    const output: string[] = []
    const means = { fetch: send ?? fake.fetch, now: systemClock.now, sleep: systemClock.sleep }
    const base = ['--base-url', target.baseUrl, '--ledger', join(folder, 'ledger')]
    const write = (text: string) => output.push(text)
    const io = { stdout: { write }, stderr: { write }, ...more }
    const code = await writeCalibration([...base, ...args], io, means)
    return { code, text: output.join('') }
  }
  const credentials = [
    ['--email', target.email],
    ['--password', target.password],
    ['--other-email', target.otherEmail],
    ['--other-password', target.otherPassword],
  ].flatMap((pair) => pair.map(String))

  it('a profile that `calibrate` writes gives a fake that calibrates to the same profile', async () => {
    const picks = drawnPicks(4)
    const args = [...credentials, '--plan', isProving ? 'full' : 'core', '--out', out]
    const { code, text } = await command(args, picks)
    expect(code).toBe(0)
    expect(text).toMatch(/ seen, 0 in conflict, \d+ hidden, \d+ unknown\n/)
    const yaml = await readFile(out, 'utf8')
    const profile = await loadProfile(out)
    const { picks: again } = toProfileDocument(profile) as { readonly picks: object }
    expect((await command(args, again)).code).toBe(0)
    expect(await readFile(out, 'utf8')).toBe(yaml)
    expect(yaml).not.toContain(target.password)
    expect(yaml).toContain('# errors.limit-codes: unknown, ')
  })

  it('`calibrate --base` writes only picks that differ from the base, and keeps the operations of the base', async () => {
    const base = join(folder, 'base.yaml')
    await writeFile(
      base,
      `base: deployed-0.8
picks:
  lists.default-size: { default: { items: 7 }, at: { GET /api/agents: { items: 9 } } }
  errors.envelope: documented
answers:
  GET /api/agents: { body: items }
`,
    )
    const args = [...credentials, '--plan', 'core', '--base', base, '--out', out]
    const picks = { 'errors.envelope': 'documented', 'lists.envelope': 'items' }
    expect((await command(args, picks)).code).toBe(0)
    const yaml = await readFile(out, 'utf8')
    expect(yaml).toContain('\nbase: base.yaml\n')
    expect(yaml).toContain('# Observed as in the base:\n# errors.envelope: documented (')
    expect(yaml).toContain('# Not decided; the base decides these.\n')
    const [profile, deployed] = [await loadProfile(out), await loadProfile('deployed-0.8')]
    expect(profile.operations).toEqual(deployed.operations)
    expect(profile.picks).toMatchObject({
      'errors.envelope': { option: 'documented' },
      'errors.auth-codes': { option: 'coded' },
      'lists.envelope': { option: 'items' },
      // The run did not observe this choice.
      'events.title': deployed.picks['events.title'],
    })
    // The choice does not apply to lists without pages.
    expect(profile.picks['lists.pages-when-empty']).toBeUndefined()
    // An answer of the base defines the whole body, so the picks for this body are left out.
    expect(hiddenPicks(profile)).toEqual([])
  })

  it('`calibrate --base` replaces a pick of the base for an operation that showed the usual option', async () => {
    const base = join(folder, 'placed-base.yaml')
    const placed = { default: 20, at: { 'GET /api/agents': { items: 9 } } }
    await writeFile(base, JSON.stringify({ picks: { 'lists.default-size': placed } }))
    const args = [...credentials, '--plan', 'core', '--base', base, '--out', out]
    expect((await command(args, {})).code).toBe(0)
    const { at } = await loadProfile(out)
    expect(at['agents.list']?.['lists.default-size'] ?? { option: '20' }).toEqual({ option: '20' })
    expect(await readFile(out, 'utf8')).not.toContain('# lists.default-size')
  })

  it('`calibrate --base` leaves a choice unknown if the answers of the base explain the responses, and keeps the picks of the base', async () => {
    const { picks, ...parts } = JSON.parse(
      await readFile('generated/profiles/deployed-0.8.json', 'utf8'),
    )
    const { fake } = virtualFake(picks, undefined, [], parts)
    const args = [...credentials, '--plan', 'core', '--base', 'deployed-0.8', '--out', out]
    await command(args, {}, {}, fake.fetch)
    const yaml = await readFile(out, 'utf8')
    expect(yaml).toContain('# connections.of-others: unknown, the answers of the base are the same')
    const [profile, deployed] = [await loadProfile(out), await loadProfile('deployed-0.8')]
    expect(profile.picks['connections.of-others']).toEqual(deployed.picks['connections.of-others'])
  })

  it('`calibrate --base` prints a profile whose base is a path from the working folder', async () => {
    const base = join(folder, 'printed-base.yaml')
    await writeFile(base, 'picks: { events.title: never }\n')
    const { text } = await command([...credentials, '--plan', 'core', '--base', base], {})
    const [, name = ''] = /^base: (.*)$/m.exec(text) ?? []
    expect(resolve(name.replaceAll('"', ''))).toBe(base)
  })

  it.each(['base.yaml', 'root.yaml', 'parts/picks.yaml', 'parts/new.yaml'])(
    '`calibrate --base` refuses to write over its own base: %s',
    async (file) => {
      const own = await mkdtemp(join(folder, 'own-'))
      await mkdir(join(own, 'parts'))
      const texts = {
        'root.yaml': 'base: parts\n',
        'base.yaml': 'base: root.yaml\n',
        'parts/picks.yaml': 'base: deployed-0.8\n',
      }
      for (const [name, text] of Object.entries(texts)) await writeFile(join(own, name), text)
      const args = ['--base', join(own, 'base.yaml'), '--out', join(own, file)]
      await expect(command([...credentials, ...args], {})).rejects.toThrow(UsageError)
      const traffic = ['--traffic', 'console/pages/traffic/example.har.gz']
      const written: string[] = []
      const output = { write: (text: string) => written.push(text) }
      const io = { stdout: output, stderr: output }
      await expect(writeCalibration([...traffic, ...args], io)).rejects.toThrow(UsageError)
      for (const [name, text] of Object.entries(texts))
        expect(await readFile(join(own, name), 'utf8')).toBe(text)
    },
  )

  it('`calibrate` prints the profile if no file is given', async () => {
    const { code, text } = await command([...credentials, '--plan', 'core'], {})
    expect(code).toBe(0)
    expect(text).toContain("  lists.default-size: '20'\n")
    expect(text).toContain('# events.title: unknown, needs --plan full\n')
  })

  it('`calibrate` ends with exit code 130 if it is interrupted', async () => {
    const { code, text } = await command(credentials, {}, { interrupted: Promise.resolve() })
    expect(code).toBe(130)
    expect(text).toContain('# lists.envelope: unknown, the run was stopped before this choice\n')
  })

  it('`calibrate` keeps an existing profile if it is interrupted', async () => {
    const file = join(folder, 'kept-when-stopped.yaml')
    await writeFile(file, 'picks: {}\n')
    const args = [...credentials, '--out', file]
    const { code, text } = await command(args, {}, { interrupted: Promise.resolve() })
    expect(code).toBe(130)
    expect(text).toContain(`The run was stopped; ${file} is unchanged.\n`)
    expect(await readFile(file, 'utf8')).toBe('picks: {}\n')
  })

  it('`calibrate` prints its cost in requests and turns before and after the run', async () => {
    const { text } = await command([...credentials, '--plan', 'turn', '--out', out], {})
    expect(text).toMatch(/plan turn: at most 440 requests and 4 turns of an agent\.\n/)
    expect(text).toMatch(/It took \d+ requests and 4 turns; nothing is left behind\.\n/)
  })

  it('`calibrate` ends with exit code 6 if more choices stay unknown than --max-unknown allows', async () => {
    const args = ['--email', target.email ?? '', '--password', target.password ?? '', '--out', out]
    const strict = await command([...args, '--max-unknown', '0'], {})
    expect(strict.code).toBe(6)
    expect(strict.text).toMatch(
      /\d+ % of the choices that the plan and the flags cover stayed unknown; --max-unknown allows only 0 %\.\n/,
    )
    expect((await command([...args, '--max-unknown=100'], {})).code).toBe(0)
  })

  it('`calibrate` starts no more turns than allowed, and reports choices that need more turns as unknown', async () => {
    const args = [...credentials, '--plan', 'full', '--max-turns', '1', '--out', out]
    const { text } = await command(args, { 'events.answer-names': 'status' })
    expect(text).toMatch(/and 1 turns; /)
    expect(text).toContain(
      'turn.concurrent: unknown, the budget of 1 turn is used up; see --max-turns\n',
    )
  })

  it('a dry run of `calibrate` prints the cost and sends nothing', async () => {
    const { code, text } = await command(['--dry-run', '--plan', 'full', '--workflow', 'id'], {
      'errors.envelope': 'detail',
    })
    expect(code).toBe(0)
    expect(text).toContain('The workflow is run up to 24 times')
    expect(text).toContain(
      '14 conversations, a channel, a connector and an MCP\nserver, and deletes',
    )
    expect(text).toMatch(/Nothing was sent\.\n$/)
  })

  it('`calibrate` refuses a plan that observes nothing', async () => {
    await expect(command([...credentials, '--plan', 'smoke'], {})).rejects.toThrow(
      '--plan takes core, turn or full, not `smoke`.',
    )
  })

  it('`calibrate` refuses a target that looks like production', async () => {
    const args = ['--base-url', 'https://api.example.com', '--plan', 'core']
    await expect(command(args, {})).rejects.toThrow(/may be production/)
  })

  it('`calibrate` ends with exit code 4 if it can observe no choice of the target', async () => {
    expect((await command([], {}, {}, unreachable)).code).toBe(4)
  })

  it('`calibrate` keeps an existing profile if it can observe no choice, and writes a new file', async () => {
    const file = join(folder, 'kept-when-empty.yaml')
    const run = () => command(['--out', file], {}, {}, unreachable)
    expect((await run()).text).toContain(`Wrote ${file}.\n`)
    await writeFile(file, 'picks: {}\n')
    const { code, text } = await run()
    expect(code).toBe(4)
    expect(text).toContain(`Nothing was observed; ${file} is unchanged.\n`)
    expect(await readFile(file, 'utf8')).toBe('picks: {}\n')
  })

  it.each([
    [['--out'], '--out needs a value. If it begins with a dash, write --out=VALUE.'],
    [['--out', '--plan'], '--out needs a value. If it begins with a dash, write --out=VALUE.'],
    [['--report', 'json=x'], 'There is no flag --report. See --help.'],
    [
      ['--restricted-email', 'x@example.com'],
      '--restricted-email only works together with --restricted-password.',
    ],
    [['--wrkflow', 'x'], 'There is no flag --wrkflow. Did you mean --workflow?'],
  ])('`calibrate` refuses a wrong command line: %j', async (args, sentence) => {
    await expect(command(args, {})).rejects.toThrow(new UsageError(sentence))
  })
})
