import { writeFileSync } from 'node:fs'
import { peerFile } from './peer-packages.ts'
import { type BenchServer, httpRequest, type BenchSamples } from './server.ts'

const answerWords = 20

/** The mock server aimock, which imitates the APIs of language models. */
export function aimock({ folder, events }: BenchSamples): BenchServer {
  const every = Math.max(...events.map(({ at }, index) => at - (events[index - 1]?.at ?? 0)))
  const file = `${folder}/aimock.json`
  const response = { content: 'word '.repeat(answerWords) }
  const fixtures = [{ match: { userMessage: 'answer' }, response, latency: every }]
  writeFileSync(file, JSON.stringify({ fixtures }))
  const program = peerFile('@copilotkit/aimock/dist/cli.js')
  const options = [`--fixtures=${file}`, '--log-level=silent', '--chunk-size=5']
  const command = (port: number) => ({
    args: [program, `--port=${port}`, '--host=127.0.0.1', ...options],
    readyPath: '/v1/models',
  })
  return {
    name: 'aimock',
    start: command,
    list: {
      note: 'has no lists; it responds with a chat completion of 20 words.',
      command,
      requests: async () => [completionRequest(false)],
    },
    streams: {
      note: 'streams a chat completion, one word per chunk.',
      command,
      requests: async (_, count) => Array.from({ length: count }, () => completionRequest(true)),
      // aimock delays each chunk, also the first one, which has only the role. The end follows at
      // once.
      dueTimes: Array.from(
        { length: answerWords + 3 },
        (_, index) => Math.min(index + 1, answerWords + 2) * every,
      ),
    },
    maxStreams: 400,
  }
}

function completionRequest(stream: boolean): string {
  const messages = [{ role: 'user', content: 'answer' }]
  const headers = { authorization: 'Bearer key' }
  return httpRequest('POST', '/v1/chat/completions', headers, { model: 'gpt-4o', stream, messages })
}
