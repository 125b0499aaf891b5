import { writeFileSync } from 'node:fs'
import { type Material, type Contestant, wire } from './contestant.ts'
import { peerFile } from './peers.ts'

/** Mockoon, which keeps records in a data bucket. */
export function mockoon({ folder, records }: Material): Contestant {
  writeFileSync(`${folder}/mockoon.json`, JSON.stringify(environment(records)))
  writeFileSync(`${folder}/few-mockoon.json`, JSON.stringify(environment(records.slice(0, 20))))
  const serve = (file: string) => (port: number) => ({
    args: [
      peerFile('@mockoon/cli/bin/run.js'),
      'start',
      '--data',
      `${folder}/${file}.json`,
      '--port',
      `${port}`,
      '--hostname',
      '127.0.0.1',
      '--disable-log-to-file',
      '--disable-admin-api',
    ],
    health: '/conversations?page=1&limit=1',
  })
  return {
    name: 'mockoon',
    start: { launch: serve('few-mockoon'), requests: async () => [] },
    list: {
      nearest: 'a page of 20 out of a data bucket of 10,000, without credential or order.',
      launch: serve('mockoon'),
      requests: async () => [wire('GET', '/conversations?page=1&limit=20')],
    },
  }
}

const environment = (records: readonly object[]) => ({
  uuid: '00000000-0000-4000-8000-000000000001',
  lastMigration: 33,
  name: 'bench',
  endpointPrefix: '',
  latency: 0,
  port: 3000,
  hostname: '127.0.0.1',
  folders: [],
  routes: [
    {
      uuid: '00000000-0000-4000-8000-000000000002',
      type: 'crud',
      documentation: '',
      method: '',
      endpoint: 'conversations',
      responses: [
        {
          uuid: '00000000-0000-4000-8000-000000000003',
          body: '{}',
          latency: 0,
          statusCode: 200,
          label: '',
          headers: [],
          bodyType: 'DATABUCKET',
          filePath: '',
          databucketID: 'rows',
          sendFileAsBody: false,
          rules: [],
          rulesOperator: 'OR',
          disableTemplating: true,
          fallbackTo404: false,
          default: true,
          crudKey: 'id',
          callbacks: [],
        },
      ],
      responseMode: null,
      streamingMode: null,
      streamingInterval: 0,
    },
  ],
  rootChildren: [{ type: 'route', uuid: '00000000-0000-4000-8000-000000000002' }],
  proxyMode: false,
  proxyHost: '',
  proxyRemovePrefix: false,
  tlsOptions: { enabled: false },
  cors: true,
  headers: [],
  proxyReqHeaders: [],
  proxyResHeaders: [],
  data: [
    {
      uuid: '00000000-0000-4000-8000-000000000004',
      id: 'rows',
      name: 'conversations',
      documentation: '',
      value: JSON.stringify(records),
    },
  ],
  callbacks: [],
})
