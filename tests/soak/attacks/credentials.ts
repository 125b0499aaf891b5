import { type Attack, everywhere, filled, many, nested } from './attack.ts'

/** Texts that look like a token to a careless parser. */
const tokens: Readonly<Record<string, (size: number) => string>> = {
  'one-segment': (size) => filled('e', size),
  dots: (size) => filled('.', size),
  'long-claims': (size) => `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.${filled('A', size)}.x`,
  'deep-claims': (size) => `x.${Buffer.from(nested(size / 3)).toString('base64url')}.x`,
  'key-of-a-megabyte': (size) => `svc_${filled('a', size)}`,
  blanks: (size) => filled(' x', size),
}

const ofTokens = Object.entries(tokens).map(([name, tokenOf]): Attack => ({
  name: `token-of-${name}`,
  on: name === 'dots' ? everywhere : ['serve'],
  description:
    'Sends text that looks like a token, in the longest header allowed and in bodies of a megabyte.',
  largest: 1_000_000,
  async play(client, size) {
    const token = tokenOf(size)
    const authorization = `Bearer ${tokenOf(Math.min(size, 12_000)).trim()}`
    await client.anyone('GET /api/conversations', undefined, { authorization })
    await client.anyone('POST /api/auth/refresh', { refresh_token: token })
    await client.anyone('POST /api/react', { q: 'x', token })
    await client.anyone(`GET /api/auth/verify?token=${encodeURIComponent(token.slice(0, 10_000))}`)
  },
}))

export const credentialAttacks: readonly Attack[] = [
  {
    name: 'login-of-megabytes',
    on: everywhere,
    description: 'Signs in with an e-mail and a password of a megabyte.',
    largest: 1_000_000,
    async play(client, size) {
      const long = filled('a@', size)
      await client.anyone('POST /api/auth/login', { email: long, password: long })
      await client.anyone('POST /api/auth/login', { email: 'demo@example.com', password: long })
      await client.anyone('POST /api/auth/login', {
        email: filled('\u001b[31m\n', size),
        password: 'x',
      })
    },
  },
  {
    name: 'body-without-credential',
    on: everywhere,
    description: 'Sends the largest body that is read to every operation that needs no credential.',
    // Just receiving a megabyte costs as much as three list calls.
    largest: 4_000_000,
    async play(client, size) {
      for (const path of [
        '/api/auth/login',
        '/api/auth/refresh',
        '/api/react',
        '/api/agents',
        '/api/none',
      ])
        await client.anyone(`POST ${path}`, filled('{"a":[1,2,3],"b":', size))
    },
  },
  {
    name: 'body-of-deep-levels',
    on: everywhere,
    description: 'Sends JSON with a hundred thousand levels to every operation that accepts JSON.',
    largest: 200_000,
    async play(client, levels) {
      const objects = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
      for (const body of [nested(levels), objects]) {
        await client.anyone('POST /api/auth/login', body)
        await client.api('POST /api/workflows', body)
        await client.control('PUT snapshot', body)
        await client.control('POST faults', body)
      }
    },
  },
  {
    name: 'body-of-many-keys',
    on: everywhere,
    description:
      'Sends objects with a hundred thousand keys to every operation that accepts objects.',
    largest: 100_000,
    async play(client, count) {
      const body = `{${many(count, (index) => `"__proto__${index}":{}`).join(',')}}`
      for (const path of [
        'POST /api/auth/login',
        'POST /api/agents',
        'POST /api/conversations',
        'PATCH /api/auth/profile',
        'PATCH /api/admin/settings',
      ])
        await client.api(path, body)
      await client.api('POST /api/agents', {
        name: 'x',
        model_config_json: JSON.parse(body) as object,
      })
    },
  },
  {
    name: 'scopes-by-the-hundred-thousand',
    on: everywhere,
    description: 'Creates an API key with a hundred thousand scopes, and uses it.',
    largest: 100_000,
    async play(client, count) {
      for (const scope of ['chat', 'nonsense', '', ' ']) {
        const scopes = many(count, () => scope).join(',')
        const made = await client.api('POST /api/me/api-keys', { name: 'x', scopes })
        await client.api('GET /api/me/api-keys')
        if (made.status >= 300) continue
        const { key } = (made.json<{ data?: { key: string } }>().data ?? made.json()) as {
          key: string
        }
        await client.anyone('GET /api/agents', undefined, { authorization: `Bearer ${key}` })
        await client.anyone('GET /api/conversations', undefined, { 'x-api-key': key })
      }
    },
  },
  {
    name: 'headers-of-kilobytes',
    on: everywhere,
    description: 'Sends every header that the server reads, at the longest length allowed.',
    largest: 12_000,
    async play(client, size) {
      const names = [
        'origin',
        'access-control-request-headers',
        'access-control-request-method',
        'cookie',
        'accept',
        'accept-language',
        'content-type',
        'x-understudy-world',
        'x-api-key',
        'authorization',
        'last-event-id',
        'if-none-match',
        'forwarded',
        'x-forwarded-host',
      ]
      for (const name of names)
        for (const piece of ['a', 'a,', 'a;q=0.1,', '=;']) {
          const headers = { [name]: filled(piece, size) }
          await client.anyone('GET /api/agents', undefined, headers)
          if (piece === 'a,') await client.anyone('OPTIONS /api/agents', undefined, headers)
        }
    },
  },
  {
    name: 'accounts-of-megabytes',
    on: everywhere,
    description:
      'Sets texts of a megabyte on users, organizations, connectors, servers and channels.',
    largest: 300_000,
    async play(client, size) {
      const long = filled('a-', size)
      await client.api('PATCH /api/auth/profile', {
        display_name: long,
        timezone: long,
        bio: long,
        system_instructions: long,
      })
      await client.api('POST /api/orgs', { name: long, description: long, slug: long })
      await client.api('POST /api/connectors', {
        name: long,
        type: 'api',
        base_url: `https://${long}.example.com`,
        auth_type: 'none',
        description: long,
      })
      await client.api('POST /api/mcp-servers', {
        name: 'x',
        type: 'sse',
        url: `https://example.com/${long}`,
        headers: { [long]: long },
      })
      await client.api('POST /api/channels', {
        name: long,
        type: 'feishu',
        config: { [long]: long },
      })
      await client.api('PATCH /api/admin/settings', { announcement: long, [long]: long })
      for (const path of [
        '/api/orgs',
        '/api/connectors',
        '/api/mcp-servers',
        '/api/channels',
        '/api/admin/settings',
        '/api/admin/audit-log',
        '/api/auth/me',
      ])
        await client.api(`GET ${path}`)
    },
  },
  ...ofTokens,
]
