import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../cli/command-line.ts'
import { init } from '../../cli/init.ts'
import { loadFixture, loadScenarioFolder } from '../../cli/world-data.ts'
import { answerIn } from '../support/stream-reader.ts'
import { emptyFolder } from '../support/stored-fake.ts'
import { mountInProcess } from '../support/transports.ts'
import { newConversation, visit } from '../support/visitor.ts'

const now = Date.parse('2026-11-20T08:00:00.000Z')

async function run(argv: readonly string[], said: readonly string[] = [], isInteractive = false) {
  let text = ''
  const output = { write: (more: string) => void (text += more) }
  const left = [...said]
  const answer = async (question: string) => {
    output.write(question)
    return left.shift()
  }
  const ask = Object.assign(answer, { isInteractive })
  const io = { stdout: output, stderr: output, stopped: Promise.resolve() }
  expect(await init(argv, io, { ask, now })).toBe(0)
  return text
}

const answers = ['Acme Bikes', 'cargo bikes', 'Help Desk, Sales', 'en']

/** Signs in as the first user of a demo, and asks its first agent. */
async function askDemo(folder: string, q: string, mode = 'react') {
  const fixture = await loadFixture(join(folder, 'fixture.yaml'))
  const scenarios = await loadScenarioFolder(join(folder, 'scenarios'))
  const mounted = mountInProcess({ fixture, scenarios })
  const { json } = await visit(mounted).call<{ access_token: string }>('POST /api/auth/login', {
    body: { email: 'ada@acme-bikes.example', password: 'ada-password' },
  })
  const visitor = visit(mounted, json.access_token)
  const agent_id = fixture.agents[0]?.id
  const conversation_id = await newConversation(visitor, { agent_id })
  return answerIn(
    await visitor.stream(`POST /api/${mode}`, { body: { q, conversation_id, agent_id } }),
  )
}

describe('init demo', () => {
  it.each([
    ['react', 'Where is order AB-1042?', 'cargo bikes for Harbour Hotels'],
    ['react', 'How long can a customer return something?', 'return cargo bikes within 30 days'],
    ['react', 'Which orders are blocked, and why?', 'the credit check is open'],
    ['dag', 'Compare the markets that we could enter next', 'the next market of Acme Bikes'],
    ['react', 'What discount may I give?', 'may give 10 percent'],
  ])(
    'the agents of a new demo answer their suggested prompts about its company: %s, %s',
    async (mode, q, part) => {
      const folder = join(emptyFolder(), 'acme')
      const text = await run(['demo', folder], answers)
      expect(text).toContain('Which company is the demo for? [Acme]')
      expect(text).toContain(`agent-understudy serve --from ${folder}`)
      const { agents } = await loadFixture(join(folder, 'fixture.yaml'))
      expect(agents.map(({ name }) => name)).toEqual(['Help Desk', 'Sales'])
      expect(agents[0]?.suggested_prompts).toContain(q)
      expect(await askDemo(folder, q, mode)).toContain(part)
    },
  )

  it('each file of a new demo says only in a comment, which users never see, that its figures are invented', async () => {
    const folder = join(emptyFolder(), 'acme')
    await run(['demo', folder], answers)
    const scripts = await readdir(join(folder, 'scenarios'))
    for (const path of ['fixture.yaml', ...scripts.map((name) => join('scenarios', name))]) {
      const text = await readFile(join(folder, path), 'utf8')
      expect(text).toMatch(/^#.*\n# Written by `init demo`: names and figures are invented\./)
      expect(text.replaceAll(/^#.*/gm, '')).not.toMatch(/invented|replace them/i)
    }
  })

  it('an accented company name keeps its letters, without the accents, in addresses and order numbers', async () => {
    const folder = join(emptyFolder(), 'mueller')
    await run(['demo', folder], ['Müller Straßenbau', 'roads', 'Help Desk', 'en'])
    const { users, agents } = await loadFixture(join(folder, 'fixture.yaml'))
    expect(users[0]?.email).toBe('ada@muller-strassenbau.example')
    expect(agents[0]?.suggested_prompts).toContain('Where is order MS-1042?')
  })

  it('an agent of a new demo refunds only the order that the data of the demo contains', async () => {
    const folder = join(emptyFolder(), 'acme')
    await run(['demo', folder], answers)
    expect(await askDemo(folder, 'Pay back order ZZ-9')).not.toContain('5,490')
  })

  it('a new demo does not play the shipped scripts, which are about another company', async () => {
    const folder = join(emptyFolder(), 'acme')
    await run(['demo', folder], answers)
    const scripts = await loadScenarioFolder(join(folder, 'scenarios'))
    expect(scripts.map(({ name }) => name).toSorted()).toEqual([
      'markets',
      'order-status',
      'refund',
    ])
  })

  it('`init demo` writes the same demo from a file of answers as from typed answers', async () => {
    const folder = emptyFolder()
    await run(['demo', join(folder, 'asked')], answers)
    const file = join(folder, 'asked', 'demo.yaml')
    await run(['demo', join(folder, 'read'), '--answers', file])
    const fixtures = ['asked', 'read'].map((name) =>
      readFile(join(folder, name, 'fixture.yaml'), 'utf8'),
    )
    const [asked, read] = await Promise.all(fixtures)
    expect(read).toBe(asked)
  })

  it('`init demo` asks again in a terminal after a wrong answer, and refuses it from a pipe', async () => {
    const folder = emptyFolder()
    const said = ['Acme', 'bikes', 'Sales,', 'Sales', 'English', 'de']
    const text = await run(['demo', join(folder, 'asked')], said, true)
    expect(text).toContain(
      '[Support, Sales, Operations] It must be a text of 1 to 80 characters.\nWhich agents',
    )
    expect(text).toContain('[en] It must be a code of two letters, such as en.\nIn which language')
    expect(await readFile(join(folder, 'asked', 'demo.yaml'), 'utf8')).toContain('language: de\n')
    const wrong = ['Acme', 'bikes', 'Sales', 'English', 'de']
    await expect(run(['demo', join(folder, 'piped')], wrong)).rejects.toThrow(
      'demo: language: It must be a code of two letters, such as en.',
    )
  })

  it('`init demo` refuses wrong answers, a folder with files and a missing folder, and says what to do', async () => {
    const folder = emptyFolder()
    const file = join(folder, 'answers.yaml')
    await writeFile(
      file,
      'company: Acme\nsells: bikes\nagents: Support, Sales\nlanguage: English\n',
    )
    await expect(run(['demo', join(folder, 'new'), '--answers', file])).rejects.toThrow(
      `${file}:3:9: agents: It must be a list of 1 to 8 names, such as [Support, Sales].
${file}:4:11: language: It must be a code of two letters, such as en.`,
    )
    await expect(run(['demo', folder], answers)).rejects.toThrow(
      new UsageError(`${folder} is not empty: pass the path of a new folder.`),
    )
    await expect(run(['demo', join(folder, 'ended')], ['Acme'])).rejects.toThrow(
      'The input ended before `sells` was answered: call this in a terminal, or pass --answers FILE with company, sells, agents, language.',
    )
    await expect(run(['demo'])).rejects.toThrow('agent-understudy init demo my-demo')
    await expect(run(['public', '--answers', file])).rejects.toThrow(
      '--answers only works with `init demo`.',
    )
  })
})
