import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

import { layerOrder } from './build/layer-order.ts'
import { scopedName } from './build/scoped-name.ts'

/** Parts of pages in a real browser with their real styles; `npm run test:e2e` runs them beside the scenarios. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), layerOrder()],
  css: { modules: { generateScopedName: scopedName } },
  // A dependency that vite meets during a test would reload the page under it.
  optimizeDeps: {
    include: ['react', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client', 'zustand', 'vitest-browser-react'],
    entries: ['src/**/*.browser.tsx'],
  },
  test: {
    name: 'browser',
    include: ['src/**/*.browser.tsx'],
    testTimeout: 30_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          executablePath: process.env['PORTICO_CHROMIUM'] ?? '/usr/bin/chromium',
          args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
        },
        // Tests read back what a button copied.
        contextOptions: { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] },
      }),
      instances: [{ browser: 'chromium' }],
      viewport: { width: 1280, height: 800 },
    },
  },
})
