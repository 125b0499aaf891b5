import type { Core } from '../../mocks/core.ts'
import { systemClock } from '../../mocks/world/clock.ts'
import { UsageError } from '../command-line.ts'
import { readInput } from '../input-file.ts'

// An `import` of node:fs would evaluate all its exports.
const { readdirSync, statSync } = process.getBuiltinModule('node:fs')

/** The least characters of a secret, because who guesses it can compute every key. */
const leastSecret = 16

/** Milliseconds between looks at what is still running. */
const drainInterval = 50

/** Names the replica in the header `x-understudy-replica` of every response. */
export function withReplica<Served extends Pick<Core, 'handle'>>(
  served: Served,
  replica: string | undefined,
): Served {
  if (replica === undefined) return served
  return {
    ...served,
    async handle(request) {
      const reply = await served.handle(request)
      return { ...reply, headers: { ...reply.headers, 'x-understudy-replica': replica } }
    },
  }
}

/** Reads the file of `--secret-file`. Throws `UsageError`. */
export function readSecretFile(file: string): string {
  const text = readInput('secret-file', file).trim()
  if (text.length >= leastSecret) return text
  throw new UsageError(
    `--secret-file: ${file} needs at least ${leastSecret} characters, such as the output of \`openssl rand -hex 32\`.`,
  )
}

/** The bytes of all files in a folder. Files that disappear meanwhile count as empty. */
export function folderBytes(path: string): number {
  let sum = 0
  for (const file of readdirSync(path, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      sum += statSync(`${file.parentPath}/${file.name}`, { throwIfNoEntry: false })?.size ?? 0
  return sum
}

/** Waits until no stream is open, this long at most. Meanwhile requests are still handled. */
export async function drained({ parts: { worlds }, drain }: Core, ms: number): Promise<void> {
  drain()
  const end = performance.now() + ms
  const isBusy = () => worlds.list().some(({ openStreams }) => openStreams > 0)
  while (isBusy() && performance.now() < end)
    await new Promise<void>((resolve) => systemClock.after(drainInterval, resolve))
}
