import { defineConfig } from 'vite'

export default defineConfig({
  // The built files work in any folder of any host.
  base: './',
  // What a visitor loads is a platform with all its records.
  build: { chunkSizeWarningLimit: 2000 },
})
