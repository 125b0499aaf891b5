import type { Request } from './messages.ts'
import { createReader } from './reader.ts'

// Reads recordings in a worker, so that the page stays responsive.
const handle = createReader((response) => postMessage(response))
addEventListener('message', ({ data }: MessageEvent<Request>) => handle(data))
