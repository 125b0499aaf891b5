import { formatCount } from '../conformance/session/json.ts'
import { paragraph, table } from '../report/document.ts'
import { renderTerminal } from '../report/terminal.ts'
import type { OutputIo } from './command-line.ts'
import { defineCommand } from './define-command.ts'
import type { Finding, Machine } from './doctor/finding.ts'
import { examineBrowser, examinePeers, examineWorker } from './doctor/packages.ts'
import { examinePort } from './doctor/port.ts'
import { examineConfig, examineFolder, examineNode, examineProxy } from './doctor/surroundings.ts'
import { usualPort } from './serve/flags.ts'
import { withColours } from './terminal.ts'
import { wholeNumber } from './value-types.ts'
import { jsonText } from './json-text.ts'

/** `agent-understudy doctor`; resolves to 1 if something does not work. */
export const doctor = defineCommand(
  {
    usage: 'doctor [flags]',
    about: `Examines this machine and the project of the working folder: Node, ports, browser, proxy, versions of
msw, Vitest and Playwright, config file, and folders. Prints what was found and what to do.`,
    flags: {
      port: {
        value: 'N',
        type: wholeNumber(1, 65_535),
        help: `also examines this port, which must be free (default: only looks at ${usualPort})`,
      },
      data: { value: 'DIR', help: 'also examines this folder for `serve --data`' },
      json: { help: 'prints JSON' },
    },
    notes:
      'It calls nothing but this machine. Exit codes: 0, 1 something does not work, 3 wrong command line.',
  },
  async (given, io: OutputIo, machine: Machine = thisMachine()) => {
    const usual = Number(usualPort)
    const findings: readonly Finding[] = [
      examineNode(machine),
      ...(given.port === usual ? [] : [await examinePort(usual, false)]),
      ...(given.port === undefined ? [] : [await examinePort(given.port, true)]),
      examineProxy(machine),
      await examineConfig(machine),
      await examineFolder(machine, undefined, io),
      ...(given.data === undefined ? [] : [await examineFolder(machine, given.data, io)]),
      ...examinePeers(machine),
      examineWorker(machine),
      await examineBrowser(machine),
    ]
    io.stdout.write(
      given.json ? jsonText({ findings }) : withColours(doctorText(findings), io.stdout),
    )
    return findings.some(({ state }) => state === 'fail') ? 1 : 0
  },
)

const thisMachine = (): Machine => ({
  cwd: process.cwd(),
  variables: process.env,
  nodeVersion: process.versions.node,
})

function doctorText(findings: readonly Finding[]): string {
  const rows = findings.flatMap(({ name, state, found, fix }) => [
    [state.toUpperCase(), name, found],
    ...(fix === undefined ? [] : [['', '', `→ ${fix}`]]),
  ])
  const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length
  const problems = formatCount(count('fail'), 'problem')
  const sum = `${problems}, ${formatCount(count('warn'), 'warning')}.`
  return renderTerminal({ summary: [paragraph(sum)], body: [table([], rows)] })
}
