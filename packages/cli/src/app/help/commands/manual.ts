import { resolve } from 'node:path'

import type { Command } from 'commander'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { writeManual } from '../man.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

/** `help --man DIR`. */
export async function run(
  options: CommonOptions & { man: string; program: Command },
  { io, version, say }: CommandContext,
): Promise<void> {
  const folder = resolve(io.cwd, options.man)
  const files = writeManual(options.program, folder, version)
  say(phrase`${files.length} pages were written to ${folder}.`)
}
