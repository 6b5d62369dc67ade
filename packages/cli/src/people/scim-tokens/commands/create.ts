import { createdScimTokenNoun, createScimToken, NewScimToken, readInput } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { secretOutput } from '../../../kit/output/shown-once.ts'
import { providerOf } from '../find.ts'

type Options = CommonOptions & { idp: string; name: string; days?: string; dryRunToken?: boolean; outFile?: string }

/** Prints the token, or writes it to a file. It is not shown again. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io } = context
  const output = secretOutput(createdScimTokenNoun, options, context)
  const body = await checkedBody(options, context)
  const server = await context.server()
  const { id } = await providerOf(server, options.idp)
  const params = { id }
  if (options.dryRun)
    return printDryRun(
      [planned(createScimToken, params, body)],
      changesBetween({}, { name: body.name, expiresInDays: body.expiresInDays, dryRun: body.dryRun }),
      io,
      output.plan.format === 'json',
    )
  const isInFile = await output.show(async () => (await server.call(createScimToken, { params, body })).value)
  const words = await context.words()
  context.say(
    isInFile ? words.say('scimTokens.written', { file: options.outFile ?? '' }) : words.say('scimTokens.once'),
  )
}

async function checkedBody({ name, days, dryRunToken }: Options, context: CommandContext): Promise<NewScimToken> {
  const typed = {
    name,
    ...(days === undefined ? {} : { expiresInDays: /^\d{1,9}$/.test(days) ? Number(days) : 0 }),
    ...(dryRunToken ? { dryRun: true } : {}),
  }
  const input = readInput(NewScimToken, typed)
  if (input.ok) return input.output as NewScimToken
  const errorID = (input.violations[0]?.errorID ?? 'INVALID_VALUE') as 'SCIM_TOKEN_DAYS'
  return fail('validation', (await context.words()).say(errorID), { errorID })
}
