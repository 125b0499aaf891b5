import { execFile, spawnSync } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { samplesOf } from '../support/docs-samples.ts'
import { installedPackage } from '../support/installed-package.ts'
import { isProving } from '../support/proving.ts'
import { type Ready, start } from '../support/start-serve.ts'

const runs = (command: string, ...args: readonly string[]) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** Whether `npm run prove` tries a command. Logs that its tests are skipped if it is missing. */
function isHere(command: string, ...args: readonly string[]): boolean {
  if (!isProving) return false
  const isFound = runs(command, ...args)
  if (!isFound) process.stderr.write(`There is no ${command}: tests with it are skipped.\n`)
  return isFound
}

const hasPython = isHere('python3', '--version')
const hasPytest = hasPython && isHere('python3', '-m', 'pytest', '--version')
const hasJava = isHere('javac', '--version')
const hasGo = isHere('go', 'version')

let folder: string
let server: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  if (!isProving) return
  folder = await installedPackage()
  server = await start('--json')
}, 120_000)
afterAll(async () => {
  if (!isProving) return
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command; throws an `Error` with its output if it fails. */
async function output(
  cwd: string,
  env: Readonly<Record<string, string>>,
  ...[command = '', ...args]: readonly string[]
): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env } }
  const { stdout, stderr } = await promisify(execFile)(command, args, options).catch(
    (failed: { readonly stdout: string; readonly stderr: string }) => {
      throw new Error(`${failed.stdout}${failed.stderr}`)
    },
  )
  return stdout + stderr
}

const here = () => ({ UNDERSTUDY_URL: (JSON.parse(server.output) as Ready).url })

/** Writes the samples of a language to the files that their first lines name. */
async function written(language: string, place: string): Promise<readonly string[]> {
  const samples = samplesOf(language).filter(({ page }) => page === 'docs/other-languages.md')
  const files = samples.map(({ code }) => ({ name: /^\/\/ (\S+)$/m.exec(code)?.[1] ?? '', code }))
  for (const { name, code } of files) {
    await mkdir(dirname(join(place, name)), { recursive: true })
    await writeFile(join(place, name), code)
  }
  return files.map(({ name }) => join(place, name))
}

/** The parts of JUnit 5 that the recipe uses, and a main class that runs its tests in the same way. */
const junit = {
  ...Object.fromEntries(
    ['Test', 'BeforeEach', 'AfterEach'].map((name) => [
      `org/junit/jupiter/api/${name}.java`,
      `package org.junit.jupiter.api;
       import java.lang.annotation.*;
       @Retention(RetentionPolicy.RUNTIME) public @interface ${name} {}`,
    ]),
  ),
  'org/junit/jupiter/api/Assertions.java': `package org.junit.jupiter.api;
    public class Assertions {
      public static void assertTrue(boolean holds) { if (!holds) throw new AssertionError("false"); }
      public static void assertEquals(int expected, int actual) {
        if (expected != actual) throw new AssertionError(actual + " instead of " + expected);
      }
    }`,
  'RunTests.java': `import org.junit.jupiter.api.*;
    class RunTests {
      static void all(Object test, Class<? extends java.lang.annotation.Annotation> kind) throws Exception {
        for (var method : test.getClass().getDeclaredMethods())
          if (method.isAnnotationPresent(kind)) { method.setAccessible(true); method.invoke(test); }
      }
      public static void main(String[] names) throws Exception {
        int passed = 0;
        for (var method : AgentsTest.class.getDeclaredMethods()) {
          if (!method.isAnnotationPresent(Test.class)) continue;
          var test = new AgentsTest();
          all(test, BeforeEach.class);
          method.setAccessible(true);
          method.invoke(test);
          all(test, AfterEach.class);
          passed++;
        }
        System.out.println(passed + " passed");
      }
    }`,
}

