import { useCallback } from 'preact/hooks'
import { useQuery, useRequest } from '../control/hooks.ts'
import { callOf } from '../../contract/control/call.ts'
import { shorten } from '../../contract/shorten.ts'
import type { PaletteEntry } from './palette-search.ts'
import { describeEffect, describeMatch } from '../pages/faults/describe-fault.ts'
import { exampleQuestion, scriptTitle } from '../pages/director/script-texts.ts'
import { host } from './host.ts'
import { hrefOf, pageLocation } from './location.ts'
import { usePlatform } from './platform.ts'
import { routes } from './routes.ts'
import { isDemo } from './visitor.ts'

const recordsOf = (kind: string) =>
  callOf('GET records/{kind}', { params: { kind }, query: { size: 100 } })

/** Everything that the palette leads to; what the control API knows follows when it has answered. */
export function usePaletteEntries(): readonly PaletteEntry[] {
  const { hasControl, base } = usePlatform()
  const whenOpen = <Call>(call: Call) => (hasControl ? call : undefined)
  const ofWorld = <Call>(call: Call) => (host.isProxy === true ? undefined : whenOpen(call))
  const worlds = useQuery(isDemo ? undefined : ofWorld(callOf('GET worlds')))
  const scripts = useQuery(ofWorld(callOf('GET scenarios')))
  const faults = useQuery(whenOpen(callOf('GET faults')))
  const choices = useQuery(ofWorld(callOf('GET choices')))
  const agents = useQuery(ofWorld(recordsOf('agents')))
  const chats = useQuery(ofWorld(recordsOf('conversations')))
  const readDocs = useCallback(
    // Only a server has the documentation beside its console.
    async (signal: AbortSignal) =>
      host.isPanel === true ? [] : readIndex(await openDoc(base, 'llms.txt', signal)),
    [base],
  )
  const docs = useRequest(readDocs, [readDocs])
  const { path } = pageLocation.value
  return [
    ...routes
      .filter(({ isOpen }) => isOpen === true || hasControl)
      .map(({ title, icon, path: to, group }) => ({
        kind: 'Pages',
        icon,
        title,
        about: group,
        href: hrefOf(to),
      })),
    ...newestFirst(chats.data?.items ?? []).map((chat) => ({
      kind: 'Recent turns',
      icon: 'turn' as const,
      about: '',
      title: shorten(String(chat['title'] ?? 'Untitled'), 90),
      href: hrefOf('chat', { conversation: chat.id }),
    })),
    ...(worlds.data?.worlds ?? []).toReversed().map(({ name, fixture, profile }) => ({
      kind: 'Worlds',
      icon: 'world' as const,
      title: name,
      about: `${fixture}, ${profile}`,
      href: hrefOf(path, { world: name === 'default' ? undefined : name }),
    })),
    ...(scripts.data?.scenarios ?? []).map((script) => ({
      kind: 'Scripts',
      icon: 'script' as const,
      title: scriptTitle(script.name),
      about: exampleQuestion(script),
      href: hrefOf('chat', { script: script.name }),
    })),
    ...(agents.data?.items ?? []).map((agent) => ({
      kind: 'Agents',
      icon: 'agent' as const,
      title: String(agent['name']),
      about: shorten(String(agent['description'] ?? ''), 90),
      href: hrefOf('state', { kind: 'agents', id: agent.id }),
    })),
    ...(faults.data?.faults ?? []).map((fault) => ({
      kind: 'Faults',
      icon: 'faults' as const,
      title: describeEffect(fault),
      about: describeMatch(fault),
      href: hrefOf('faults'),
    })),
    ...(choices.data?.choices ?? []).map(({ id, question }) => ({
      kind: 'Choices',
      icon: 'choices' as const,
      title: question.replaceAll('`', ''),
      about: id,
      href: hrefOf('choices', { id }),
    })),
    ...(docs.data ?? []),
  ]
}

const newestFirst = (
  items: readonly { readonly [field: string]: unknown; readonly id: string }[],
) =>
  items
    .toSorted((a, b) => String(b['updated_at']).localeCompare(String(a['updated_at'])))
    .slice(0, 20)

/** Reads a page of the documentation, which the server has beside the console. */
async function openDoc(base: URL, name: string, signal: AbortSignal): Promise<string> {
  const response = await host.fetch(new URL(`console/${name}`, base).href, { signal })
  if (!response.ok) throw new Error(`The documentation answered ${response.status}.`)
  return response.text()
}

/** The pages of `llms.txt`, the index of the documentation. */
const readIndex = (text: string): readonly PaletteEntry[] =>
  text.split('\n').flatMap((line) => {
    const [, title, file, about = ''] = /^- \[([^\]]+)\]\(([\w-]+\.md)\): (.*)/.exec(line) ?? []
    if (title === undefined || file === undefined) return []
    const words = shorten(about.replaceAll(/[`*]/g, ''), 90)
    return [{ kind: 'Docs', icon: 'book', title, about: words, href: `console/${file}` }]
  })
