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

/** Our own limits where the specification has none, so that nothing grows without bound. */
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
  /** The largest body with a document; escaping can multiply its size. */
  documentBytes: 1024 * 1024,
  /** The largest body of the control API, except for snapshots. */
  controlBytes: 1024 * 1024,
  /** JSON values (texts, numbers, lists, maps) in any body except a snapshot. */
  bodyValues: 25_000,
  /** Items of a list or map in a body, unless the schema has its own limit. */
  listItems: 1000,
  /** The maximum number of problems in one response to invalid input. */
  problems: 100,
  /** Characters of JSON of a value that an error response repeats; a longer value becomes null. */
  echoedInput: 1000,
  /** Bytes of a too large body that are read and dropped, so that the client reads the response. */
  droppedBytes: 64 * 1024 * 1024,
  /** Records of a collection that a profile declares. */
  ownRecords: 10_000,
  /** Records in a collection's seeds, and records created in one batch. */
  ownSeeds: 1000,
  ownBatch: 100,
  ownEffects: 20,
  /** Bytes of one uploaded file, and of all uploaded files of a world. */
  ownFileBytes: 4 * 1024 * 1024,
  ownFilesBytes: 32 * 1024 * 1024,
  /** Bytes of a form without its file, and the number of parts of a form. */
  formBytes: 64 * 1024,
  formParts: 100,
  /** Lines of the script of a stream that a profile declares. */
  ownScriptLines: 1000,
  /** Families of operations in a profile. */
  ownFamilies: 500,
  /** Fields of one object, and the total number of parts, in one shape of a profile. */
  shapeFields: 200,
  shapeParts: 2000,
  /** Characters of an expression of a profile. */
  expressionCharacters: 8000,
  /** Steps of one evaluation: the nodes that it visits, and the characters and items it creates. */
  expressionSteps: 1_000_000,
  /** Length of the result of an expression as JSON. */
  expressionOutput: 2 * 1024 * 1024,
  /** Bytes of the largest snapshot. */
  snapshotBytes: 256 * 1024 * 1024,
  keyNameLength: { min: 1, max: 100 },
  /** Names of agents and knowledge bases. */
  recordName: { min: 1, max: 200 },
  chunkSize: { min: 50, max: 8000, default: 1000 },
  chunkOverlap: { min: 0, max: 2000, default: 200 },
  documentCharacters: { min: 1, max: 100_000 },
  /** Chunks per document; a document with more is refused. */
  documentChunks: 400,
  filename: { min: 1, max: 255 },
  /** Conversations deleted by one request. */
  batchDeletion: { min: 1, max: 50 },
  username: { min: 1, max: 50 },
  passwordLength: { min: 8, max: 200 },
  /** Days of usage analytics. */
  usageDays: { min: 1, max: 366, default: 30 },
  /** Entries of the audit log; beyond it, the oldest are removed. */
  auditEntries: 10_000,
  workflowNodes: 500,
  workflowEdges: 2000,
  /** The output of a workflow node, in characters of JSON. */
  nodeOutput: 64 * 1024,
  /** Inputs and outputs of all nodes of a run, in characters of JSON; twice as much per batch. */
  runOutputs: 192 * 1024,
  /** The blueprint of a workflow and the inputs of a run, in characters of JSON. */
  blueprintCharacters: 256 * 1024,
  runInputs: 64 * 1024,
  /**
   * Limits of one workflow run: started nodes; steps and characters of expressions and templates;
   * passes of one loop; and levels of nested loops and workflows.
   */
  workflowRun: {
    runNodes: 2000,
    runSteps: 300_000,
    iterations: 1000,
    loopDepth: 10,
    subWorkflowDepth: 5,
  },
  runTimeoutSeconds: { min: 1, max: 24 * 3600 },
  /** Chunks, words and word positions in the search index of one knowledge base. */
  indexChunks: 2000,
  indexWords: 4000,
  indexPlaces: 30_000,
  /** Approximate bytes of all search indexes of a world; at least one index is kept. */
  indexesBytes: 16 * 1024 * 1024,
  retrieveTop: { min: 1, max: 50, default: 5 },
  /** The range of a world's time: all dates derived from it have a year with four digits. */
  worldTime: { first: Date.UTC(1000, 0), last: Date.UTC(9000, 0) },
  /** Worlds per fake; beyond the limit, the world that has been idle longest is deleted. */
  worlds: 10_000,
  /** Approximate memory of all worlds, without the fixtures that they share. */
  worldsBytes: 512 * 1024 * 1024,
  /** The limits for each visitor of `serve --demo`. */
  visitor: {
    /** Open streams, running turns (also without a reader), and followers of the journal. */
    streams: 16,
    turns: 32,
    followers: 4,
    /** Pending requests, such as those delayed by a fault. */
    underWay: 32,
    /** The largest snapshot to restore, and the largest body of other control calls. */
    snapshotBytes: 2 * 1024 * 1024,
    bodyBytes: 1024 * 1024,
    /** Approximate bytes of a visitor's world; beyond this, nothing can be added. */
    worldBytes: 16 * 1024 * 1024,
    /** Bytes of a request or response body that count as one more request in the rate limit. */
    requestBytes: 8 * 1024,
    responseBytes: 64 * 1024,
    /** The burst that the rate limit allows: as many requests as in this number of seconds. */
    burstSeconds: 10,
    /** Seconds until an unused world is deleted. */
    silentSeconds: 60,
    /** Seconds for which a new world cannot be deleted to make space for another visitor. */
    sparedSeconds: 60,
  },
  /** The longest move of worlds between replicas, and the seconds after which a client tries again. */
  worldMove: { maxMs: 10 * 60_000, retrySeconds: 2 },
  /** Worlds in one `--data` folder; beyond this, no world can be added. */
  keptWorlds: 100_000,
  /** Faults per world. Each operation, caller and number in a fault counts as one more fault. */
  faults: 1000,
  /** Counters of faults in a world; beyond it, counters of the oldest sessions are removed. */
  faultCounts: 5000,
  /** Operations, callers or numbers in one fault. */
  faultItems: 100,
  /** Characters of a text in a fault, and of an operation pattern in faults and filters. */
  faultText: 2000,
  endpointPattern: 200,
  /** Pieces of the requested size when a fault splits a stream; later pieces have one kilobyte. */
  smallPieces: 2000,
  /** The turns that a director can choose in advance. */
  queuedTurns: 100,
  /** Characters of a text from the director, or injected into a turn. */
  directed: 8000,
  /** The most characters that placeholders may insert into one text of a script, and into a turn. */
  placesOfText: 64 * 1024,
  placesOfTurn: 1024 * 1024,
  /** The speed of turns and of the clock; beyond it, dates leave the range of `Date`. */
  speed: { min: 0.001, max: 1_000_000 },
  /** Characters of the name of a world. */
  worldName: 128,
  /** Requests in the journal of a world; beyond it, the oldest are removed. */
  journalEntries: 2000,
  /** Characters of a journal; beyond it, the oldest requests are removed. */
  journalCharacters: 4 * 1024 * 1024,
  /** Characters of a body in a journal; longer bodies are cut. */
  journalBody: 64 * 1024,
  /** Characters of a search in a journal. */
  journalSearch: 200,
  /** Frames of a stream listed in a journal; further ones are only counted. */
  journalFrames: 1000,
  /** Characters of an unfinished frame that the journal and the faults of a proxy store. */
  unfinishedFrame: 1024 * 1024,
  /** Followers of a journal. */
  journalReaders: 32,
  /** Requests queued for a slow follower of a journal; beyond it, the oldest are dropped. */
  journalQueue: 2000,
  /** Characters of the header `x-understudy-explain`. */
  explainHeader: 1024,
  /** Distinct kinds of requests in the coverage; further ones are only counted. */
  coverageWays: 10_000,
  /** Distinct paths without an operation in the coverage; further ones are not listed. */
  unknownRoutes: 500,
  /** Open streams per fake; further ones get 503. */
  streams: 20_000,
  /** Connections per server; further ones are closed. */
  connections: 25_000,
  /** Bytes of the request line and headers; more get 431. */
  headerBytes: 16 * 1024,
  /** Seconds to receive the headers, and the whole request; slower ones get 408. */
  headersSeconds: 20,
  requestSeconds: 300,
  /** Pipelined requests per connection. */
  requestsAhead: 1000,
  /** The keep-alive timeout in seconds. */
  idleSeconds: 5,
  /** Bytes of responses that clients do not read; beyond it, the oldest connections are closed. */
  waitingBytes: 256 * 1024 * 1024,
  /** Seconds after which a client that reads nothing is disconnected. */
  stalledSeconds: 120,
  /** Seconds after which a conformance run of the control API is stopped. */
  conformanceSeconds: 300,
  /** The pause after which a stream sends a comment, so that proxies do not cut it. */
  keepaliveMs: 15_000,
} as const
