import { resolve } from 'node:path'

import { getAuditHead } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { writePrivateFile } from '../../../kit/storage/private-file.ts'

/** Prints or writes the signed end of the audit log, to be kept apart from the server. */
export async function run(options: CommonOptions & { outFile?: string }, context: CommandContext): Promise<void> {
  const { io } = context
  const server = await context.server()
  const { value: head } = await server.call(getAuditHead, {})
  const text = `${JSON.stringify(head, null, 2)}\n`
  if (options.outFile === undefined) return io.stdout.write(text)
  writePrivateFile(resolve(io.cwd, options.outFile), text)
  context.say((await context.words()).say('audit.headWritten', { seal: String(head.seal), file: options.outFile }))
}
