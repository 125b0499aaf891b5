export { listen, type Listening, type ListenOptions } from '../mocks/adapters/node.ts'
