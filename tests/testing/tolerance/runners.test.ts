import { describe, expect, it } from 'vitest'
import {
  readJest,
  readJunit,
  readPytest,
  ResultsError,
} from '../../../testing/tolerance/results.ts'
import { canSelect, prepareCommand } from '../../../testing/tolerance/runners.ts'

describe('the flags of a runner', () => {
  const reporters = { vitest: '/v.js', playwright: '/p.js', node: '/n.js' }
  const prepared = (command: readonly string[], selectors?: readonly string[]) =>
    prepareCommand(command, { selectors, reporters, folder: '/run' }).command.slice(command.length)

  it('Vitest gets a reporter, and a pattern that matches the titles of selected tests literally', () => {
    expect(prepared(['npx', 'vitest', 'run'])).toEqual(['--reporter=default', '--reporter=/v.js'])
    expect(prepared(['vitest', '--reporter=dot'], ['a > b (1)', 'c.d'])).toEqual([
      '--reporter=/v.js',
      '-t',
      String.raw`^(a(?: > | )b \(1\)|c\.d)$`,
    ])
  })

  it('Playwright gets its reporter from the environment, and a pattern that matches the selected tests', () => {
    const command = ['npx', 'playwright', 'test']
    expect(
      prepareCommand(command, { selectors: ['signs in?'], reporters, folder: '/run' }),
    ).toMatchObject({
      command: [
        ...command,
        '--output=/run/test-results',
        '--grep',
        String.raw`(?:signs in\?)(?:$| )`,
      ],
      environment: { PW_TEST_REPORTER: '/p.js' },
    })
  })

  it('`node --test` gets its flags before the files, and a destination for each of several reporters', () => {
    const own = ['--test-reporter=/n.js', '--test-reporter-destination=stdout']
    const spec = ['--test-reporter=spec', '--test-reporter-destination=stdout']
    const whole = (command: readonly string[], selectors?: readonly string[]) =>
      prepareCommand(command, { selectors, reporters, folder: '/run' }).command
    expect(whole(['node', '--import', 'tsx', '--test', 'a.mjs'], ['a (b)'])).toEqual([
      'node',
      '--import',
      'tsx',
      '--test',
      ...own,
      ...spec,
      String.raw`--test-name-pattern=^(a \(b\))$`,
      'a.mjs',
    ])
    expect(whole(['node', '--test', '--test-reporter=dot'])).toEqual([
      'node',
      '--test',
      ...own,
      spec[1],
      '--test-reporter=dot',
    ])
    const junit = ['--test-reporter=junit', '--test-reporter-destination=a.xml']
    expect(whole(['node', '--test', ...junit])).toEqual(['node', '--test', ...own, ...junit])
    expect(whole(['node', 'run.js', '--test'])).toEqual(['node', 'run.js', '--test'])
  })

  it('the test runner in a command is found after flags and variables whose values are paths', () => {
    const node = expect.arrayContaining(['--test-reporter=/n.js'])
    expect(prepared(['node', '--import=./setup/ts.mjs', '--test'])).toEqual(node)
    expect(prepared(['node', '--env-file=config/test.env', '--test'])).toEqual(node)
    const playwright = ['npx', 'playwright', 'test']
    expect(prepared(['env', 'DATA=/tmp/data', ...playwright])).toEqual([
      '--output=/run/test-results',
    ])
  })

  it('Jest writes JSON, and pytest a JUnit report, into the folder of a run', () => {
    const json = ['--json', '--outputFile=/run/jest.json']
    expect(prepared(['npx', 'jest', 'src'])).toEqual(json)
    expect(prepared(['node', 'node_modules/jest/bin/jest.js'], ['a b', 'c'])).toEqual([
      ...json,
      '-t',
      '^(a b|c)$',
    ])
    expect(prepared(['jest', '--json', '--outputFile=own.json'], ['a'])).toEqual([])
    const junit = ['-o', 'junit_family=xunit1', '--junitxml=/run/junit.xml']
    expect(prepared(['python3.12', '-m', 'pytest', 'tests'])).toEqual(junit)
    expect(prepared(['uv', 'run', 'pytest'], ['a.py and a', 'a.py and a', 'b'])).toEqual([
      ...junit,
      '-k',
      '(a.py and a) or (b)',
    ])
  })

  it('a test command with a report of its own keeps its flags, and all of its tests run', () => {
    const context = { selectors: ['a'], reporters, folder: '/run', hasOwnReport: true }
    for (const command of [
      ['pytest', '--junitxml=own.xml'],
      ['node', '--test', '--test-reporter=junit', '--test-reporter-destination=own.xml'],
    ]) {
      expect(prepareCommand(command, context).command).toEqual(command)
      expect(canSelect(command, true)).toBe(false)
      expect(canSelect(command, false)).toBe(true)
    }
  })

  it('a test command that selects tests itself, or starts no known runner, gets no flags', () => {
    expect(prepared(['npx', 'playwright', 'test', '--output=o', '--grep', 'b'], ['a'])).toEqual([])
    expect(prepared(['pytest', '-k', 'vitest'], ['a'])).not.toContain('(a)')
    expect(prepared(['make', 'test'], ['a'])).toEqual([])
    expect(prepared(['npm', 'test'], ['a'])).toEqual([])
    expect(prepared(['npm', 'exec', 'vitest'], ['a'])).toEqual([])
    expect(prepared(['npm', 'exec', '--', 'vitest'])).toHaveLength(2)
  })
})

