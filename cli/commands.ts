import type { CommandGroup, CommandTable } from './define-command.ts'

const scenarios: CommandGroup = {
  about: 'checks, plays and lists scripts',
  page: 'scripts',
  intro: `Checks, plays and lists scripts. A script describes the responses and tool calls of an agent in one turn.
The format of scripts: docs/scripts.md`,
  commands: {
    check: {
      about: 'prints every problem with its line, its rule, and a fix',
      words: '[DIR|FILE]',
      load: async () => (await import('./scenarios/check.ts')).checkScenarios,
    },
    play: {
      about: 'plays a script in the terminal, as a client would receive it',
      words: 'FILE',
      load: async () => (await import('./scenarios/play.ts')).playScenario,
    },
    list: {
      about: 'lists scripts; with --query, shows which one a call would choose',
      words: '[DIR]',
      load: async () => (await import('./scenarios/list.ts')).listScenarios,
    },
    schema: {
      about: 'prints the JSON Schema of script files, for editors',
      load: async () => (await import('./print-schema.ts')).printScenarioSchema,
    },
  },
}

const worlds: CommandGroup = {
  about: 'manages the worlds of several replicas',
  page: 'scale-out',
  intro:
    'Manages the worlds of several replicas behind a load balancer. The procedure: docs/scale-out.md',
  commands: {
    list: {
      about: 'lists the worlds of each replica',
      load: async () => (await import('./worlds/list.ts')).listWorlds,
    },
    hold: {
      about: 'lets no replica create a world while the load balancer changes',
      load: async () => (await import('./worlds/hold.ts')).holdWorlds,
    },
    move: {
      about: 'moves each world to the replica that the load balancer chooses for it',
      load: async () => (await import('./worlds/move.ts')).moveToOwners,
    },
  },
}

const profiles: CommandGroup = {
  about: 'checks profiles of your own, and writes one from an OpenAPI document',
  page: 'profile-language',
  intro: `Checks and writes profiles. A profile describes one deployment: its picks, its answers, and its own operations.
The format of profiles: docs/profile-language.md`,
  commands: {
    check: {
      about: 'calls each operation of a profile, and prints every problem with its line and a fix',
      words: 'PATH',
      load: async () => (await import('./profiles/check.ts')).checkProfile,
    },
    'from-openapi': {
      about: 'writes a profile with the operations of an OpenAPI document',
      words: 'FILE',
      load: async () => (await import('./profiles/from-openapi.ts')).profileFromOpenApi,
    },
    schema: {
      about: 'prints the JSON Schema of profile files, for editors',
      load: async () => (await import('./print-schema.ts')).printProfileSchema,
    },
  },
}

/** Every command, in the order of the help. */
export const commands: CommandTable = {
  serve: {
    about: 'runs the fake platform as an HTTP server',
    page: 'commands',
    pages: { '--demo': 'demo' },
    load: async () => (await import('./serve.ts')).serve,
  },
  conform: {
    about: 'checks a deployment against the specification',
    words: '[gc]',
    page: 'conformance',
    load: async () => (await import('./conform.ts')).conform,
  },
  calibrate: {
    about: 'observes a deployment, and writes a profile for serve',
    page: 'calibrate',
    load: async () => (await import('./calibrate.ts')).writeCalibration,
  },
  compare: {
    about: 'compares two deployments, stored reports of them, recordings, or profiles',
    words: 'URL|FILE URL|FILE',
    page: 'conformance-reference',
    load: async () => (await import('./compare.ts')).compare,
  },
  console: {
    about: 'writes the console with a fake inside it, as files for any web server',
    page: 'msw',
    load: async () => (await import('./console.ts')).writeConsole,
  },
  proxy: {
    about: 'stands in front of a deployment, and records its traffic or breaks it',
    page: 'proxy',
    load: async () => (await import('./proxy.ts')).proxy,
  },
  import: {
    about: 'makes data, scripts and a profile of recordings, for serve --from',
    words: 'FILE …',
    page: 'traffic',
    load: async () => (await import('./import.ts')).importFiles,
  },
  replay: {
    about: 'sends a recording to a deployment, and compares the responses',
    words: 'FILE',
    page: 'replay',
    load: async () => (await import('./replay.ts')).replay,
  },
  tolerance: {
    about: 'runs the tests of a client under every behaviour that the specification allows',
    words: '-- COMMAND',
    page: 'tolerance',
    load: async () => (await import('./tolerance.ts')).tolerance,
  },
  scenarios,
  worlds,
  profiles,
  choices: {
    about: 'lists every point at which deployments may differ',
    page: 'choices',
    load: async () => (await import('./choices.ts')).printChoices,
  },
  openapi: {
    about: 'prints the contract as OpenAPI 3.1',
    page: 'api',
    load: async () => (await import('./openapi.ts')).printOpenApi,
  },
  mcp: {
    about: 'gives a coding assistant tools to control a fake, as an MCP server',
    words: '[-- COMMAND]',
    page: 'mcp',
    load: async () => (await import('./mcp.ts')).mcp,
  },
  init: {
    about: 'copies the service worker of MSW into your application, or writes a demo of a company',
    words: 'PUBLIC_DIR',
    page: 'start/frontend',
    pages: { demo: 'start/demo' },
    load: async () => (await import('./init.ts')).init,
  },
  doctor: {
    about: 'examines this machine and project, and says what to do',
    page: 'command-line',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  completion: {
    about: 'prints a script with which a shell completes commands and flags',
    words: 'bash|zsh|fish',
    page: 'command-line',
    load: async () => (await import('./completion.ts')).createCompletion(commands),
  },
}
