import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

/** The script in a project with files of these ages in seconds. Its build writes one character. */
async function project(ages: Readonly<Record<string, number>>) {
  const root = await mkdtemp(join(tmpdir(), 'built-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const write = async (path: string, text: string, age: number) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
    const date = new Date(Date.now() - age * 1000)
    await utimes(join(root, path), date, date)
  }
  const scripts = { build: "node -e \"fs.appendFileSync('builds.txt', 'x')\"" }
  await write('package.json', JSON.stringify({ scripts }), 100)
  for (const [path, age] of Object.entries(ages)) await write(path, '', age)
  await mkdir(join(root, 'tools/build'), { recursive: true })
  await cp('tools/build/ensure-built.mjs', join(root, 'tools/build/ensure-built.mjs'), {
    preserveTimestamps: true,
  })
  await utimes(join(root, 'tools/build/ensure-built.mjs'), 0, 0)
  return {
    /** The number of builds that the script has started. */
    async builds() {
      await promisify(execFile)(process.execPath, ['tools/build/ensure-built.mjs'], {
        cwd: root,
      })
      return (await readFile(join(root, 'builds.txt'), 'utf8').catch(() => '')).length
    },
  }
}

const fresh = {
  'cli/serve.ts': 60,
  'package-lock.json': 60,
  'schemas/scenario.json': 50,
  'dist/cli/understudy.js': 50,
  'dist/generated/scenarios.json': 50,
}

it('packing and installing a clone start no build if everything is fresh', async () => {
  const { builds } = await project(fresh)
  expect(await builds()).toBe(0)
})

it.each(['cli/serve.ts', 'package-lock.json'])(
  'a change of %s makes the next start build',
  async (path) => {
    const { builds } = await project({ ...fresh, [path]: 10 })
    expect(await builds()).toBe(1)
  },
)
