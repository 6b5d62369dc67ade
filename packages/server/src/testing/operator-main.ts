import { main } from '../main.ts'

/** The program that operator-program.ts bundles: `portico-server` with an empty folder of pages. */
const [pagesDir = '', ...argv] = process.argv.slice(2)
await main(argv, { pagesDir, simulatorMain: '', version: '0.0.0' })
