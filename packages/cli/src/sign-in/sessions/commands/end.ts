import { endOtherSessions, endSession, endSessionOfPerson, sessionList, type OpenSession } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { readRows } from '../../../kit/context/read-rows.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { planned, printDryRun, type Change } from '../../../kit/output/dry-run.ts'
import { report } from '../../../kit/output/report.ts'
import { findPerson } from '../../../people/people/find.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & { id?: string | undefined; user?: string; others?: boolean }

/**
 * Ends one session, or all of the caller's sessions except this one, on every server process within 5 seconds. It does not
 * ask for confirmation: the id names what ends, and signing in again brings a session back.
 */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { id, user, others = false } = options
  if ((id === undefined) !== others || (others && user !== undefined))
    fail('usage', 'Give the id of a session, or --others for all of your own but this one.', {
      hint: user === undefined ? 'portico session list' : 'portico person sign-out PERSON',
    })
  return id === undefined ? endOthers(options, context) : endOne(id, options, context)
}

async function endOthers(options: Options, context: CommandContext): Promise<void> {
  const { io } = context
  const server = await context.server()
  if (options.dryRun) {
    const others = (await readRows(server, sessionList, { scope: '' })).filter(({ isThis }) => !isThis)
    const ending = others.map((session) => ended(session))
    return printDryRun([planned(endOtherSessions, {})], ending, io, options.json !== undefined)
  }
  const { endedSessions: count } = (await server.call(endOtherSessions, {})).value
  report({ ended: count }, (await context.words()).say('sessions.othersEnded', { count }), options, context)
}

async function endOne(id: string, options: Options, context: CommandContext): Promise<void> {
  const { io } = context
  const { user, dryRun } = options
  const server = await context.server()
  const person = user === undefined ? undefined : await findPerson(server, user)
  const session = (await readRows(server, sessionList, { scope: person?.id ?? '' })).find((one) => one.id === id)
  if (session === undefined) {
    const hint = person === undefined ? 'portico session list' : `portico session list --user ${person.id}`
    return fail('not-found', phrase`There is no open session with the id ${id}.`, { hint })
  }
  const ends =
    person === undefined ? planned(endSession, { id }) : planned(endSessionOfPerson, { id: person.id, sessionId: id })
  if (dryRun) return printDryRun([ends], [ended(session)], io, options.json !== undefined)
  if (person === undefined) await server.call(endSession, { params: { id } })
  else await server.call(endSessionOfPerson, { params: { id: person.id, sessionId: id } })
  report({ id, ended: 1 }, (await context.words()).say('sessions.ended'), options, context)
}

/** What a dry run says about a session: the program and the address that it began from. */
function ended({ id, kind, userAgent, address }: OpenSession): Change {
  const from = [userAgent ?? kind, address].filter((text) => text !== null).join(', ')
  return { field: `session ${id}`, from, to: null }
}
