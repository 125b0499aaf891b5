// Starts a fake with the profile, and uses its own operations as a client would.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const flags = ['serve', '--profile', 'skills.profile.yaml', '--port', '0', '--json']
const library = import.meta.resolve('agent-understudy')
const command = fileURLToPath(new URL('../cli/understudy.js', library))
const server = spawn(process.execPath, [command, ...flags], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [line] = await once(createInterface(server.stdout), 'line')
const { url, users } = JSON.parse(line)

let token = ''
async function call(method, path, body) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  console.log(`${method} ${path.replace(/[0-9a-f-]{36}/, 'ID')} ${response.status}`)
  return text === '' ? undefined : JSON.parse(text)
}

const { email, password } = users[0]
const session = await call('POST', '/api/auth/login', { email, password })
token = session.access_token ?? session.data.access_token
const { items } = await call('GET', '/api/skills')
console.log(items.map(({ name }) => name).join(', '))
const { data } = await call('POST', '/api/skills', { name: 'Explain' })
console.log(await call('POST', `/api/skills/${data.id}/run`, { text: 'now' }))
await call('DELETE', `/api/skills/${data.id}`)
await call('GET', `/api/skills/${data.id}`)
server.kill()
