import './app/trailing-slash.ts'
import { render } from 'preact'
import { App } from './app/app.tsx'
import { applyTheme } from './app/theme.tsx'
import './style/tokens.css'
import './style/base.css'
import './style/frame.css'
import './style/parts.css'

applyTheme()
const place = document.getElementById('app')
if (place !== null) render(<App />, place)
