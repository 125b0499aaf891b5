import { UsageError } from './command-line.ts'

/** Explains why a server can't listen at an address; `flag` is the flag that sets the port. */
export function listenError(error: unknown, host: string, port: number, flag = 'port'): UsageError {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE')
    return new UsageError(
      `Port ${port} on ${host} is in use. Stop the other server or choose one with --${flag} (0 picks a free one).`,
    )
  if (code === 'EACCES')
    return new UsageError(
      `You have no permission to listen on port ${port}. Choose one above 1023 with --${flag}.`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new UsageError(`${host} is not an address of this machine. Choose another with --host.`)
  return new UsageError(`Failed to listen on ${host}:${port}: ${String(error)}`)
}
