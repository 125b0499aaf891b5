import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolder } from '../../../mocks/adapters/folder/folder.ts'
import { createFake } from '../../../mocks/fake.ts'
import { createCall, demoFixture, sendToFake } from '../in-process.ts'

/** The costs of a world in which a visitor has made some calls and had a conversation. */
export type WorldCosts = {
  readonly memoryBytes: number
  readonly diskBytes: number
  /** The time to the first response of a world that is only in storage, in milliseconds. */
  readonly loadMs: number
  /** The time that each world in storage adds to the start of a replica, in milliseconds. */
  readonly openMs: number
}

/** Creates worlds in a folder, uses each, and loads them again after a restart. */
export async function measureWorlds(count: number): Promise<WorldCosts> {
  const path = mkdtempSync(join(tmpdir(), 'parked-'))
  try {
    const memoryBefore = residentMemory()
    let storage = openFolder(path)
    let fake = createFake({ fixture: demoFixture, storage, secret: 'secret' })
    const keys = Array.from({ length: count }, (_, index) => {
      const { keyring } = fake.world(`visitor ${index}`)
      return keyring.valueOf(demoFixture.showcase.keys['full'] ?? '')
    })
    for (const key of keys) {
      await sendToFake(fake, createCall(key, 'GET /api/agents'))
      for (let times = 0; times < 5; times++)
        await sendToFake(fake, createCall(key, 'POST /api/conversations', { title: 'A visit' }))
    }
    const memoryBytes = (residentMemory() - memoryBefore) / count
    fake.close()
    storage.close()
    const diskBytes = diskSizeOf(path) / count

    const openStart = performance.now()
    storage = openFolder(path)
    const openMs = (performance.now() - openStart) / count
    fake = createFake({ fixture: demoFixture, storage, secret: 'secret' })
    const loading = performance.now()
    for (const key of keys) await sendToFake(fake, createCall(key, 'GET /api/conversations'))
    const loadMs = (performance.now() - loading) / count
    fake.close()
    storage.close()
    return { memoryBytes, diskBytes, loadMs, openMs }
  } finally {
    rmSync(path, { recursive: true })
  }
}

function residentMemory(): number {
  globalThis.gc?.()
  return process.memoryUsage.rss()
}

const diskSizeOf = (path: string) =>
  readdirSync(path).reduce((sum, file) => sum + statSync(join(path, file)).size, 0)
