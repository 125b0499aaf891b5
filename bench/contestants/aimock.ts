import { writeFileSync } from 'node:fs'
import { type Contestant, type Material, type ScoreName, type Setup, wire } from './contestant.ts'
import { peerFile } from './peers.ts'

const words: Readonly<Record<ScoreName, number>> = { quick: 20, slow: 20, unpaced: 10_000 }
const gaps: Readonly<Record<ScoreName, number>> = { quick: 50, slow: 250, unpaced: 0 }

/** aimock, which plays the APIs of language models: chat completions, whole or as a stream. */
export function aimock({ folder }: Material): Contestant {
  const fixtures = `${folder}/aimock.json`
  const answers = Object.entries(words).map(([score, count]) => ({
    match: { userMessage: score },
    response: { content: 'word '.repeat(count) },
    latency: gaps[score as ScoreName],
  }))
  writeFileSync(fixtures, JSON.stringify({ fixtures: answers }))
  const launch = (port: number) => ({
    args: [
      peerFile('@copilotkit/aimock/dist/cli.js'),
      `--port=${port}`,
      '--host=127.0.0.1',
      `--fixtures=${fixtures}`,
      '--log-level=silent',
      '--chunk-size=5',
    ],
    health: '/v1/models',
  })
  const streams = (score: ScoreName): Setup => ({
    nearest: 'streams a chat completion in chunks of a word.',
    launch,
    requests: async (_, count) => Array.from({ length: count }, () => ask(score, true)),
    due: moments(words[score], gaps[score]),
  })
  return {
    name: 'aimock',
    start: { launch, requests: async () => [] },
    list: {
      nearest: 'has no lists: answers a chat completion of 20 words.',
      launch,
      requests: async () => [ask('quick', false)],
    },
    streams,
    mostStreams: 2000,
    unpaced: streams('unpaced'),
  }
}

function ask(score: ScoreName, stream: boolean): string {
  const messages = [{ role: 'user', content: score }]
  const headers = { authorization: 'Bearer key' }
  return wire('POST', '/v1/chat/completions', headers, { model: 'gpt-4o', stream, messages })
}

/** Each chunk waits, the first with the role, too; the end of the stream follows the last at once. */
const moments = (count: number, gap: number) => [
  ...Array.from({ length: count + 2 }, (_, index) => (index + 1) * gap),
  (count + 2) * gap,
]
