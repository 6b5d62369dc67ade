import { personNoun, type Endpoint, type Person } from '@portico/core'

import type { CommandContext, CommonOptions, Server } from '../../kit/context/context.ts'
import { confirmYes } from '../../kit/io/confirm.ts'
import { planned, printDryRun, type Change } from '../../kit/output/dry-run.ts'
import { planOutput } from '../../kit/output/plan.ts'
import { printRow } from '../../kit/output/print.ts'
import { findPerson } from './find.ts'
import type { Phrase } from '../../kit/phrases/phrase.ts'

export type PersonOptions = CommonOptions & { person: string; yes?: boolean }

type PersonChange = {
  readonly endpoint: Endpoint
  /** undefined: it is not asked. */
  readonly asks?: (person: Person) => Phrase
  readonly changes: (person: Person) => readonly Change[]
  /** Returns the person afterwards, and what to say. */
  readonly make: (server: Server, person: Person) => Promise<{ person: Person; said: Parameters<Say> }>
}
type Say = Awaited<ReturnType<CommandContext['words']>>['say']

/** Finds a person, asks, changes something about them, and prints them. */
export async function changePerson(
  options: PersonOptions,
  change: PersonChange,
  context: CommandContext,
): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(personNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const person = await findPerson(server, options.person)
  if (options.dryRun) {
    const request = planned(change.endpoint, { id: person.id })
    return printDryRun([request], change.changes(person), io, plan.format === 'json')
  }
  if (change.asks !== undefined) await confirmYes(context, change.asks(person), options.yes === true)
  const { person: after, said } = await change.make(server, person)
  await printRow(plan, after, context)
  context.say((await context.words()).say(...said))
}
