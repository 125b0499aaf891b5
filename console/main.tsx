import { render } from 'preact'
import { App } from './app/app.tsx'
import { applyAppearance } from './app/appearance.tsx'
import './style/fonts.css'
import './style/tokens.css'
import './style/base.css'
import './style/frame.css'
import './style/parts.css'
import './style/stacked-table.css'

applyAppearance()
const appElement = document.getElementById('app')
if (appElement !== null) render(<App />, appElement)
