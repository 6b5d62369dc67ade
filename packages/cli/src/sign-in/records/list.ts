import { listSignIns, signInNoun, type SignInSummary } from '@portico/core'

import type { CommandContext, CommonOptions, Server } from '../../context/context.ts'
import { fail } from '../../errors/failure.ts'
import { pickProvider, providersOf } from '../../identity-providers/find.ts'
import { planOutput } from '../../output/plan.ts'
import { printList } from '../../output/watch.ts'

type Options = CommonOptions & { failed?: boolean; user?: string; idp?: string; limit: string }

const pageMax = 100

/** Prints the newest matching sign-ins, reading pages until there are enough. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const plan = planOutput(signInNoun, options, { io: context.io, configured: context.settings.get('output') })
  const limit = /^\d{1,5}$/.test(options.limit) ? Number(options.limit) : 0
  if (limit < 1) fail('usage', '--limit is a number from 1 to 99999.')
  const server = await context.server()
  const idp = options.idp === undefined ? undefined : pickProvider(await providersOf(server), options.idp).id
  const outcome = options.failed === true ? ('failed' as const) : undefined
  const read = () => pages(server, { search: options.user, outcome, idp }, limit)
  await printList({ plan, read, idOf: (row) => row.code, watch: options.watch }, context)
}

type Query = { search: string | undefined; outcome: 'failed' | undefined; idp: string | undefined }

async function pages(server: Server, query: Query, limit: number): Promise<SignInSummary[]> {
  const rows: SignInSummary[] = []
  let cursor: string | undefined
  do {
    const asked = String(Math.min(pageMax, limit - rows.length))
    const { signIns, next } = (await server.call(listSignIns, { query: { ...query, limit: asked, cursor } })).value
    rows.push(...signIns)
    cursor = next ?? undefined
  } while (cursor !== undefined && rows.length < limit)
  return rows.slice(0, limit)
}
