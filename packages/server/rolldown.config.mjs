import { defineConfig } from 'rolldown'

// Our own packages go into the bundle; everything from npm stays outside and is loaded from node_modules.
export default defineConfig({
  input: { main: 'src/index.ts' },
  platform: 'node',
  external: (id) => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('@portico/'),
  output: { dir: 'dist', format: 'esm', entryFileNames: '[name].js', sourcemap: true, cleanDir: true },
})
