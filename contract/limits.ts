/**
 * The limits of the specification (8). Durations are in seconds, sizes in numbers of items.
 *
 * @example
 * limits.pageSize.default // 20
 */
export const limits = {
  pageSize: { min: 1, max: 100, default: 20 },
  searchLength: { min: 1, max: 200 },
  accessTokenSeconds: 7200,
  keyPrefixLength: 8,
  workflowRuns: { perMinute: 10, concurrent: 3, timeoutSeconds: 600 },
  batchInputs: { min: 1, max: 100 },
  batchParallel: { min: 1, max: 10, default: 3 },
} as const

/** Our own limits for everything that the specification does not limit. */
export const ownLimits = {
  refreshTokenSeconds: 7 * 24 * 3600,
  /** The lifetime of a chat ticket. */
  ticketSeconds: 60,
  /** The maximum number of sessions; beyond it, the least recently refreshed session is removed. */
  sessionsPerUser: 50,
  /** The largest request body, unless its operation has its own limit; larger ones get 413. */
  bodyBytes: 200 * 1024,
  /** The largest body of a retrieval, a workflow or a run. */
  largeBodyBytes: 512 * 1024,
  /** The largest body with a document: escaping can make a document several times as long. */
  documentBytes: 1024 * 1024,
  /** The largest body of the control API, except for snapshots. */
  controlBytes: 1024 * 1024,
  /** The maximum number of JSON values (texts, numbers, lists, maps) in a body of a request. */
  bodyValues: 25_000,
  /** The maximum number of items of a list or map in a body, unless its schema has a limit. */
  listItems: 1000,
  /** The maximum number of problems in one response to invalid input. */
  problems: 100,
  /** The maximum length of a JSON value that an error response repeats; longer ones become null. */
  echoedInput: 1000,
  /** The maximum bytes of a refused body that are still read, so that clients get the response. */
  droppedBytes: 64 * 1024 * 1024,
  /** The maximum number of records in a collection that a profile declares. */
  ownRecords: 10_000,
  /** The maximum number of seed records in a collection. */
  ownSeeds: 1000,
  /** The maximum number of records that one batch request creates or names. */
  ownBatch: 100,
  /** The maximum number of effects, and of refusals, that one action declares. */
  ownEffects: 20,
  /** The maximum bytes of one uploaded file. */
  ownFileBytes: 4 * 1024 * 1024,
  /** The maximum bytes of all uploaded files of a world. */
  ownFilesBytes: 32 * 1024 * 1024,
  /** The maximum bytes of a form without its file. */
  formBytes: 64 * 1024,
  /** The maximum number of parts of a form. */
  formParts: 100,
  /** The maximum number of script lines in a stream that a profile declares. */
  ownScriptLines: 1000,
  /** The maximum number of families in a profile. */
  ownFamilies: 500,
  /** The maximum number of fields of an object in a shape. */
  shapeFields: 200,
  /** The maximum number of parts of a shape, nested ones included. */
  shapeParts: 2000,
  /** The maximum number of characters in an expression of a profile. */
  expressionCharacters: 8000,
  /**
   * The maximum steps of an evaluation: one for each visited node, each list item that is made, and
   * each eight characters that are made or read.
   */
  expressionSteps: 1_000_000,
  /** The maximum length of the result of an expression, in characters of JSON. */
  expressionOutput: 8 * 1024 * 1024,
  /** The maximum bytes of a snapshot. */
  snapshotBytes: 256 * 1024 * 1024,
  keyNameLength: { min: 1, max: 100 },
  /** The allowed length of the name of an agent or a knowledge base, in characters. */
  recordName: { min: 1, max: 200 },
  chunkSize: { min: 50, max: 8000, default: 1000 },
  chunkOverlap: { min: 0, max: 2000, default: 200 },
  documentCharacters: { min: 1, max: 100_000 },
  /** The maximum number of chunks, estimated from the length; a longer document is refused. */
  documentChunks: 400,
  /** The maximum number of actual chunks: short paragraphs lead to more chunks than estimated. */
  splitChunks: 1600,
  filename: { min: 1, max: 255 },
  /** The number of conversations that one request can delete. */
  batchDeletion: { min: 1, max: 50 },
  username: { min: 1, max: 50 },
  passwordLength: { min: 8, max: 200 },
  /** The number of days that a request for usage analytics can ask for. */
  usageDays: { min: 1, max: 366, default: 30 },
  /** The maximum number of entries in the audit log; beyond it, the oldest entries are removed. */
  auditEntries: 10_000,
  workflowNodes: 500,
  workflowEdges: 2000,
  /** The maximum length of the output of a workflow node, in characters of JSON. */
  nodeOutput: 64 * 1024,
  /** The maximum JSON length of all inputs and outputs of nodes in a run, and in a batch of runs. */
  runOutputs: 192 * 1024,
  batchOutputs: 3 * 1024 * 1024,
  /** The maximum length of a blueprint in characters of JSON. */
  blueprintCharacters: 256 * 1024,
  /** The maximum length of the inputs of a run in characters of JSON. */
  runInputs: 64 * 1024,
  /**
   * The limits of one workflow run, in order: started nodes; steps and characters of expressions
   * and templates; passes of one loop; levels of nested loops; levels of nested workflows.
   */
  workflowRun: {
    runNodes: 2000,
    runSteps: 300_000,
    iterations: 1000,
    loopDepth: 10,
    subWorkflowDepth: 5,
  },
  runTimeoutSeconds: { min: 1, max: 24 * 3600 },
  /** The maximum number of chunks in a search index. */
  indexChunks: 2000,
  /** The maximum number of words in a search index. */
  indexWords: 4000,
  /** The maximum number of word positions in a search index. */
  indexPlaces: 30_000,
  /** The maximum bytes of all search indexes of a world (estimated); one index is always kept. */
  indexesBytes: 16 * 1024 * 1024,
  retrieveTop: { min: 1, max: 50, default: 5 },
  /** The range of a world's time. All dates derived from such a time have a four-digit year. */
  worldTime: { first: Date.UTC(1000, 0), last: Date.UTC(9000, 0) },
  /** The maximum number of worlds per fake; beyond it, the longest-idle world is deleted. */
  worlds: 10_000,
  /** The maximum bytes of all worlds (estimated), without fixtures that several worlds share. */
  worldsBytes: 512 * 1024 * 1024,
  /** The limits for each visitor of `serve --demo`. */
  visitor: {
    /** The maximum number of open streams. */
    streams: 16,
    /** The maximum number of running turns. */
    turns: 32,
    /** The maximum number of open streams of the journal. */
    followers: 4,
    /** The maximum number of pending requests, such as requests that a fault delays. */
    underWay: 32,
    /** The maximum bytes of a restored snapshot. */
    snapshotBytes: 2 * 1024 * 1024,
    /** The maximum bytes of the body of a control API request without a snapshot. */
    bodyBytes: 1024 * 1024,
    /** The maximum bytes of a visitor's world (estimated); beyond it, nothing can be added. */
    worldBytes: 16 * 1024 * 1024,
    /** In the rate limit, this many bytes of a request body count as one more request. */
    requestBytes: 8 * 1024,
    responseBytes: 64 * 1024,
    /** The rate limit allows a burst of as many requests as it allows during this many seconds. */
    burstSeconds: 10,
    /** The number of seconds after which an unused world is deleted. */
    silentSeconds: 60,
    /** For this number of seconds, a new world is not deleted to make space for other visitors. */
    sparedSeconds: 60,
  },
  /** The maximum time to move worlds to other replicas, and the seconds until a client retries. */
  worldMove: { maxMs: 10 * 60_000, retrySeconds: 2 },
  /** The maximum number of worlds in a `--data` folder; beyond it, no world can be added. */
  keptWorlds: 100_000,
  /** The maximum number of faults per world; each item of a fault's longest list counts as one. */
  faults: 1000,
  /** The maximum number of fault counters in a world. Beyond it, the oldest are removed. */
  faultCounts: 5000,
  /** The maximum number of operations, of callers and of request numbers in one fault. */
  faultItems: 100,
  /** The maximum length of a text in a fault. */
  faultText: 2000,
  /** The maximum length of a pattern that selects operations. */
  endpointPattern: 200,
  /** A fault that splits a stream sends at most this many small writes; later writes have 1 KB. */
  smallPieces: 2000,
  /** The maximum number of turns for which a director can choose a script in advance. */
  queuedTurns: 100,
  /** The maximum length of a text from the director, and of a text injected into a turn. */
  directed: 8000,
  /** The maximum characters that placeholders insert into a text. */
  placesOfText: 64 * 1024,
  /** The maximum characters that placeholders insert into all texts of a turn. */
  placesOfTurn: 1024 * 1024,
  /** The range of the speed of turns and the clock. Higher speeds lead to invalid dates. */
  speed: { min: 0.001, max: 1_000_000 },
  /** The maximum length of the name of a world. */
  worldName: 128,
  /** The maximum number of requests in a journal; beyond it, the oldest requests are removed. */
  journalEntries: 2000,
  /** The maximum characters of a journal; beyond it, the oldest requests are removed. */
  journalCharacters: 4 * 1024 * 1024,
  /** The maximum length of a body in a journal, in characters; longer bodies are cut. */
  journalBody: 64 * 1024,
  /** The maximum length of a search text for a journal. */
  journalSearch: 200,
  /** The maximum number of frames of a stream in a journal; further frames are only counted. */
  journalFrames: 1000,
  /** The maximum characters of an unfinished frame that a journal or a proxy stores. */
  unfinishedFrame: 1024 * 1024,
  /** The maximum number of clients that follow a journal. */
  journalReaders: 32,
  /** The maximum number of requests queued for a follower of a journal; the oldest are dropped. */
  journalQueue: 2000,
  /** The maximum length of the header `x-understudy-explain`. */
  explainHeader: 1024,
  /** The maximum number of distinct requests in the coverage; further ones are only counted. */
  coverageWays: 10_000,
  /** The maximum number of different paths without an operation that the coverage lists. */
  unknownRoutes: 500,
  /** The maximum number of open streams per fake; further streams are refused with 503. */
  streams: 20_000,
  /** The maximum number of connections per server; further connections are closed. */
  connections: 25_000,
  /** The maximum bytes of the request line and the headers; a longer request gets 431. */
  headerBytes: 16 * 1024,
  /** The maximum seconds to receive the headers (else 408). */
  headersSeconds: 20,
  /** The maximum seconds to receive the whole request. */
  requestSeconds: 300,
  /** The maximum number of pipelined requests per connection. */
  requestsAhead: 1000,
  /** The keep-alive timeout in seconds. */
  idleSeconds: 5,
  /** The maximum bytes of unread responses; beyond it, connections with the oldest are closed. */
  waitingBytes: 256 * 1024 * 1024,
  /** A client that reads nothing for this number of seconds is disconnected. */
  stalledSeconds: 120,
  /** A conformance run of the control API is stopped after this number of seconds. */
  conformanceSeconds: 300,
  /** The pause after which a stream sends a comment, so that proxies do not cut the stream. */
  keepaliveMs: 15_000,
} as const
