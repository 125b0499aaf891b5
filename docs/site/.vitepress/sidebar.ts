export type Item = { readonly text: string; readonly link: string }

/** A link of the navigation. `link` is the path of a page on the site. */
export const item = (text: string, link: string): Item => ({ text, link })

/** The pages of the site, in the order in which the sidebar lists them. */
export const sidebar: { readonly text: string; readonly items: Item[] }[] = [
  {
    text: 'Start here',
    items: [
      item('Overview', '/readme'),
      item('Install', '/install'),
      item('A tour', '/tour'),
      item('The API', '/api'),
      item('Build a frontend', '/start/frontend'),
      item('Test a client', '/start/tests'),
      item('Check a deployment', '/start/deployment'),
      item('Give a demo', '/start/demo'),
    ],
  },
  {
    text: 'In your project',
    items: [
      item('Vite and Next.js', '/frameworks'),
      item('In the browser, under MSW', '/msw'),
      item('Playwright and Vitest', '/testing'),
      item('Other test runners', '/runners'),
      item('Other languages', '/other-languages'),
      item('Coding assistants', '/mcp'),
      item('The client', '/client'),
      item('The command line', '/command-line'),
      item('The config file', '/config'),
    ],
  },
  {
    text: 'Use the fake',
    items: [
      item('Your own data', '/data'),
      item('Scripts of turns', '/scripts'),
      item('Profiles', '/profiles'),
      item('The language of profiles', '/profile-language'),
      item('Workflows', '/workflows'),
      item('Faults', '/faults'),
      item('Mounts', '/mounts'),
    ],
  },
  {
    text: 'Check deployments',
    items: [
      item('Conformance', '/conformance'),
      item('Comparisons, networks, code', '/conformance-reference'),
      item('Calibrate', '/calibrate'),
      item('The proxy', '/proxy'),
      item('Recordings', '/traffic'),
      item('Replay and compare', '/replay'),
    ],
  },
  {
    text: 'Check clients',
    items: [item('Tolerance', '/tolerance'), item('Sweep', '/sweep')],
  },
  {
    text: 'Run it for others',
    items: [
      item('A demo for visitors', '/demo'),
      item('Turns by a model', '/model'),
      item('Cloudflare Workers', '/workers'),
      item('Storage', '/storage'),
      item('Replicas', '/scale-out'),
      item('Security', '/security'),
      item('Benchmarks', '/benchmarks'),
    ],
  },
  {
    text: 'Reference',
    items: [
      item('Commands and flags', '/commands'),
      item('Control API', '/control-api'),
      item('Package exports', '/reference/exports'),
      item('Operations', '/operations'),
      item('Choices', '/choices'),
      item('Rules and checks', '/coverage'),
      item('Glossary', '/glossary'),
    ],
  },
  {
    text: 'Project',
    items: [
      item('Compatibility', '/compatibility'),
      item('Versions', '/versions'),
      item('Changes', '/project/changelog'),
      item('Contributing', '/project/contributing'),
      item('Architecture', '/architecture'),
      item('Decisions', '/decisions/'),
      item('Security policy', '/project/security'),
    ],
  },
]
