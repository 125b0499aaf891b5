import { defineAsyncComponent } from 'vue'
import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'

/** The default theme, with the playground. It is loaded only by its page. */
const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component(
      'Playground',
      defineAsyncComponent(() => import('./playground.vue')),
    )
  },
}

export default theme