describe('a JUnit report', () => {
  it('a JUnit report of any runner gives the results of its tests', () => {
    const text = `<?xml version="1.0"?><testsuites><testsuite name="s" file="a.py">
      <testcase classname="A" name="passes &amp; is fine"/>
      <testcase classname="A" name="fails"><failure message="no &lt;b&gt;">trace</failure></testcase>
      <testcase classname="A" name="breaks"><error><![CDATA[ it <broke> ]]></error></testcase>
      <testcase classname="A" name="skips"><skipped/></testcase>
      <testcase classname="A" name="twice"><failure message="first"/></testcase>
      <testcase classname="A" name="twice"/>
    </testsuite></testsuites>`
    expect(readJunit(text)).toEqual([
      { id: 'a.py > A > passes & is fine', selector: 'passes & is fine', status: 'passed' },
      { id: 'a.py > A > fails', selector: 'fails', status: 'failed', message: 'no <b>' },
      { id: 'a.py > A > breaks', selector: 'breaks', status: 'failed', message: 'it <broke>' },
      { id: 'a.py > A > skips', selector: 'skips', status: 'skipped' },
      { id: 'a.py > A > twice', selector: 'twice', status: 'failed', message: 'first' },
    ])
  })

  it.each(['', 'no XML', '<testsuite><testcase', '<html></html>'])(
    'a file that is no JUnit report is refused: %s',
    (text) => expect(() => readJunit(text)).toThrow(ResultsError),
  )
})

// Recorded with pytest 9.0.3; times are left out.
const pytestReport = `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="2" failures="2" skipped="1" tests="8">
<testcase classname="tests.test_shop.TestList" name="test_adds" file="tests/test_shop.py" line="2"><failure message="AssertionError: bad&#10;  second&#10;assert 1 == 2">self = &lt;test_shop.TestList object&gt;

    def test_adds(self):
&gt;       assert 1 == 2, "bad\\nsecond"

tests/test_shop.py:4: AssertionError</failure></testcase>
<testcase classname="tests.test_shop.TestList" name="test_par[a b]" file="tests/test_shop.py" line="4" />
<testcase classname="tests.test_shop" name="test_adds" file="tests/test_shop.py" line="7" />
<testcase classname="tests.test_shop" name="test_fix" file="tests/test_shop.py" line="11"><error message="failed on setup with &quot;RuntimeError: no server&quot;">@pytest.fixture</error></testcase>
<testcase classname="tests.test_shop" name="test_skip" file="tests/test_shop.py" line="12"><skipped type="pytest.skip" message="later">later</skipped></testcase>
<testcase classname="" name="tests.test_broken" file="tests/test_broken.py"><error message="collection failure">ImportError while importing test module</error></testcase>
</testsuite></testsuites>`

// Recorded with Jest 30.5.2, without times, counts and stacks.
const jestReport = {
  numFailedTests: 1,
  success: false,
  testResults: [
    {
      name: '/app/t/a.test.js',
      status: 'failed',
      message: '',
      assertionResults: [
        {
          ancestorTitles: ['the shop', 'list'],
          failureMessages: [
            'Error: expect(received).toBe(expected) // Object.is equality\n\nExpected: 2\nReceived: 1',
          ],
          fullName: 'the shop list adds',
          invocations: 1,
          status: 'failed',
          title: 'adds',
        },
        {
          ancestorTitles: [],
          failureMessages: [],
          fullName: 'skipme',
          invocations: 1,
          status: 'pending',
          title: 'skipme',
        },
        {
          ancestorTitles: [],
          failureMessages: [],
          fullName: 'flaky',
          invocations: 2,
          status: 'passed',
          title: 'flaky',
        },
      ],
    },
    {
      name: '/app/t/b.test.js',
      status: 'failed',
      message: 'Test suite failed to run\n\n    cannot load',
      assertionResults: [],
    },
  ],
}

describe('the results of other runners', () => {
  it('the report of pytest gives results with their assertions, and expressions that select them', () => {
    const list = 'tests/test_shop.py > tests.test_shop.TestList'
    const shop = 'tests/test_shop.py > tests.test_shop'
    expect(readPytest(pytestReport)).toEqual([
      {
        id: `${list} > test_adds`,
        selector: 'test_shop.py and TestList and test_adds',
        status: 'failed',
        message: 'AssertionError: bad\n  second\nassert 1 == 2',
      },
      {
        id: `${list} > test_par[a b]`,
        selector: 'test_shop.py and TestList and test_par',
        status: 'passed',
      },
      { id: `${shop} > test_adds`, selector: 'test_shop.py and test_adds', status: 'passed' },
      {
        id: `${shop} > test_fix`,
        selector: 'test_shop.py and test_fix',
        status: 'failed',
        message: 'failed on setup with "RuntimeError: no server"',
      },
      { id: `${shop} > test_skip`, selector: 'test_shop.py and test_skip', status: 'skipped' },
      {
        id: 'tests/test_broken.py > tests.test_broken',
        selector: 'test_broken.py and tests.test_broken',
        status: 'failed',
        message: 'ImportError while importing test module',
      },
    ])
  })

  it('the JSON of Jest gives results with their assertions, also for a file that does not load', () => {
    expect(readJest(JSON.stringify(jestReport), '/app')).toEqual([
      {
        id: 't/a.test.js > the shop > list > adds',
        selector: 'the shop list adds',
        status: 'failed',
        message:
          'Error: expect(received).toBe(expected) // Object.is equality\n\nExpected: 2\nReceived: 1',
      },
      { id: 't/a.test.js > skipme', selector: 'skipme', status: 'skipped' },
      { id: 't/a.test.js > flaky', selector: 'flaky', status: 'flaky' },
      {
        id: 't/b.test.js',
        status: 'failed',
        message: 'Test suite failed to run\n\n    cannot load',
      },
    ])
    expect(() => readJest('{"testResults":', '/app')).toThrow(ResultsError)
  })
})
