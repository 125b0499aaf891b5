import { aimock } from './aimock.ts'
import { bare, bareStringify } from './bare.ts'
import type { Contestant, Material } from './contestant.ts'
import { jsonServer } from './json-server.ts'
import { mockoon } from './mockoon.ts'
import { mockserver } from './mockserver.ts'
import { msw } from './msw.ts'
import { hasJava, installPeers } from './peers.ts'
import { prism } from './prism.ts'
import { understudy } from './understudy.ts'
import { wiremock } from './wiremock.ts'

/** Understudy and the limit of what Node can do. */
export const alone = (material: Material): readonly Contestant[] => [
  bare(material.folder),
  bareStringify(material.folder),
  understudy(`${material.folder}/scenarios`),
]

/** All that are measured; installs those that are not there. */
export function field(material: Material): readonly Contestant[] {
  installPeers()
  const onNode = [aimock, prism, mockoon, jsonServer, msw]
  const onJava = hasJava() ? [wiremock, mockserver] : []
  return [...alone(material), ...[...onNode, ...onJava].map((enter) => enter(material))]
}
