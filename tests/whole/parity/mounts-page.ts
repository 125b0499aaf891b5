import { differences, undecided } from './differences.ts'

const intro = `# Mounts

A fake sends the same responses wherever it is mounted. A test proves it: a journey of more than 700 requests runs over each of these mounts, with one seed and a frozen clock. It covers every operation and its refusals, turns that are read, joined and resumed, faults, odd input and changes of time. Status, headers, every byte of the body and how it ended are compared with the fake in process:

- **in-process fetch**: \`fake.fetch(request)\`.
- **Node HTTP**: \`listen(fake)\`, called by the \`fetch\` of Node.
- **MSW in Node**: \`setupServer(...handlers(fake))\`.
- **fetch in a page**: the fake bundled into a page of Chromium, called there as \`fake.fetch(request)\`.
- **MSW in a page**: \`setupWorker(...handlers(fake))\` in Chromium, through its service worker.
- **HTTP from a page**: a page of Chromium calls a fake at another origin, like an app with a configured base URL. The control API refuses pages of another origin, so the test calls it.
- **Playwright fixture**: a page of Chromium calls its own origin, and the fixture of \`agent-understudy/playwright\` redirects it to the world of the test. It runs the part of the journey that needs only one world.

This table lists all differences: the tests compare every other response byte by byte.
`

const checked = `
Into how many pieces a body is cut on its way belongs to no mount: only its bytes do.

## Conformance

The whole conformance suite, plan \`full\`, has no failure over any of these mounts, and each check has the same verdict. Only \`sse.events-arrive-while-the-turn-runs\` is left out, because it depends on the load of the machine. From a page of another origin these checks are inconclusive, because \`date\` is not visible there:
`

const tests = `
Firefox and WebKit are not tried here.
`

export function mountsPage(): string {
  const rows = differences.map(({ at, what, why }) => `| ${at.join(', ')} | ${what} | ${why} |`)
  const table = ['| Mount | What differs | Why |', '|---|---|---|', ...rows]
  const checks = Object.values(undecided).flatMap((ids) => ids.map((id) => `- \`${id}\``))
  return `${intro}\n${table.join('\n')}\n${checked}\n${checks.join('\n')}\n${tests}`
}
