import { defineConfig } from 'rolldown'

import { bundledPackages } from '../../scripts/bundled-packages.mjs'

export default defineConfig({
  input: { main: 'src/main.ts' },
  platform: 'node',
  // A package of the simulator's server, `depd`, calls eval by design.
  checks: { eval: false },
  plugins: [bundledPackages('simulator')],
  output: { dir: 'dist', format: 'esm', entryFileNames: '[name].js', sourcemap: true, cleanDir: true },
})
