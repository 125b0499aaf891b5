import { parentPort } from 'node:worker_threads'
import { demoFixture } from '../../bench/in-process.ts'
import { listen } from '../../../mocks/adapters/node.ts'
import { createFake } from '../../../mocks/fake.ts'

const { url } = await listen(createFake({ fixture: demoFixture }), { port: 0 })
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
parentPort?.postMessage(url)
