import { createWorker } from 'agent-understudy/workers'
import fixture from 'agent-understudy/fixtures/demo.json' with { type: 'json' }
import scenarios from 'agent-understudy/scenarios.json' with { type: 'json' }

const worker = createWorker({ fixture, scenarios })

export const { World } = worker
export default worker
