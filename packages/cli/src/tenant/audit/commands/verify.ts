import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { AuditHead, readInput, verifyAudit, type AuditFinding, type AuditVerification } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & { head?: string }

/** Checks the audit log part by part on the server, which has the key. Exit code 1 if something was found. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, say } = context
  const head = options.head === undefined ? undefined : readHead(resolve(io.cwd, options.head))
  const server = await context.server()
  const words = await context.words()
  const findings: AuditFinding[] = []
  let [rows, seals, from] = [0, 0, undefined as string | undefined]
  let unsealed: { rows: number; oldestAt: string | null } | null = null
  let remembered: AuditVerification['remembered']
  do {
    const query = from === undefined ? { head } : { from }
    const part = (await server.call(verifyAudit, { query })).value
    findings.push(...part.findings)
    rows += part.checkedRows
    seals += part.checkedSeals
    ;({ unsealed, remembered } = part)
    from = part.next === null ? undefined : String(part.next)
  } while (from !== undefined)
  if (options.json !== undefined)
    io.stdout.write(
      `${JSON.stringify({ checkedRows: rows, checkedSeals: seals, unsealedRows: unsealed?.rows ?? 0, remembered: remembered ?? null, findings }, null, 2)}\n`,
    )
  else for (const { kind, message } of findings) io.stdout.write(`${kind}\t${message}\n`)
  if (findings.length === 0) say(words.say('audit.verified', { rows, seals }))
  if (unsealed !== null && unsealed.rows > 0)
    say(words.say('audit.unsealed', { rows: unsealed.rows, at: unsealed.oldestAt ?? '' }))
  if (remembered) say(words.say('audit.remembered', { seal: String(remembered.seal), since: remembered.since }))
  else if (head === undefined) say(words.say('audit.withoutHead'))
  say(words.say('audit.whoHasKey'))
  if (findings.length > 0)
    fail(
      'failure',
      findings.length === 1
        ? phrase`The audit log is not as it was sealed: 1 finding.`
        : phrase`The audit log is not as it was sealed: ${findings.length} findings.`,
    )
}

/** The file as one line of JSON. */
function readHead(path: string): string {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (reason) {
    return fail('validation', phrase`${path} cannot be read as a head of the audit log: ${(reason as Error).message}`)
  }
  const read = readInput(AuditHead, value)
  if (!read.ok)
    return fail('validation', phrase`${path} is not a head of the audit log.`, { hint: 'portico audit head -o FILE' })
  return JSON.stringify(read.output)
}
