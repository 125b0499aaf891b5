// Tries the built package with the Node that runs this file, on any system: `node tests/entries/smoke.mjs`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const cli = fileURLToPath(new URL('../../dist/cli/understudy.js', import.meta.url))
const understudy = (...args) =>
  spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })

const server = understudy('serve', '--port', '0', '--json')
try {
  const [line] = await Promise.race([
    once(createInterface(server.stdout), 'line'),
    once(server, 'exit').then(([code]) => {
      throw new Error(`\`serve\` has ended with ${code}.`)
    }),
  ])
  const { url, users } = JSON.parse(line)
  const [{ email, password }] = users
  const flags = ['--base-url', url, '--plan', 'smoke', '--email', email]
  const suite = spawn(process.execPath, [cli, 'conform', ...flags], {
    stdio: 'inherit',
    env: { ...process.env, UNDERSTUDY_PASSWORD: password },
  })
  const [code] = await once(suite, 'exit')
  if (code !== 0) throw new Error(`\`conform\` has ended with ${code}.`)
  const { createFake } = await import('agent-understudy')
  const fixture = await import('agent-understudy/fixtures/empty.json', { with: { type: 'json' } })
  const fake = createFake({ fixture: fixture.default })
  const response = await fake.fetch(new Request('http://platform.test/api/version'))
  if (response.status !== 200) throw new Error(`The fake in process answers ${response.status}.`)
  process.stdout.write(`Node ${process.version} on ${process.platform}: the package works.\n`)
} finally {
  server.kill()
}
