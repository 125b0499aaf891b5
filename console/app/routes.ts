import type { ComponentType } from 'preact'
import { host } from './host.ts'
import { isDemo } from './visitor.ts'
import type { IconName } from '../ui/icons.ts'

/** The groups of pages in the navigation, in this order. */
export const routeGroups = ['Play', 'World', 'Check', 'Proxy'] as const

/** A page of the console: its path, its name, and a function that loads it. */
export type Route = {
  /** The path after `#/`. */
  readonly path: string
  /** The heading of the page, the title of the window, and the name in the navigation. */
  readonly title: string
  readonly group: (typeof routeGroups)[number]
  /** Whether the page works without the control API. */
  readonly worksWithoutControl?: true
  /**
   * Whether the page is for the owner of a server. Visitors of a demo do not see the page, and the
   * panel does not contain the page: the build of the panel reads this flag from this file.
   */
  readonly needsServer?: true
  /** Whether the console of a proxy also has this page. */
  readonly inProxy?: true
  /** Whether the page is shown without header and status bar, and is left out of the navigation. */
  readonly isBare?: true
  /** A second skip link at the top of the page: its text, and the selectors of possible targets. */
  readonly skip?: { readonly label: string; readonly to: readonly string[] }
  load(): Promise<ComponentType>
}

/** A page of the navigation. The name of its icon is its path, or `start` for the empty path. */
type PageRoute = Route & { readonly path: IconName | '' }

/** A skip link to the question field. Before sign-in, it leads to the first field of the form. */
const skipToQuestion = { label: 'Skip to the question', to: ['.composer textarea', 'main input'] }

const allRoutes: readonly PageRoute[] = [
  {
    path: '',
    title: 'Start',
    group: 'Play',
    worksWithoutControl: true,
    load: async () => (await import('../pages/start/page.tsx')).StartPage,
  },
  {
    path: 'chat',
    title: 'Chat',
    group: 'Play',
    worksWithoutControl: true,
    skip: skipToQuestion,
    load: async () => (await import('../pages/chat/page.tsx')).ChatPage,
  },
  {
    path: 'stage',
    title: 'Stage',
    group: 'Play',
    worksWithoutControl: true,
    isBare: true,
    skip: skipToQuestion,
    load: async () => (await import('../pages/stage/page.tsx')).StagePage,
  },
  {
    path: 'director',
    title: 'Director',
    group: 'Play',
    load: async () => (await import('../pages/director/page.tsx')).DirectorPage,
  },
  {
    path: 'state',
    title: 'State',
    group: 'World',
    load: async () => (await import('../pages/state/page.tsx')).StatePage,
  },
  {
    path: 'journal',
    title: 'Journal',
    group: 'World',
    inProxy: true,
    load: async () => (await import('../pages/journal/page.tsx')).JournalPage,
  },
  {
    path: 'faults',
    title: 'Faults',
    group: 'World',
    inProxy: true,
    load: async () => (await import('../pages/faults/page.tsx')).FaultsPage,
  },
  {
    path: 'clock',
    title: 'Clock',
    group: 'World',
    load: async () => (await import('../pages/clock/page.tsx')).ClockPage,
  },
  {
    path: 'choices',
    title: 'Choices',
    group: 'Check',
    skip: { label: 'Skip to the search for choices', to: ['main [type=search]'] },
    load: async () => (await import('../pages/choices/page.tsx')).ChoicesPage,
  },
  {
    path: 'coverage',
    title: 'Coverage',
    group: 'Check',
    skip: { label: 'Skip to the assumed behaviours', to: ['#coverage-assumed'] },
    load: async () => (await import('../pages/coverage/page.tsx')).CoveragePage,
  },
  {
    path: 'judge',
    title: 'Conformance',
    group: 'Check',
    needsServer: true,
    load: async () => (await import('../pages/conformance/page.tsx')).ConformancePage,
  },
  {
    path: 'traffic',
    title: 'Traffic',
    group: 'Check',
    inProxy: true,
    needsServer: true,
    load: async () => (await import('../pages/traffic/page.tsx')).TrafficPage,
  },
  {
    path: 'tolerance',
    title: 'Tolerance',
    group: 'Check',
    needsServer: true,
    load: async () => (await import('../pages/tolerance/page.tsx')).TolerancePage,
  },
]

/** All pages, in the order of the navigation. The first page is shown for an empty path. */
export const routes: readonly PageRoute[] =
  host.isProxy === true
    ? allRoutes
        .filter(({ inProxy }) => inProxy === true)
        .map((route) => ({ ...route, group: 'Proxy' }))
    : allRoutes.filter(
        ({ needsServer }) => !(needsServer === true && (isDemo || host.isInPage === true)),
      )
