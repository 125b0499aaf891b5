import type { CommandGroup, CommandTable } from './command-line.ts'

const scenarios: CommandGroup = {
  about: 'checks, plays and lists scripts',
  intro: `Checks, plays and lists scripts. A script describes the responses and tool calls of an agent in one turn.
The format of scripts: docs/scripts.md`,
  commands: {
    check: {
      about: 'prints every problem with its line, its rule, and a fix',
      words: '[DIR|FILE]',
      load: async () => (await import('./scenarios/check.ts')).checkScenarios,
      flags: async () => (await import('./scenarios/check.ts')).checkFlags,
    },
    play: {
      about: 'plays a script in the terminal, as a client would receive it',
      words: 'FILE',
      load: async () => (await import('./scenarios/play.ts')).playScenario,
      flags: async () => (await import('./scenarios/play.ts')).playFlags,
    },
    list: {
      about: 'lists scripts; with --query, shows which one a call would choose',
      words: '[DIR]',
      load: async () => (await import('./scenarios/list.ts')).listScenarios,
      flags: async () => (await import('./scenarios/list.ts')).listFlags,
    },
    schema: {
      about: 'prints the JSON Schema of script files, for editors',
      load: async () => (await import('./print-schema.ts')).printScenarioSchema,
      flags: async () => (await import('./print-schema.ts')).schemaFlags,
    },
  },
}

const worlds: CommandGroup = {
  about: 'manages the worlds of several replicas',
  intro:
    'Manages the worlds of several replicas behind a load balancer. The procedure: docs/scale-out.md',
  commands: {
    list: {
      about: 'lists the worlds of each replica',
      load: async () => (await import('./worlds/list.ts')).listWorlds,
      flags: async () => (await import('./worlds/replicas.ts')).replicaFlags,
    },
    hold: {
      about: 'lets no replica create a world while the load balancer changes',
      load: async () => (await import('./worlds/hold.ts')).holdWorlds,
      flags: async () => (await import('./worlds/hold.ts')).holdFlags,
    },
    move: {
      about: 'moves each world to the replica that the load balancer chooses for it',
      load: async () => (await import('./worlds/move.ts')).moveToOwners,
      flags: async () => (await import('./worlds/move.ts')).moveFlags,
    },
  },
}

const profiles: CommandGroup = {
  about: 'checks profiles of your own, and writes one from an OpenAPI document',
  intro: `Checks and writes profiles. A profile describes one deployment: its picks, its answers, and its own operations.
The format of profiles: docs/profiles.md`,
  commands: {
    check: {
      about: 'calls each operation of a profile, and prints every problem with its line and a fix',
      words: 'PATH',
      load: async () => (await import('./profiles/check.ts')).checkProfile,
      flags: async () => (await import('./profiles/check.ts')).checkFlags,
    },
    'from-openapi': {
      about: 'writes a profile with the operations of an OpenAPI document',
      words: 'FILE',
      load: async () => (await import('./profiles/from-openapi.ts')).profileFromOpenApi,
      flags: async () => (await import('./profiles/from-openapi.ts')).openApiFlags,
    },
    schema: {
      about: 'prints the JSON Schema of profile files, for editors',
      load: async () => (await import('./print-schema.ts')).printProfileSchema,
      flags: async () => (await import('./print-schema.ts')).schemaFlags,
    },
  },
}

/** Every command, in the order of the help. */
export const commands: CommandTable = {
  serve: {
    about: 'runs the fake platform as an HTTP server',
    load: async () => (await import('./serve.ts')).serve,
    flags: async () => (await import('./serve/flags.ts')).serveFlags,
  },
  conform: {
    about: 'checks a deployment against the specification',
    words: '[gc]',
    load: async () => (await import('./conform.ts')).conform,
    flags: async () => ({
      ...(await import('./conform/traffic.ts')).trafficRunFlags,
      ...(await import('./conform/flags.ts')).conformFlags,
    }),
  },
  calibrate: {
    about: 'observes a deployment, and writes a profile for serve',
    load: async () => (await import('./calibrate.ts')).writeCalibration,
    flags: async () => ({
      ...(await import('./calibrate.ts')).calibrateFlags,
      ...(await import('./calibrate/traffic.ts')).trafficReadingFlags,
    }),
  },
  compare: {
    about: 'compares two deployments, stored reports of them, or recordings',
    words: 'URL|FILE URL|FILE',
    load: async () => (await import('./compare.ts')).compare,
    flags: async () => (await import('./compare.ts')).compareFlags(),
  },
  proxy: {
    about: 'stands in front of a deployment, and records its traffic or breaks it',
    load: async () => (await import('./proxy.ts')).proxy,
    flags: async () => (await import('./proxy/flags.ts')).proxyFlags,
  },
  import: {
    about: 'makes data, scripts and a profile of recordings, for serve --from',
    words: 'FILE …',
    load: async () => (await import('./import.ts')).importFiles,
    flags: async () => (await import('./import.ts')).importFlags,
  },
  replay: {
    about: 'sends a recording to a deployment, and compares the responses',
    words: 'FILE',
    load: async () => (await import('./replay.ts')).replay,
    flags: async () => (await import('./replay.ts')).replayFlags,
  },
  tolerance: {
    about: 'runs the tests of a client under every behaviour that the specification allows',
    words: '-- COMMAND',
    load: async () => (await import('./tolerance.ts')).tolerance,
    flags: async () => (await import('./tolerance/flags.ts')).toleranceFlags,
  },
  scenarios,
  worlds,
  profiles,
  choices: {
    about: 'lists every point at which deployments may differ',
    load: async () => (await import('./choices.ts')).printChoices,
    flags: async () => (await import('./choices.ts')).choicesFlags,
  },
  openapi: {
    about: 'prints the contract as OpenAPI 3.1',
    load: async () => (await import('./openapi.ts')).printOpenApi,
    flags: async () => (await import('./openapi.ts')).openApiFlags,
  },
  mcp: {
    about: 'gives a coding assistant tools to control a fake, as an MCP server',
    words: '[-- COMMAND]',
    load: async () => (await import('./mcp.ts')).mcp,
    flags: async () => (await import('./mcp.ts')).mcpFlags,
  },
  init: {
    about: 'copies the service worker of MSW into a folder of your application',
    words: 'PUBLIC_DIR',
    load: async () => (await import('./init.ts')).init,
    flags: async () => ({}),
  },
  doctor: {
    about: 'examines this machine and project, and says what to do',
    load: async () => (await import('./doctor.ts')).doctor,
    flags: async () => (await import('./doctor.ts')).doctorFlags,
  },
  completion: {
    about: 'prints a script with which a shell completes commands and flags',
    words: 'bash|zsh|fish',
    load: async () => (await import('./completion.ts')).createCompletion(commands),
    flags: async () => ({}),
  },
}
