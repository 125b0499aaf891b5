/** The limits that the specification states (8); durations in seconds, sizes in items. */
export declare const limits: {
    readonly pageSize: {
        readonly min: 1;
        readonly max: 100;
        readonly default: 20;
    };
    readonly searchLength: {
        readonly min: 1;
        readonly max: 200;
    };
    readonly accessTokenSeconds: 7200;
    readonly keyPrefixLength: 8;
    readonly workflowRuns: {
        readonly perMinute: 10;
        readonly concurrent: 3;
        readonly timeoutSeconds: 600;
    };
    readonly batchInputs: {
        readonly min: 1;
        readonly max: 100;
    };
    readonly batchParallel: {
        readonly min: 1;
        readonly max: 10;
        readonly default: 3;
    };
};
/** Limits of our own, stated where the specification is silent, so that nothing grows unbounded. */
export declare const ownLimits: {
    readonly refreshTokenSeconds: number;
    /** A chat ticket stands in for a credential this long. */
    readonly ticketSeconds: 60;
    /** Of more sessions, those refreshed longest ago are forgotten. */
    readonly sessionsPerUser: 50;
    /** A larger request body is refused with 413. */
    readonly bodyBytes: number;
    /** Bytes of a larger body that are read and dropped, so that its sender sees the answer. */
    readonly droppedBytes: number;
    /** A larger snapshot is refused: it is a whole world. */
    readonly snapshotBytes: number;
    readonly keyNameLength: {
        readonly min: 1;
        readonly max: 100;
    };
    /** Names of agents and knowledge bases. */
    readonly recordName: {
        readonly min: 1;
        readonly max: 200;
    };
    readonly chunkSize: {
        readonly min: 50;
        readonly max: 8000;
        readonly default: 1000;
    };
    readonly chunkOverlap: {
        readonly min: 0;
        readonly max: 2000;
        readonly default: 200;
    };
    readonly documentCharacters: {
        readonly min: 1;
        readonly max: 1000000;
    };
    readonly filename: {
        readonly min: 1;
        readonly max: 255;
    };
    /** Conversations that are deleted in one call. */
    readonly batchDeletion: {
        readonly min: 1;
        readonly max: 50;
    };
    readonly username: {
        readonly min: 1;
        readonly max: 50;
    };
    readonly passwordLength: {
        readonly min: 8;
        readonly max: 200;
    };
    /** Days that usage analytics look back. */
    readonly usageDays: {
        readonly min: 1;
        readonly max: 366;
        readonly default: 30;
    };
    /** The oldest entries of the audit log go when it is longer. */
    readonly auditEntries: 10000;
    readonly workflowNodes: 500;
    readonly workflowEdges: 2000;
    /** The output of a node of a workflow, in characters of JSON. */
    readonly nodeOutput: number;
    readonly runTimeoutSeconds: {
        readonly min: 1;
        readonly max: number;
    };
    readonly retrieveTop: {
        readonly min: 1;
        readonly max: 50;
        readonly default: 5;
    };
    /** Between these a world's time stays: all that is reckoned from it has a year of four digits. */
    readonly worldTime: {
        readonly first: number;
        readonly last: number;
    };
    /** Worlds of one fake at a time; beyond it the one that was idle longest goes. */
    readonly worlds: 10000;
    /** About how much memory all worlds may take beside the fixtures that they share. */
    readonly worldsBytes: number;
    /** What one visitor of `serve --demo` may take, who shares the server with others. */
    readonly visitor: {
        /** Streams that are open at a time, turns that run, also unread, and readers of the journal. */
        readonly streams: 16;
        readonly turns: 32;
        readonly followers: 4;
        /** Calls that wait for their answer, such as for a fault. */
        readonly underWay: 32;
        /** Bytes of what is sent to steer a world, such as a snapshot of it. */
        readonly bodyBytes: number;
        /** About how many bytes the world may take; beyond it nothing is added. */
        readonly worldBytes: number;
        /** Seconds for which calls may be saved up: so many at once, after a rest. */
        readonly burstSeconds: 10;
        /** Seconds until the world of one ends who opened the page and did nothing. */
        readonly silentSeconds: 60;
        /** Seconds for which a world does not give way to that of a newcomer. */
        readonly sparedSeconds: 60;
    };
    /** Worlds that one folder keeps; beyond it none is added. */
    readonly keptWorlds: 100000;
    /** Faults of one world at a time. */
    readonly faults: 1000;
    /** Characters of a world's name. */
    readonly worldName: 128;
    /** Calls that the journal of a world has; of more, the oldest go. */
    readonly journalEntries: 2000;
    /** Characters of all that a journal holds; beyond it the oldest calls go. */
    readonly journalCharacters: number;
    /** Characters of a body that a journal holds; of a longer one, only its beginning. */
    readonly journalBody: number;
    /** Frames of one stream that are listed in a journal; the rest is counted. */
    readonly journalFrames: 1000;
    /** Calls that wait for a slow reader of a journal; beyond it the oldest are lost to them. */
    readonly journalQueue: 1000;
    /** Characters of the header `x-understudy-explain`. */
    readonly explainHeader: 1024;
    /** Ways in which calls can go that coverage tells apart; further ones are only counted. */
    readonly coverageWays: 10000;
    /** Streams of one fake that are open at a time; beyond it further ones are refused with 503. */
    readonly streams: 20000;
    /** Connections of one server at a time; further ones are closed as they come. */
    readonly connections: 25000;
    /** Bytes of the first line and the headers of a request; more get 431. */
    readonly headerBytes: number;
    /** Seconds until these are there, and until the whole request is; a later one gets 408. */
    readonly headersSeconds: 20;
    readonly requestSeconds: 300;
    /** Requests that a connection may send ahead of the one that is answered. */
    readonly requestsAhead: 1000;
    /** Seconds for which a connection waits for its next request. */
    readonly idleSeconds: 5;
    /** Seconds for which a client may take nothing of what waits for it. */
    readonly stalledSeconds: 120;
    /** Seconds after which a run of the judge that the control API began is stopped. */
    readonly conformanceSeconds: 300;
    /** Silence on a stream after which a comment keeps proxies from cutting it. */
    readonly keepaliveMs: 15000;
};
