/** The limits that the specification states (8); durations in seconds, sizes in items. */
export const limits = {
  pageSize: { min: 1, max: 100, default: 20 },
  searchLength: { min: 1, max: 200 },
  accessTokenSeconds: 7200,
  keyPrefixLength: 8,
  workflowRuns: { perMinute: 10, concurrent: 3, timeoutSeconds: 600 },
  batchInputs: { min: 1, max: 100 },
  batchParallel: { min: 1, max: 10, default: 3 },
} as const

/** Limits of our own, stated where the specification is silent, so that nothing grows unbounded. */
export const ownLimits = {
  refreshTokenSeconds: 7 * 24 * 3600,
  /** A chat ticket stands in for a credential this long. */
  ticketSeconds: 60,
  /** Of more sessions, those refreshed longest ago are forgotten. */
  sessionsPerUser: 50,
  /** A larger request body is refused with 413, unless the row of its operation says otherwise. */
  bodyBytes: 200 * 1024,
  /** The body of a search in documents, and of a workflow or its runs. */
  largeBodyBytes: 512 * 1024,
  /** The body with a document, whose characters may all be escaped. */
  documentBytes: 1024 * 1024,
  /** The body of a call to the control API, but for a snapshot. */
  controlBytes: 1024 * 1024,
  /** JSON values in any body but a snapshot: texts, numbers, lists, maps. */
  bodyValues: 25_000,
  /** Items of a list or a map in a body, where its schema says no other number. */
  listItems: 1000,
  /** Problems that one answer to invalid input lists. */
  problems: 100,
  /** Characters of JSON of a value that such an answer repeats; a larger one is null there. */
  echoedInput: 1000,
  /** Bytes of a larger body that are read and dropped, so that its sender sees the answer. */
  droppedBytes: 64 * 1024 * 1024,
  /** A larger snapshot is refused: it is a whole world. */
  snapshotBytes: 256 * 1024 * 1024,
  keyNameLength: { min: 1, max: 100 },
  /** Names of agents and knowledge bases. */
  recordName: { min: 1, max: 200 },
  chunkSize: { min: 50, max: 8000, default: 1000 },
  chunkOverlap: { min: 0, max: 2000, default: 200 },
  documentCharacters: { min: 1, max: 100_000 },
  /** Chunks that a document is split into; one that would have more is refused. */
  documentChunks: 400,
  filename: { min: 1, max: 255 },
  /** Conversations that are deleted in one call. */
  batchDeletion: { min: 1, max: 50 },
  username: { min: 1, max: 50 },
  passwordLength: { min: 8, max: 200 },
  /** Days that usage analytics look back. */
  usageDays: { min: 1, max: 366, default: 30 },
  /** The oldest entries of the audit log go when it is longer. */
  auditEntries: 10_000,
  workflowNodes: 500,
  workflowEdges: 2000,
  /** The output of a node of a workflow, in characters of JSON. */
  nodeOutput: 64 * 1024,
  /** What all nodes of a run read and put out, in characters of JSON; a batch shares twice that. */
  runOutputs: 192 * 1024,
  /** The blueprint of a workflow, and the inputs of a run, in characters of JSON. */
  blueprintCharacters: 256 * 1024,
  runInputs: 64 * 1024,
  runTimeoutSeconds: { min: 1, max: 24 * 3600 },
  /** Chunks and words that the search of one knowledge base knows, and places of these words. */
  indexChunks: 2000,
  indexWords: 4000,
  indexPlaces: 30_000,
  /** About how many bytes the indexes of a world take together; at least one is always there. */
  indexesBytes: 16 * 1024 * 1024,
  retrieveTop: { min: 1, max: 50, default: 5 },
  /** Between these a world's time stays: all that is reckoned from it has a year of four digits. */
  worldTime: { first: Date.UTC(1000, 0), last: Date.UTC(9000, 0) },
  /** Worlds of one fake at a time; beyond it the one that was idle longest goes. */
  worlds: 10_000,
  /** About how much memory all worlds may take beside the fixtures that they share. */
  worldsBytes: 512 * 1024 * 1024,
  /** What one visitor of `serve --demo` may take, who shares the server with others. */
  visitor: {
    /** Streams that are open at a time, turns that run, also unread, and readers of the journal. */
    streams: 16,
    turns: 32,
    followers: 4,
    /** Calls that wait for their answer, such as for a fault. */
    underWay: 32,
    /** Bytes of a snapshot that is put back, and of anything else that is sent to steer a world. */
    snapshotBytes: 2 * 1024 * 1024,
    bodyBytes: 1024 * 1024,
    /** About how many bytes the world may take; beyond it nothing is added. */
    worldBytes: 16 * 1024 * 1024,
    /** Seconds for which calls may be saved up: so many at once, after a rest. */
    burstSeconds: 10,
    /** Seconds until the world of one ends who opened the page and did nothing. */
    silentSeconds: 60,
    /** Seconds for which a world does not give way to that of a newcomer. */
    sparedSeconds: 60,
  },
  /** Worlds that one folder keeps; beyond it none is added. */
  keptWorlds: 100_000,
  /** Faults of one world at a time; each operation, caller and number that one lists counts as well. */
  faults: 1000,
  /** Operations, callers or numbers that one fault lists. */
  faultItems: 100,
  /** Characters of a text of a fault, and of a pattern for operations, here and in filters. */
  faultText: 2000,
  endpointPattern: 200,
  /** Pieces that a fault cuts a stream into as small as it says; those behind are of a kilobyte. */
  smallPieces: 2000,
  /** Characters that a director has an agent say, or that are injected into a turn. */
  directed: 8000,
  /** Characters that the places of one text of a script put into it, and those of a turn together. */
  placesOfText: 64 * 1024,
  placesOfTurn: 1024 * 1024,
  /** How fast turns are told, and the clock of a world goes; beyond it no date can be reckoned. */
  speed: { min: 0.001, max: 1_000_000 },
  /** Characters of a world's name. */
  worldName: 128,
  /** Calls that the journal of a world has; of more, the oldest go. */
  journalEntries: 2000,
  /** Characters of all that a journal holds; beyond it the oldest calls go. */
  journalCharacters: 4 * 1024 * 1024,
  /** Characters of a body that a journal holds; of a longer one, only its beginning. */
  journalBody: 64 * 1024,
  /** Frames of one stream that are listed in a journal; the rest is counted. */
  journalFrames: 1000,
  /** Readers who follow one journal at a time. */
  journalReaders: 32,
  /** Calls that wait for a slow reader of a journal; beyond it the oldest are lost to them. */
  journalQueue: 1000,
  /** Characters of the header `x-understudy-explain`. */
  explainHeader: 1024,
  /** Ways in which calls can go that coverage tells apart; further ones are only counted. */
  coverageWays: 10_000,
  /** Streams of one fake that are open at a time; beyond it further ones are refused with 503. */
  streams: 20_000,
  /** Connections of one server at a time; further ones are closed as they come. */
  connections: 25_000,
  /** Bytes of the first line and the headers of a request; more get 431. */
  headerBytes: 16 * 1024,
  /** Seconds until these are there, and until the whole request is; a later one gets 408. */
  headersSeconds: 20,
  requestSeconds: 300,
  /** Requests that a connection may send ahead of the one that is answered. */
  requestsAhead: 1000,
  /** Seconds for which a connection waits for its next request. */
  idleSeconds: 5,
  /** Bytes of answers that wait for clients who don't take them; of more, those that wait longest go. */
  waitingBytes: 256 * 1024 * 1024,
  /** Seconds for which a client may take nothing of what waits for it. */
  stalledSeconds: 120,
  /** Seconds after which a run of the judge that the control API began is stopped. */
  conformanceSeconds: 300,
  /** Silence on a stream after which a comment keeps proxies from cutting it. */
  keepaliveMs: 15_000,
} as const
