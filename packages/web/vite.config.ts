import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { keepCssModules } from './build/keep-css-modules.ts'
import { layerOrder } from './build/layer-order.ts'
import { scopedName } from './build/scoped-name.ts'
import { screenStyles } from './build/screen-styles.ts'
import { staticPages } from './build/static-pages.ts'

/** Two pages: `login.html` for `/login`, `portal.html` for every other page (web "Entries"). */
export default defineConfig({
  appType: 'mpa',
  base: '/',
  plugins: [
    react(),
    { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
    layerOrder(),
    staticPages(),
    keepCssModules(),
  ],
  css: { modules: { generateScopedName: scopedName } },
  build: {
    outDir: 'dist',
    // light-dark(), :has() and native nesting, which define the "current browser" of the portal's legacy warning.
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // The polyfill would be an inline script, which the content security policy blocks.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { login: 'login.html', portal: 'portal.html' },
      output: { codeSplitting: { groups: [{ name: screenStyles, debugName: 'screens' }] } },
      // core has no side effects at import time, so unused modules are dropped.
      treeshake: {
        moduleSideEffects: (id) => !id.includes('/packages/core/'),
        // Drops the contract's calls that a page never makes.
        manualPureFunctions: ['endpoint'],
      },
    },
  },
})
