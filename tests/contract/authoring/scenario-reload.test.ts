import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadScenarios } from '../../../contract/authoring/scenarios.ts'
import { watchScripts } from '../../../contract/authoring/watch.ts'
import { checkScenarios } from '../../../cli/scenarios/check.ts'
import { watchScenarioFolder } from '../../../cli/world-data.ts'
import { systemClock } from '../../../mocks/world/clock.ts'
import { answerIn } from '../../support/stream-reader.ts'
import { mountInProcess } from '../../support/transports.ts'
import { signIn } from '../../support/visitor.ts'

const greeting = 'name: greeting\nmatch: { query: hello }\nscript: [{ answer: Hello. }]\n'

async function folderOf(text: string) {
  const dir = await mkdtemp(join(tmpdir(), 'scripts-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  // Replaces the file in one step, because a check could see a file that is partly written.
  const edit = async (changed: string) => {
    await writeFile(`${dir}.new`, changed)
    await rename(`${dir}.new`, join(dir, 'a.yaml'))
  }
  await edit(text)
  return { dir, edit }
}

/** A queue of messages: each message goes to the next waiting reader. */
function channel() {
  const texts: string[] = []
  let wake: (() => void) | undefined
  return {
    texts,
    say(text: string) {
      texts.push(text)
      wake?.()
    },
    async next(): Promise<string> {
      while (texts.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      return texts.shift() ?? ''
    },
  }
}

describe('a folder of scripts that is watched', () => {
  it('a watched folder is read once after several writes, and no longer when the watcher has stopped', async () => {
    const { dir, edit } = await folderOf(greeting)
    const heard = channel()
    const timers: (() => void)[] = []
    let calledOff = 0
    const close = watchScripts(dir, {
      load: () => loadScenarios(dir),
      onScripts: ([one]) => heard.say(JSON.stringify(one?.script)),
      onProblems: heard.say,
      after(_ms, run) {
        timers.push(run)
        heard.say('set')
        return () => void calledOff++
      },
    })
    await edit(greeting.replace('Hello.', 'One.'))
    await heard.next()
    await edit(greeting.replace('Hello.', 'Two.'))
    await heard.next()
    expect(timers.length).toBeGreaterThan(1)
    expect(calledOff).toBe(timers.length - 1)
    heard.texts.length = 0
    timers.at(-1)?.()
    expect(await heard.next()).toBe('[{"answer":"Two."}]')
    close()
    expect(calledOff).toBe(timers.length)
  })

  it('a watched folder that another folder replaces is still watched', async () => {
    const { dir, edit } = await folderOf(greeting)
    const heard = channel()
    const close = watchScripts(dir, {
      load: () => loadScenarios(dir),
      onScripts: ([one]) => heard.say(JSON.stringify(one?.script)),
      // The folder is missing for a moment.
      onProblems: heard.say,
      after(_ms, run) {
        const timer = setImmediate(run)
        return () => clearImmediate(timer)
      },
    })
    onTestFinished(close)
    const until = async (answer: string) => {
      let script = ''
      while (!script.includes(answer)) script = await heard.next()
      return script
    }
    await rename(dir, `${dir}.old`)
    await mkdir(dir)
    await edit(greeting.replace('Hello.', 'One.'))
    await rm(`${dir}.old`, { recursive: true })
    await until('One.')
    await edit(greeting.replace('Hello.', 'Two.'))
    expect(await until('Two.')).toBe('[{"answer":"Two."}]')
    await rm(dir, { recursive: true })
    await until('no such file')
    await mkdir(dir)
    await edit(greeting.replace('Hello.', 'Three.'))
    await until('Three.')
    await edit(greeting.replace('Hello.', 'Four.'))
    expect(await until('Four.')).toBe('[{"answer":"Four."}]')
  })
})

it('a fragment that scripts include from another folder is watched, too', async () => {
  const use = 'name: a\nmatch: { query: x }\ninclude: [../FOLDER/a.yaml]\nscript: [{ use: hi }]\n'
  const fragments = await folderOf('fragments: { hi: [{ answer: One. }] }\n')
  const { dir } = await folderOf(use.replace('FOLDER', basename(fragments.dir)))
  const heard = channel()
  const close = watchScripts(dir, {
    load: () => loadScenarios(dir),
    onScripts: ([one]) => heard.say(JSON.stringify(one?.script)),
    onProblems: heard.say,
    after: systemClock.after,
    isEager: true,
  })
  onTestFinished(close)
  expect(await heard.next()).toBe('[{"answer":"One."}]')
  // The folder is watched a moment after the script was read.
  const heardIt = new AbortController()
  const editing = (async () => {
    while (!heardIt.signal.aborted) {
      await fragments.edit('fragments: { hi: [{ answer: Two. }] }\n')
      await pause(100)
    }
  })()
  expect(await heard.next()).toBe('[{"answer":"Two."}]')
  heardIt.abort()
  await editing
})

describe('a problem in a watched folder', () => {
  it('a problem in a watched folder is reported once, and again when it changes or comes back', async () => {
    const { dir, edit } = await folderOf(greeting)
    const heard = channel()
    const outcomes = ['wrong', 'wrong', 'worse', 'right', 'worse']
    const reportedOutcomes: string[] = []
    let due: (() => void) | undefined
    const close = watchScripts(dir, {
      async load() {
        const outcome = outcomes.shift() ?? ''
        if (outcome !== 'right') throw new Error(outcome)
        return []
      },
      onScripts: () => reportedOutcomes.push('right'),
      onProblems: (problems) => reportedOutcomes.push(problems),
      after(_ms, run) {
        due = run
        heard.say('set')
        return () => undefined
      },
    })
    onTestFinished(close)
    while (outcomes.length > 0) {
      await edit(greeting)
      await heard.next()
      due?.()
      // The change is reported in the same iteration of the event loop.
      await new Promise((resolve) => void setImmediate(resolve))
    }
    expect(reportedOutcomes).toEqual(['wrong', 'worse', 'right', 'worse'])
  })
})

describe('`scenarios check --watch`', () => {
  /** A running check with `--watch`; `until` resolves when it has printed a line. */
  async function watching(text: string, ...flags: readonly string[]) {
    const { dir, edit } = await folderOf(text)
    const heard = channel()
    const stopping = Promise.withResolvers<void>()
    const output = { write: heard.say }
    const io = { stdout: output, stderr: output, stopped: stopping.promise }
    const exit = checkScenarios([dir, '--watch', ...flags], io)
    const until = async (line: string) => {
      const lines: string[] = []
      do lines.push((await heard.next()).replaceAll(`${dir}/`, '').trimEnd())
      while (lines.at(-1) !== line)
      return lines
    }
    const stop = () => {
      stopping.resolve()
      return exit
    }
    return { dir, edit, until, stop }
  }
  const wrong = '{ thnk: Well. }'
  const problem = 'the key "thnk" is unknown; did you mean "think"? [unknown-key]'

  it('`scenarios check --watch` prints only changes, and its exit code is that of the last check', async () => {
    const { dir, edit, until, stop } = await watching(greeting)
    const started = `Watching ${dir}. Press Ctrl-C to stop.`
    expect(await until('1 script, nothing wrong.')).toEqual([started, '1 script, nothing wrong.'])
    await edit(greeting.replace('[{', `[${wrong}, {`))
    expect(await until('1 problem.')).toEqual([`a.yaml:3:12: ${problem}`, '1 problem.'])
    // Only the line of the first problem changes.
    await edit(`about: x\n${greeting.replace('[{', `[${wrong}, { ansr: x }, {`)}`)
    const [second, ...others] = await until('2 problems.')
    expect(second).toMatch(/^a\.yaml:4:\d+: the key "ansr" is unknown/)
    expect(others).toEqual(['2 problems.'])
    await edit(greeting.replace('[{', `[${wrong}, {`))
    expect(await until('1 problem.')).toEqual([
      expect.stringMatching(/^fixed: a\.yaml:4:\d+: the key "ansr"/),
      '1 problem.',
    ])
    expect(await stop()).toBe(1)
  })

  it('`scenarios check --watch` exits with 0 without problems, and --json lists new and fixed problems', async () => {
    const { edit, until, stop } = await watching(greeting.replace('[{', `[${wrong}, {`), '--json')
    const line = (state: string) =>
      JSON.stringify({
        state,
        place: 'a.yaml:3:12',
        rule: 'unknown-key',
        says: problem.slice(0, -14),
      })
    expect(await until(line('new'))).toEqual([line('new')])
    await edit(greeting)
    expect(await until(line('fixed'))).toEqual([line('fixed')])
    expect(await stop()).toBe(0)
  })
})

describe('a script that is edited while it is served', () => {
  /** A fake with the scripts of a folder, the reported changes, and its answers. */
  async function serving(text: string) {
    const { dir, edit } = await folderOf(text)
    const heard = channel()
    const scripts = await watchScenarioFolder(dir, { stderr: { write: heard.say } })
    onTestFinished(() => scripts.close())
    const visitor = await signIn(mountInProcess({ scenarios: scripts }))
    const ask = async () =>
      answerIn(await visitor.stream('POST /api/react', { body: { q: 'Hello!' } }))
    return { dir, edit, heard, ask }
  }

  it('a script that is edited while it is served is played in the next turn', async () => {
    const { dir, edit, heard, ask } = await serving(greeting)
    expect(await ask()).toBe('Hello.')
    await edit(greeting.replace('Hello.', 'Good day.'))
    expect(await heard.next()).toBe(`${dir} was reloaded: the next turn uses it.\n`)
    expect(await ask()).toBe('Good day.')
  })

  it('a served script plays in its old version while its edited file has a mistake', async () => {
    const { dir, edit, heard, ask } = await serving(greeting)
    await edit(greeting.replace('answer', 'answr'))
    expect(await heard.next()).toBe(
      `${dir}/a.yaml:3:12: the key "answr" is unknown; did you mean "answer"? [unknown-key]
The scripts of ${dir} were not reloaded; the earlier ones still play.
`,
    )
    expect(await ask()).toBe('Hello.')
    await edit(`${greeting.replace('answer', 'answr')}# Still so.\n`)
    await edit(greeting.replace('answer', 'anser'))
    expect(await heard.next()).toContain('"anser"')
    await edit(greeting.replace('Hello.', 'Mended.'))
    expect(await heard.next()).toContain('was reloaded')
    expect(await ask()).toBe('Mended.')
  })
})
