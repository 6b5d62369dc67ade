import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'

import { auditRowsMax, listAudit } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { safeText } from '../../../kit/io/neutralise.ts'
import { filterOf, type FilterOptions } from '../filter.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & FilterOptions & { outFile?: string }

/** Writes JSON lines page by page, the oldest first, so that any length fits in memory. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io } = context
  const server = await context.server()
  const query = { ...filterOf(options, server.clock.now()), sort: 'at', limit: String(auditRowsMax) } as const
  const out = options.outFile === undefined ? undefined : openFile(resolve(io.cwd, options.outFile))
  const write = out?.write ?? ((text: string) => io.stdout.write(safeText(text, io)))
  let count = 0
  try {
    let cursor: string | undefined
    do {
      const page = (await server.call(listAudit, { query: { ...query, cursor } })).value
      for (const row of page.entries) write(`${JSON.stringify(row)}\n`)
      count += page.entries.length
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    out?.keep()
  } catch (reason) {
    out?.discard()
    throw reason
  }
  if (out === undefined) return
  const file = options.outFile ?? ''
  context.say(count === 1 ? phrase`1 row written to ${file}.` : phrase`${count} rows written to ${file}.`)
}

/** A file that only its owner can read, renamed to its final name once it is complete. */
function openFile(path: string) {
  const part = `${path}.part`
  let file: number
  try {
    file = openSync(part, 'w', 0o600)
  } catch (reason) {
    return fail('validation', phrase`${path} cannot be written: ${(reason as Error).message}`)
  }
  return {
    write: (text: string) => void writeSync(file, text),
    keep() {
      closeSync(file)
      renameSync(part, path)
    },
    discard() {
      closeSync(file)
      rmSync(part, { force: true })
    },
  }
}
