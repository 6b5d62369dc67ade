import { defineConfig } from 'rolldown'

import { bundledPackages } from '../../scripts/bundled-packages.mjs'
import { codeCache } from './build/code-cache.mjs'
import { ink } from './build/ink.mjs'
import { jq } from './build/jq.mjs'
import { lazyRequires } from './build/lazy-requires.mjs'

// CommonJS, because it starts faster than ESM on Node 20, and because V8's code cache fits it (build/start.cjs).
// Whatever is loaded by `import()` becomes a chunk: a command loads its run and the HTTP client, and only the terminal UI
// loads Ink and React.
export default defineConfig({
  input: { program: 'src/main.ts' },
  platform: 'node',
  preserveEntrySignatures: 'allow-extension',
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  treeshake: {
    // Our modules have no side effects at import time, so unused modules are dropped.
    moduleSideEffects: [{ test: /packages[\\/](?:core|cli)[\\/]src/, sideEffects: false }],
  },
  // The code cache is made in it.
  checks: { pluginTimings: false },
  plugins: [ink(), jq(), lazyRequires(), codeCache(), bundledPackages('cli', ['jq-wasm'])],
  output: {
    dir: 'dist',
    format: 'cjs',
    // A chunk is a `vm.Script`, in which `import()` throws: what is loaded on demand is required (build/start.cjs).
    dynamicImportInCjs: false,
    cleanDir: true,
    minify: true,
    keepNames: true,
    entryFileNames: '[name]-[hash].cjs',
    chunkFileNames: '[name]-[hash].cjs',
  },
})
