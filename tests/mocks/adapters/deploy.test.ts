import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readFlags } from '../../../cli/flags.ts'
import { serveFlags } from '../../../cli/serve/flags.ts'
import { shippedConfig } from '../../support/haproxy.ts'

type Service = {
  readonly command?: readonly string[]
  readonly volumes: readonly string[]
  readonly secrets?: readonly string[]
  readonly stop_grace_period?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly networks: Readonly<Record<string, { readonly ipv4_address: string }>>
}
type Compose = {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, null>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

/** The file with the variables that Compose fills in. */
const filled = readFileSync('tools/deploy/compose.yaml', 'utf8')
  .replaceAll(/\$\{CONTROL_TOKEN.*\}/g, 'token')
  .replaceAll(/\$\{PUBLIC_URL:-(.*)\}/g, '$1')
const { services, volumes, secrets } = parse(filled, { merge: true }) as Compose
const { haproxy, ...replicas } = services

/** The flags of a service, also from its variables. */
function flagsOf({ command: [name, ...argv] = [], environment }: Service) {
  expect(name).toBe('serve')
  const flags = readFlags(argv, { flags: serveFlags }, environment)
  if (flags === undefined) throw new Error('The command only prints help.')
  return flags
}

it('tools/deploy/compose.yaml starts each replica with its name, its own folder and the shared secret', () => {
  expect(Object.keys(replicas)).toEqual(['a', 'b', 'c'])
  const folders = new Set<string>()
  for (const [name, service] of Object.entries(replicas)) {
    const flags = flagsOf(service)
    expect(flags).toMatchObject({
      replica: name,
      host: '0.0.0.0',
      publicUrl: 'http://localhost:8080',
      controlToken: 'token',
      drain: 30_000,
      secretFile: `/run/secrets/${service.secrets?.[0]}`,
    })
    const [volume = '', path = ''] = service.volumes[0]?.split(':') ?? []
    expect(Object.keys(volumes)).toContain(volume)
    expect(flags.data?.startsWith(`${path}/`)).toBe(true)
    folders.add(volume)
    expect(Object.keys(secrets)).toEqual(service.secrets)
    expect(Number.parseInt(service.stop_grace_period ?? '', 10) * 1000).toBeGreaterThan(flags.drain)
  }
  expect(folders.size).toBe(3)
})

it('tools/deploy/compose.yaml passes the addresses of all replicas to HAProxy, whose config uses each of them', () => {
  const addresses = Object.entries(replicas).map(([name, service]) => [
    `REPLICA_${name.toUpperCase()}`,
    `${service.networks['replicas']?.ipv4_address}:${flagsOf(service).port}`,
  ])
  expect(haproxy?.environment).toEqual(Object.fromEntries(addresses))
  const servers = [...shippedConfig.matchAll(/^ +server (\w+) "\$\{(\w+)-.*\}"( id \d+)?$/gm)]
  const expected = Object.keys(replicas).map((name) => [name, `REPLICA_${name.toUpperCase()}`])
  const ringed = servers.filter(([, , , id]) => id !== undefined)
  expect(ringed.map(([, name, variable]) => [name, variable])).toEqual(expected)
  expect(new Set(ringed.map(([, , , id]) => id)).size).toBe(expected.length)
  const checked = servers.filter(([, , , id]) => id === undefined)
  expect(checked.map(([, name, variable]) => [name, variable])).toEqual(expected)
})

it('tools/deploy/haproxy.cfg never sends the requests of a world to another replica', () => {
  const ring = /^backend replicas\n(?:(?: +.*)?\n)+/m.exec(shippedConfig)?.[0] ?? ''
  expect(ring).toContain('hash-type consistent')
  // A health check would take a replica out of the ring while it is down.
  expect(ring).not.toMatch(/\bcheck\b/)
  expect(shippedConfig).not.toMatch(/^ *option redispatch/m)
})
