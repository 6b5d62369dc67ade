import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { Features } from 'lightningcss'
import { defineConfig, type EnvironmentOptions } from 'vite'

import { bundledPackages } from '../../scripts/bundled-packages.mjs'
import { chunkGroups } from './build/chunks.ts'
import { criticalStyles } from './build/critical-styles.ts'
import { documents } from './build/documents/plugin.ts'
import { keepCssModules } from './build/keep-css-modules.ts'
import { layerOrder } from './build/layer-order.ts'
import { leanContracts } from './build/lean-contracts.ts'
import { noSchemasIn } from './build/no-schemas.ts'
import { packedFiles } from './build/packed-files.ts'
import { preactIn } from './build/preact.ts'
import { scopedName } from './build/scoped-name.ts'
import { staticPages } from './build/static-pages.ts'

/**
 * Two pages: `portal.html`, and `login.html` for `/login`; and the frame of those below `/docs`. They are built one after the other and
 * share no file, because the login page runs on Preact. `npm run dev` serves both on React.
 */
export default defineConfig(({ command }) => ({
  appType: 'mpa' as const,
  base: '/',
  plugins: [
    react(),
    { ...optimizeLocales.vite({ locales: ['en-US', 'de-DE', 'ar-AE'] }), enforce: 'pre' as const },
    preactIn('login'),
    noSchemasIn('login'),
    leanContracts(),
    layerOrder(),
    staticPages(),
    documents(),
    criticalStyles(),
    keepCssModules(),
    packedFiles(),
    ...['client', 'login', 'documents'].map((name) => ({
      ...bundledPackages(`web-${name}`),
      applyToEnvironment: (environment: { name: string }) => environment.name === name,
    })),
  ],
  // Without nested rules, of which critical-styles.ts cannot say which a page uses.
  css: { modules: { generateScopedName: scopedName }, lightningcss: { include: Features.Nesting } },
  build: {
    outDir: 'dist',
    // light-dark(), :has() and native nesting, which define the "current browser" of the portal's legacy warning.
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // The polyfill would be an inline script, which the content security policy blocks.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Prerendering takes most of the short build of the login page.
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: chunkGroups } },
      // core has no side effects at import time, so unused modules are dropped.
      treeshake: {
        moduleSideEffects: (id) => !id.includes('/packages/core/'),
        // Drops the contract's calls that a page never makes, and the rules in them.
        manualPureFunctions: ['endpoint', 'lineOf', 'lineRules'],
      },
    },
  },
  builder: {},
  environments:
    command === 'build'
      ? {
          client: page('portal.html', true),
          login: page('login.html', false),
          documents: page('documents.html', false),
        }
      : {},
}))

function page(input: string, emptyOutDir: boolean): EnvironmentOptions {
  return { consumer: 'client', build: { emptyOutDir, rolldownOptions: { input } } }
}
