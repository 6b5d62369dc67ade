import { defineConfig } from 'rolldown'

export default defineConfig({
  input: { main: 'src/main.ts' },
  platform: 'node',
  external: (id) => !id.startsWith('.') && !id.startsWith('/'),
  output: { dir: 'dist', format: 'esm', entryFileNames: '[name].js', sourcemap: true },
})
