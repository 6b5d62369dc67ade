import { completeSetup, listSetupGroups, matchByIdOrName } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { exactlyOne } from '../../../kit/errors/exactly-one.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { safeText } from '../../../kit/io/neutralise.ts'
import { forgetSetup, openedSetup } from '../session.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & { group: string; replace?: boolean; json?: boolean }

/** The initial group assignment, which puts the provider into effect and ends the setup. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, say } = context
  const words = await context.words()
  const { server, setup } = await openedSetup(context)
  const { username, groups } = (await server.call(listSetupGroups, {})).value
  if (username === null)
    return fail('conflict', words.say('setup.group.first'), { errorID: 'IDP_NOT_TESTED', hint: 'portico setup test' })
  const rows = groups.map((group) => ({ ...group, id: group.claim }))
  const group = exactlyOne(
    matchByIdOrName(rows, options.group, (row) => [row.name]),
    {
      what: 'group',
      of: username,
      wanted: options.group,
      nameOf: (row) => row.name,
      choices: rows.map(({ name }) => name),
    },
  )
  const body = { group: group.claim }
  if (options.dryRun) {
    const change = { field: 'securityAdmin', from: setup.replaces, to: group.name }
    return printDryRun([planned(completeSetup, {}, body)], [change], io, options.json === true)
  }
  if (setup.replaces !== null && options.replace !== true)
    fail('conflict', phrase`${words.say('setup.replaces', { name: setup.replaces })} Add --replace if you mean it.`)
  const { signInUrl } = (await server.call(completeSetup, { body })).value
  forgetSetup(context)
  if (options.json) io.stdout.write(safeText(`${JSON.stringify({ group: group.name, signInUrl }, undefined, 2)}\n`, io))
  else io.stdout.write(`${safeText(signInUrl, io)}\n`)
  say(words.say('setup.finished.text', { group: group.name }))
}
