import { useEffect, useRef, useState } from 'preact/hooks'
import logo from '../icon.svg'
import { KeyboardButton } from '../keys/keyboard.tsx'
import { Icon } from '../ui/icon.tsx'
import { AppearanceSwitches } from './appearance.tsx'
import { hrefOf, pageLocation } from './location.ts'
import type { Platform } from './platform.ts'
import { type Route, routeGroups, routes } from './routes.ts'
import { WorldSwitch } from './worlds.tsx'

type HeaderProps = { readonly current: Route; readonly platform: Platform }

/** The header of every page. In a narrow window, a menu holds the pages and the switches. */
export function Header({ current, platform }: HeaderProps) {
  const { isOpen, toggle, header, onKeyDown, onFocusOut } = useMenu()
  return (
    <header class="frame-header" ref={header} onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
      <a class="brand" href={hrefOf('')}>
        <img src={logo} alt="" width="24" height="24" />
        <span class="unseen-on-phone">Understudy</span>
      </a>
      <button
        type="button"
        class="button frame-menu-button"
        aria-expanded={isOpen}
        aria-controls="frame-menu"
        aria-label={`Menu, page ${current.label}`}
        onClick={toggle}
      >
        {current.label} <Icon name={isOpen ? 'up' : 'down'} />
      </button>
      <div id="frame-menu" class={isOpen ? 'frame-menu is-open' : 'frame-menu'}>
        <PageLinks current={current} platform={platform} />
        <div class="frame-tools">
          <KeyboardButton />
          <AppearanceSwitches />
        </div>
      </div>
      <WorldSwitch />
    </header>
  )
}

/** The links to all pages, by group. */
function PageLinks({ current, platform }: HeaderProps) {
  const shown = routes.filter(
    ({ needs, isBare }) => isBare !== true && (needs === 'nothing' || platform.hasControl),
  )
  return (
    <nav aria-label="Pages" class="frame-nav">
      {routeGroups
        .map((name) => [name, shown.filter(({ group }) => group === name)] as const)
        .filter(([, links]) => links.length > 0)
        .map(([name, links]) => (
          <div key={name} class="frame-group" role="group" aria-label={name}>
            <span class="frame-group-name" aria-hidden="true">
              {name}
            </span>
            {links.map((route) => (
              <a
                key={route.path}
                href={hrefOf(route.path)}
                aria-current={route === current ? 'page' : undefined}
              >
                {route.label}
              </a>
            ))}
          </div>
        ))}
    </nav>
  )
}

/** A menu that closes with Escape, with a press or the focus outside, and on another page. */
function useMenu() {
  const [isOpen, setOpen] = useState(false)
  const header = useRef<HTMLElement>(null)
  const { path } = pageLocation.value
  useEffect(() => setOpen(false), [path])
  useEffect(() => {
    if (!isOpen) return undefined
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && header.current?.contains(target) === false) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])
  return {
    isOpen,
    header,
    toggle: () => setOpen(!isOpen),
    onKeyDown({ key }: KeyboardEvent) {
      if (key !== 'Escape' || !isOpen) return
      setOpen(false)
      header.current?.querySelector<HTMLElement>('.frame-menu-button')?.focus()
    },
    onFocusOut({ relatedTarget }: FocusEvent) {
      if (relatedTarget instanceof Node && header.current?.contains(relatedTarget) === false)
        setOpen(false)
    },
  }
}
