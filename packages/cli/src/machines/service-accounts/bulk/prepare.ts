import type { ServiceAccountInput } from '@portico/core'

import type { CommandContext, Server } from '../../../kit/context/context.ts'
import { CommandFailure, type Failure } from '../../../kit/errors/failure.ts'
import { wantedDependencies, type Wanted } from '../dependencies.ts'
import { bodyOf, requireValid } from '../input.ts'
import { readKeyArgument } from '../key-argument.ts'
import type { FileRow, RowFile } from './read-rows.ts'

/** A valid row, ready to be sent. */
export type Ready = {
  readonly row: FileRow
  readonly body: ServiceAccountInput
  readonly wanted: readonly Wanted[]
}

export type Refused = { readonly row: FileRow; readonly failure: Failure }

type Keyed = { readonly row: FileRow; readonly given: readonly (string | undefined)[] }

/** Checks without a server: core's rules, key files, duplicate names. */
export async function checkRows(
  file: RowFile,
  context: CommandContext,
): Promise<{ keyed: Keyed[]; refused: Refused[] }> {
  const words = await context.words()
  const reading = { words, io: { ...context.io, cwd: file.folder } }
  const seen = new Map<string, number>()
  const keyed: Keyed[] = []
  const refused: Refused[] = []
  for (const row of file.rows) {
    const failure = await failureOf(async () => {
      if (row.fault !== undefined) throw refusal(row.fault, 'INVALID_ROW')
      const before = seen.get(row.name.trim())
      if (before !== undefined) throw refusal(`Row ${before} has the same name.`, 'NAME_TWICE')
      seen.set(row.name.trim(), row.row)
      const given: (string | undefined)[] = []
      for (const field of ['key1', 'key2'] as const) {
        if (row[field] === '-') throw refusal(`${field} cannot come from stdin.`, 'INVALID_ROW')
        given.push(await readKeyArgument(row[field], { flag: field, field }, reading))
      }
      const [first, second] = given
      requireValid(bodyOf({ name: row.name, key1: first, key2: second }), words)
      keyed.push({ row, given })
    })
    if (failure !== undefined) refused.push({ row, failure })
  }
  return { keyed, refused }
}

/** Steps that need the server: applications and roles by name. */
export async function prepareRow(
  { row, given }: Keyed,
  server: Server,
  envId: string,
  context: CommandContext,
): Promise<Ready> {
  const [first, second] = given
  const body = bodyOf({ name: row.name, key1: first, key2: second })
  requireValid(body, await context.words())
  const wanted = row.apps.length === 0 ? [] : await wantedDependencies([], { app: row.apps }, server, envId)
  return { row, body, wanted }
}

/** The failure of a task, if it fails. */
export async function failureOf(work: () => Promise<void>): Promise<Failure | undefined> {
  try {
    await work()
    return undefined
  } catch (reason) {
    if (reason instanceof CommandFailure) return reason.failure
    throw reason
  }
}

function refusal(message: string, errorID: string): CommandFailure {
  return new CommandFailure({ kind: 'validation', message, errorID })
}