/** Calls that the platform or a proxy before it refuses. */
const refusedCalls = `
import sys; sys.path.insert(0, 'tests')
import understudy
server = understudy.Server()
world = server.create_world()
try:
    list(world.events('/api/react', {'q': 'Hi'}))
except RuntimeError as refused:
    print(refused)
world.add_fault({'match': {'endpoint': 'agents.list'}, 'effect': {'gateway': {'status': 502}}})
print(world.call('GET', '/api/agents', key=world.keys['full']).body)
server.delete_world(world)
`

describe.skipIf(!hasPython)('examples/python', () => {
  beforeAll(() => cp('examples/python', join(folder, 'tests'), { recursive: true }))
  const unittest = ['python3', '-W', 'error', 'tests/test_unittest.py']

  it('the Python example raises an error for a refused turn, and returns the page of a proxy as text', async () => {
    const printed = await output(folder, here(), 'python3', '-W', 'error', '-c', refusedCalls)
    expect(printed).toMatch(/^POST \/api\/react: 401 .*unauthorized/)
    expect(printed).toContain('<html>')
  })

  it('the Python example passes with unittest, and starts and stops its own server', async () => {
    expect(await output(folder, { UNDERSTUDY_URL: '' }, ...unittest)).toMatch(/Ran 2 tests[^]*OK/)
  })

  it('the Python example raises an exception with the error of `serve` if the Node version is too old', async () => {
    const old = join(folder, 'old-node')
    await writeFile(old, '#!/bin/sh\necho "This is Node 20." >&2\nexit 3\n', { mode: 0o755 })
    const env = { UNDERSTUDY_URL: '', UNDERSTUDY_NODE: old }
    await expect(output(folder, env, ...unittest)).rejects.toThrow(
      `RuntimeError: \`${old}\` could not start \`serve\`: This is Node 20.`,
    )
  })

  it.skipIf(!hasPytest)(
    'the Python example passes with pytest, with a separate world for each test',
    async () => {
      const pytest = ['python3', '-m', 'pytest', '-p', 'no:cacheprovider', '-q']
      expect(await output(join(folder, 'tests'), here(), ...pytest)).toContain('7 passed')
      const { worlds } = (await (
        await fetch(`${here().UNDERSTUDY_URL}/__control/worlds`)
      ).json()) as { readonly worlds: readonly { readonly name: string }[] }
      expect(worlds.map(({ name }) => name).filter((name) => name !== 'default')).toEqual([])
    },
  )
})

it('docs/other-languages.md shows a test of examples/python', async () => {
  const [sample] = samplesOf('python')
  expect(await readFile('examples/python/test_pytest.py', 'utf8')).toContain(sample?.code)
})

describe.skipIf(!hasJava)('the recipe for Java', () => {
  it('the recipe for Java in the docs compiles without warnings, and its tests pass with a replacement of JUnit', async () => {
    const place = join(folder, 'java')
    const files = await written('java', place)
    expect(files).toHaveLength(2)
    for (const [name, code] of Object.entries(junit)) {
      await mkdir(dirname(join(place, name)), { recursive: true })
      await writeFile(join(place, name), code)
    }
    const all = [...files, ...Object.keys(junit)]
    await output(place, {}, 'javac', '-Xlint:all', '-Werror', '-d', 'classes', ...all)
    expect(await output(place, here(), 'java', '-cp', 'classes', 'RunTests')).toContain('2 passed')
  }, 120_000)
})

describe.skipIf(!hasGo)('the recipe for Go', () => {
  it.runIf(isProving)(
    'the recipe for Go in the docs passes `go vet`, and its tests pass',
    async () => {
      const place = join(folder, 'go')
      const files = await written('go', place)
      expect(files).toHaveLength(1)
      await writeFile(join(place, 'go.mod'), 'module platform\n\ngo 1.18\n')
      const env = {
        ...here(),
        GOCACHE: join(folder, 'go-cache'),
        GOFLAGS: '-mod=mod',
        GOPROXY: 'off',
      }
      await output(place, env, 'go', 'vet', './...')
      const printed = await output(place, env, 'go', 'test', '-v', '-count=1', './...')
      expect(printed.match(/^--- PASS/gm)).toHaveLength(2)
    },
    240_000,
  )
})
