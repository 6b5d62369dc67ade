import { defineConfig } from 'rolldown'

// CommonJS, because it starts faster than ESM on Node 20. Three chunks: commander with the descriptions of the
// commands, which --help needs; the runs with the HTTP client; and what few commands need, each by itself.
export default defineConfig({
  input: { main: 'src/main.ts' },
  platform: 'node',
  preserveEntrySignatures: 'allow-extension',
  treeshake: {
    // Nothing of ours works at import time (style.md rule 8), so that a module that is not used may go.
    moduleSideEffects: [{ test: /packages[\\/](?:core|cli)[\\/]src/, sideEffects: false }],
  },
  output: {
    dir: 'dist',
    format: 'cjs',
    cleanDir: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    codeSplitting: {
      // A group takes what its tests name and nothing that is only imported from there.
      includeDependenciesRecursively: false,
      groups: [
        {
          name: 'conf',
          test: /node_modules[\\/](?:conf|ajv|ajv-formats|atomically|dot-prop|semver)[\\/]/,
          priority: 3,
        },
        {
          name: 'cookies',
          test: /node_modules[\\/](?:tough-cookie|tldts|tldts-core)[\\/]|http[\\/]cookies\.ts/,
          priority: 3,
        },
        { name: 'yaml', test: /node_modules[\\/]yaml[\\/]/, priority: 3 },
        {
          name: 'main',
          test: /node_modules[\\/]commander[\\/]|noun\.ts|nouns[\\/]|index\.ts|cli[\\/]src[\\/](?:program|main)|process-io|config[\\/](?:keys|server-url)|errors[\\/](?:failure|exit-codes)|output[\\/](?:formats|terminal-columns)/,
          priority: 2,
        },
        { name: 'runs', test: /./, priority: 1 },
      ],
    },
  },
})
