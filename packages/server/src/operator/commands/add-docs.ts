import type { Command } from 'commander'

import { writeDocs } from './docs.ts'

/** `portico-server docs --out DIR`: the documentation as files, for another web server. */
export function addDocs(program: Command, pagesDir: string, print: (line: string) => void): void {
  program
    .command('docs')
    .description('write the documentation that the server shows at /docs as files')
    .requiredOption('--out <dir>', 'the folder to write to; it must be empty or not exist yet')
    .action(({ out }: { out: string }) => print(`wrote ${writeDocs(pagesDir, out)} files to ${out}`))
}
