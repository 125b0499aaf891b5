import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installedPackage } from '../support/installed-package.ts'
import { hasToolchain, toolchains } from '../support/toolchain.ts'

/** Signs in and asks, in process and over HTTP, or at a given server; prints the turns. */
const program = `
  import { createFake } from 'agent-understudy'
  import { listen } from 'agent-understudy/node'
  import { createClient } from 'agent-understudy/client'
  import demo from 'agent-understudy/fixtures/demo.json' with { type: 'json' }
  import scenarios from 'agent-understudy/scenarios.json' with { type: 'json' }

  const given = process.argv[2]
  const fake = createFake({ fixture: demo, scenarios, speed: Infinity })
  const server = given ? { url: given, close() {} } : await listen(fake)
  const inProcess = {
    baseUrl: 'http://platform.test',
    fetch: (url, init) => fake.fetch(new Request(url, init)),
  }
  const turns = []
  for (const options of given ? [{ baseUrl: given }] : [inProcess, { baseUrl: server.url }]) {
    const client = createClient(options)
    await client.login({ email: 'demo@example.com', password: 'demo-password' })
    let text = ''
    let last
    for await (const { event, data } of client.react({ q: 'Where is my order?' })) {
      last = event
      if (event === 'answer' && data.type === 'delta') text += data.text
    }
    turns.push({ text, last })
  }
  await server.close()
  fake.close()
  console.log(JSON.stringify(turns))
`
const turn = { text: expect.stringContaining('FH-20417') as string, last: 'end' }

const runtimes = [
  ['Bun', 'bun', []],
  ['Deno', 'deno', ['run', '--allow-all']],
] as const

const programOf = (name: string) => join(toolchains, '.bin', name)

describe.runIf(hasToolchain('bun', 'deno'))('other runtimes', () => {
  let folder: string
  beforeAll(async () => {
    folder = await installedPackage()
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    await writeFile(join(folder, 'program.mjs'), program)
  }, 120_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each(runtimes)(
    '%s runs the fake and the client of the installed package, in process and over HTTP',
    async (_, name, args) => {
      const command = [...args, 'program.mjs']
      const { stdout } = await promisify(execFile)(programOf(name), command, { cwd: folder })
      expect(JSON.parse(stdout)).toEqual([turn, turn])
    },
    120_000,
  )

  it.each(runtimes)(
    '%s runs `serve`, which streams a turn and stops without an error',
    async (_, name, args) => {
      const cli = 'node_modules/agent-understudy/dist/cli/understudy.js'
      const serving = [cli, 'serve', '--port', '0', '--json', '--speed', '1000']
      const server = spawn(programOf(name), [...args, ...serving], { cwd: folder })
      let errors = ''
      server.stderr.on('data', (chunk: Buffer) => (errors += String(chunk)))
      try {
        const line = await firstLine(server)
        const { url } = JSON.parse(line) as { readonly url: string }
        const calling = ['program.mjs', url]
        const { stdout } = await promisify(execFile)(process.execPath, calling, { cwd: folder })
        expect(JSON.parse(stdout)).toEqual([turn])
      } finally {
        const exited = once(server, 'exit')
        server.kill('SIGTERM')
        await exited
      }
      expect(errors).toBe('')
    },
    120_000,
  )
})

async function firstLine({ stdout, pid }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error(`The process ${pid} has no output.`)
  for await (const line of createInterface({ input: stdout })) return line
  throw new Error(`The process ${pid} ended without a line.`)
}
