import { Button } from '../ui/button.tsx'
import { chooseTheme, nextTheme, type Theme, theme } from './theme.ts'

/** How much of the disc is dark. */
const discs: Readonly<Record<Theme, string>> = {
  auto: 'M8 2a6 6 0 0 1 0 12z',
  light: '',
  dark: 'M8 2a6 6 0 0 1 0 12a6 6 0 0 1 0-12z',
}

/** Goes from the theme of the machine to light, to dark, and back. */
export function ThemeSwitch() {
  const next = nextTheme(theme.value)
  return (
    <Button
      kind="quiet"
      label={`Theme: ${theme.value}. Switch to ${next}`}
      onClick={() => chooseTheme(next)}
    >
      <svg class="sign" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <circle cx="8" cy="8" r="6" />
        <path class="filled" d={discs[theme.value]} />
      </svg>
    </Button>
  )
}
