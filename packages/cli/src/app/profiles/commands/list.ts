import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { sessionOrigin, sessionUsername } from '../../../kit/credentials/session.ts'
import { readCredential } from '../../../kit/credentials/store.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'
import { profileNoun } from '../noun.ts'

export async function run(options: CommonOptions, context: CommandContext): Promise<void> {
  const { config, settings, paths } = context
  const plan = planOutput(profileNoun, options, { io: context.io, configured: settings.get('output') })
  const rows = Object.entries(config.profiles).map(([name, values]) => ({
    name,
    values,
    current: name === settings.profile,
    person: sessionUsername(paths.cookies(name)) ?? null,
    signedIn: readCredential(paths.credentials, name) !== undefined || sessionOrigin(paths.cookies(name)) !== undefined,
  }))
  await printList({ plan, read: async () => rows, idOf: (row) => row.name, watch: options.watch }, context)
}
