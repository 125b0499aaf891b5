import { readdir, readFile, readlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { fail, type Finding, ok, warn } from './finding.ts'

const host = '127.0.0.1'
/** Milliseconds for the server on a taken port to answer. */
const longestAnswer = 1000

/** Examines whether a port is free. A port that the user named must be; else `serve` has others. */
export async function examinePort(port: number, isNamed: boolean): Promise<Finding> {
  const name = `port ${port}`
  const code = await listenCode(port)
  if (code === undefined) return ok(name, 'free')
  const state = isNamed ? fail : warn
  if (code !== 'EADDRINUSE')
    return state(name, `can't be used: ${code}`, 'Choose a port above 1023 with --port.')
  const holder = [(await isUnderstudy(port)) ? 'an Understudy server' : undefined]
  const found = [...holder, await holderOf(port)].filter((one) => one !== undefined)
  return state(
    name,
    `in use${found.length === 0 ? '' : ` by ${found.join(', ')}`}`,
    'Stop the other server, or choose another port with --port (0 takes a free one).',
  )
}

/** The error of listening on a port, if there is one. */
const listenCode = (port: number) =>
  new Promise<string | undefined>((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })

const isUnderstudy = (port: number): Promise<boolean> =>
  fetch(`http://${host}:${port}/__control/health`, { signal: AbortSignal.timeout(longestAnswer) })
    .then(({ ok: isOk }) => isOk)
    .catch(() => false)

/** The process that listens on a port, as far as Linux shows it to this user. */
async function holderOf(port: number): Promise<string | undefined> {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((file) =>
    readFile(file, 'utf8').catch(() => ''),
  )
  const rows = (await Promise.all(tables)).flatMap((table) => table.split('\n'))
  const place = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const cells = rows.map((row) => row.trim().split(/\s+/))
  // 0A is the state of a socket that listens.
  const inodes = cells.flatMap(([, local, , state, , , , , , inode]) =>
    local?.endsWith(place) && state === '0A' ? [`socket:[${inode}]`] : [],
  )
  if (inodes.length === 0) return undefined
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const folder = `/proc/${pid}/fd`
    const files = await readdir(folder).catch(() => [])
    const links = files.map((file) => readlink(`${folder}/${file}`).catch(() => ''))
    if (!(await Promise.all(links)).some((link) => inodes.includes(link))) continue
    // Only the program: further words of a command line may be secrets.
    const [program = ''] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
    return `process ${pid} (${program})`
  }
  return undefined
}
