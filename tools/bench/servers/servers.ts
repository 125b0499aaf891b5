import { aimock } from './aimock.ts'
import { bare } from './bare.ts'
import { mockserver, wiremock } from './java.ts'
import { msw } from './msw.ts'
import { hasJava, installPeers } from './peer-packages.ts'
import { prism } from './prism.ts'
import type { BenchServer, BenchSamples } from './server.ts'
import { understudy } from './understudy.ts'

/** The minimal Node server and Understudy. `withPeers` installs and adds other mock servers. */
export function createServers(samples: BenchSamples, withPeers: boolean): readonly BenchServer[] {
  const ownServers = [bare(samples), understudy(samples)]
  if (!withPeers) return ownServers
  installPeers()
  const onNode = [aimock, prism, msw].map((create) => create(samples))
  const onJava = hasJava() ? [wiremock(samples), mockserver(samples)] : []
  return [...ownServers, ...onNode, ...onJava]
}
