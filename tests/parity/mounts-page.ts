import { differences, undecided } from './differences.ts'

const intro = `# Mounts

A fake answers the same wherever it is mounted. One journey of more than 700 calls — every operation and how it is refused, turns that are read, joined and resumed, faults, odd input, moved time — is played with one seed and a frozen clock by each of these ways, and the status, the headers, every byte of the body and how it ended are held against the fake that is called in process:

- **in-process fetch**: \`fake.fetch(request)\`.
- **Node HTTP**: \`listen(fake)\`, called by the \`fetch\` of Node.
- **MSW in Node**: \`setupServer(...handlers(fake))\`.
- **fetch in a page**: the fake bundled into a page of Chromium, called there as \`fake.fetch(request)\`.
- **MSW in a page**: \`setupWorker(...handlers(fake))\` in Chromium, through its service worker.
- **HTTP from a page**: a page of Chromium calls a fake that listens under another origin, as one does that is told a base URL. The control API lets in no page of another origin; a test steers it.
- **Playwright fixture**: a page of Chromium calls its own origin, from where the fixture of \`understudy/playwright\` leads it into the world of the test. It goes the part of the journey that stays in one world.

What a mount does not carry is in this table, and nowhere else: tests hold every other answer to the byte.
`

const judged = `
Into how many pieces a body is cut on its way belongs to no mount: only its bytes do.

## Conformance suite

The whole conformance suite, plan \`full\`, has no failure over any of these mounts and gives each check the same verdict. Only \`sse.events-arrive-while-the-turn-runs\` is left out, because it depends on the load of the machine. From a page of another origin these checks are inconclusive, because the \`date\` header is not visible there:
`

const tests = `
## Which tests run where

The tests of behaviour run by the first three ways. They look into the fake beside calling it (its clock, its journal, its open streams), which a page would have to be bridged for, and a bridge is no mount: what it would prove is that the bridge works. So pages get the journey, which speaks HTTP alone and was recorded from the same helpers, the conformance suite, and tests of what is theirs: how streams come and stop ([msw.md](msw.md)).

Firefox and WebKit are not tried here.
`

/** The text of docs/mounts.md. */
export function mountsPage(): string {
  const rows = differences.map(({ at, what, why }) => `| ${at.join(', ')} | ${what} | ${why} |`)
  const table = ['| Mount | What differs | Why |', '|---|---|---|', ...rows]
  const checks = Object.values(undecided).flatMap((ids) => ids.map((id) => `- \`${id}\``))
  return `${intro}\n${table.join('\n')}\n${judged}\n${checks.join('\n')}\n${tests}`
}
