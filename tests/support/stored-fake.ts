import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach } from 'vitest'
import { FolderError, openFolder } from '../../mocks/adapters/folder/folder.ts'
import type { FakeOptions } from '../../mocks/fake-options.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { type Mounted, mountInProcess } from './transports.ts'

const open: string[] = []

/** An empty folder that is deleted after the test. */
export function emptyFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'worlds-'))
  open.push(path)
  return path
}

afterEach(() => {
  for (const path of open.splice(0)) rmSync(path, { recursive: true, force: true })
})

/** A fake that stores its worlds in a folder, and ways to end it. */
export type StoredFake = Mounted & {
  /** The log messages of the storage. */
  readonly notices: readonly string[]
  /** Closes the fake regularly. */
  stop(): void
  /** Ends the fake like a killed process: pending data is not written. */
  kill(): void
}

export type StoredFakeOptions = Partial<FakeOptions> & {
  readonly systemClock?: ManualClock
  readonly fsync?: boolean
}

/** Starts a fake with a folder. */
export function openStoredFake(
  path: string,
  { fsync, ...options }: StoredFakeOptions = {},
): StoredFake {
  const notices: string[] = []
  const { systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z')) } = options
  const notice = (sentence: string) => notices.push(sentence)
  const folder = openFolder(path, { onNotice: notice, systemClock, ...(fsync && { fsync }) })
  const mounted = mountInProcess({ ...options, systemClock, storage: folder })
  return {
    ...mounted,
    notices,
    stop() {
      mounted.fake.close()
      folder.close()
    },
    kill: () => folder.close(),
  }
}

export const databaseIn = (path: string) => join(path, 'worlds.sqlite')

/** Runs a statement on the database of a closed folder, and returns its rows. */
export function query(path: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(databaseIn(path))
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}

/** The error when a folder cannot be opened. */
export function refusalOf(folder: string): string {
  try {
    openFolder(folder).close()
  } catch (error) {
    if (error instanceof FolderError) return error.message
    throw error
  }
  throw new Error('There was no refusal.')
}
