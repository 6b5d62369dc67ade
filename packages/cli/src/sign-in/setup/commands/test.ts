import { listSetupGroups, startTestLogin } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { freshQuery, passTestLogin } from '../../../providers/identity-providers/test-login.ts'
import { openedSetup } from '../session.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & { browser: boolean; fresh: boolean; json?: boolean }

/** Tests the configuration with a real login in a browser. Exits with 1 if a check fails. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const words = await context.words()
  const { server, setup } = await openedSetup(context)
  if (setup.provider === null) return fail('conflict', words.say('SETUP_NOT_REACHED'), { errorID: 'SETUP_NOT_REACHED' })
  const { browser, fresh, json = false } = options
  if (options.dryRun) {
    const call = planned(startTestLogin, { id: setup.provider.id }, undefined, freshQuery(fresh))
    return printDryRun([call], [], context.io, json)
  }
  await passTestLogin(server, setup.provider.id, { browser, fresh, json }, context)
  const { groups } = (await server.call(listSetupGroups, {})).value
  if (groups.length === 0) return context.warn(words.say('setup.group.none'))
  context.say(phrase`Groups of this person: ${groups.map(({ name }) => name).join(', ')}.`)
  context.say('To make one of them Security Admin: portico setup complete --group GROUP')
}
